import { type Static, Type } from 'typebox'
import { PLUGIN_ERROR_CODES } from '../errors.ts'
import { Content } from './content.ts'

const externalId = Type.String({ minLength: 1, maxLength: 512 })
/** Epoch milliseconds, as the provider stated it. Shown to people; never used for order. */
const at = Type.Integer({ minimum: 0 })
const name = Type.String({ maxLength: 255 })

/**
 * One way to reach somebody. `kind` names the identifier space (`phone`, `lid`, `psid`, `telegram`, `webchat`, …);
 * `value` is what the channel's `address.normalise` answers.
 */
export const Address = Type.Object({
  kind: Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z][a-z0-9_-]*$' }),
  value: Type.String({ minLength: 1, maxLength: 255 }),
})
export type Address = Static<typeof Address>

/** A person or a group on the other side. The first address is the one that answers go to. */
export const Party = Type.Object({
  addresses: Type.Array(Address, { minItems: 1, maxItems: 8 }),
  name: Type.Optional(name),
  username: Type.Optional(name),
  /** What to call somebody who told no name; gives way to the first name that is told. */
  label: Type.Optional(name),
  email: Type.Optional(Type.String({ maxLength: 320 })),
  phone: Type.Optional(Type.String({ maxLength: 32 })),
  locale: Type.Optional(Type.String({ maxLength: 16 })),
  /**
   * The plugin's handle of the picture, for `fetchMedia`: an image of at most 5 MB. It is fetched when the handle is new,
   * so a handle must stay the same as long as the picture does.
   */
  avatarRef: Type.Optional(Type.String({ maxLength: 2048 })),
  /** Answers of a form (webchat's pre-chat) that belong to the contact. */
  extra: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 1000 }))),
})
export type Party = Static<typeof Party>

export const DELIVERY_STATES = ['sent', 'delivered', 'read', 'played', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What made the customer write: a story they answered, an ad they came from, a product they ask about. */
export const MessageOrigin = Type.Object({
  type: Type.Enum(['story-reply', 'story-mention', 'ad', 'post', 'product', 'link']),
  id: Type.Optional(externalId),
  url: Type.Optional(Type.String({ maxLength: 2048 })),
  title: Type.Optional(name),
  text: Type.Optional(Type.String({ maxLength: 1024 })),
})
export type MessageOrigin = Static<typeof MessageOrigin>

export const InboundMessage = Type.Object({
  kind: Type.Literal('message'),
  /** The provider's id, unique within the channel: the dedupe key. Combine chat and message id where needed. */
  externalId,
  /** `out`: written by us on another device, or an echo of our own send. */
  direction: Type.Enum(['in', 'out']),
  /** The conversation: the customer, or the group. */
  chat: Party,
  isGroup: Type.Optional(Type.Boolean()),
  /** Who wrote it, in a group. */
  sender: Type.Optional(Party),
  content: Content,
  at,
  /** `externalId` of the message that this one answers. */
  replyTo: Type.Optional(externalId),
  forwarded: Type.Optional(Type.Boolean()),
  origin: Type.Optional(MessageOrigin),
  /** Uuid chosen by the writer's device (webchat); becomes our message's id. */
  clientId: Type.Optional(Type.String({ format: 'uuid' })),
  /** Messages that were sent together share it. */
  album: Type.Optional(Type.String({ maxLength: 128 })),
  /** Imported from before the channel was connected: goes to a closed ticket, counts no unread. */
  history: Type.Optional(Type.Boolean()),
  /** With `history`: a ticket that is made for it waits for somebody to go on with. */
  keepsOpen: Type.Optional(Type.Boolean()),
})
export type InboundMessage = Static<typeof InboundMessage>

export const InboundEdit = Type.Object({
  kind: Type.Literal('edit'),
  externalId,
  content: Content,
  at,
})
export type InboundEdit = Static<typeof InboundEdit>

export const InboundRemoval = Type.Object({ kind: Type.Literal('removal'), externalId, at })
export type InboundRemoval = Static<typeof InboundRemoval>

export const InboundReceipt = Type.Object({
  kind: Type.Literal('receipt'),
  status: Type.Enum([...DELIVERY_STATES]),
  /** Which messages; or, for providers with watermarks, everything sent to `chat` up to `at`. */
  externalIds: Type.Optional(Type.Array(externalId, { maxItems: 500 })),
  chat: Type.Optional(Address),
  at,
  /** Why it failed, for the agent to read. */
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  /** Closest reason of the contract, for `failed`: the agent is told what to do about it. */
  code: Type.Optional(Type.Enum([...PLUGIN_ERROR_CODES])),
  /** What the provider charges for it. */
  pricing: Type.Optional(Type.Object({ category: name, isBillable: Type.Boolean() })),
})
export type InboundReceipt = Static<typeof InboundReceipt>

export const InboundReaction = Type.Object({
  kind: Type.Literal('reaction'),
  externalId,
  from: Address,
  /** Null removes the reactor's reaction. */
  emoji: Type.Union([Type.String({ maxLength: 32 }), Type.Null()]),
  at,
})
export type InboundReaction = Static<typeof InboundReaction>

export const InboundContact = Type.Object({
  kind: Type.Literal('contact'),
  party: Party,
  /** The customer blocked us (true) or let us in again (false). */
  blocked: Type.Optional(Type.Boolean()),
  /** The customer wants no (false) or again (true) advertising. */
  marketing: Type.Optional(Type.Boolean()),
  at,
})
export type InboundContact = Static<typeof InboundContact>

export const InboundGroup = Type.Object({
  kind: Type.Literal('group'),
  chat: Party,
  /** New address of the same group (Telegram: group became supergroup). */
  movedTo: Type.Optional(Address),
  at,
})
export type InboundGroup = Static<typeof InboundGroup>

export const InboundComment = Type.Object({
  kind: Type.Literal('comment'),
  externalId,
  parentId: Type.Optional(externalId),
  post: Type.Object({ id: externalId, url: Type.Optional(Type.String({ maxLength: 2048 })) }),
  author: Party,
  content: Content,
  at,
})
export type InboundComment = Static<typeof InboundComment>

export const InboundCall = Type.Object({
  kind: Type.Literal('call'),
  externalId,
  from: Party,
  event: Type.Enum(['offer', 'accept', 'reject', 'terminate', 'missed']),
  at,
})
export type InboundCall = Static<typeof InboundCall>

/** The provider judged a template anew. What is absent did not change. */
export const InboundTemplate = Type.Object({
  kind: Type.Literal('template'),
  /** The provider's id, or else name and language. */
  id: Type.Optional(externalId),
  name: Type.Optional(name),
  language: Type.Optional(Type.String({ maxLength: 16 })),
  status: Type.Optional(name),
  category: Type.Optional(name),
  quality: Type.Optional(name),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  at,
})
export type InboundTemplate = Static<typeof InboundTemplate>

export const InboundEvent = Type.Union([
  InboundMessage,
  InboundEdit,
  InboundRemoval,
  InboundReceipt,
  InboundReaction,
  InboundContact,
  InboundGroup,
  InboundComment,
  InboundCall,
  InboundTemplate,
])
export type InboundEvent = Static<typeof InboundEvent>
