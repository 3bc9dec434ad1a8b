import { type Static, Type } from 'typebox'
import { Id, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'
import { Message } from '../messages/schemas.ts'

/** What a company may choose to be told of. */
export const WEBHOOK_EVENTS = [
  /** A customer's message opened a ticket. */
  'ticket.created.automatic',
  /** Somebody opened one. */
  'ticket.created.manual',
  'ticket.transferred',
  'ticket.closed',
  'message.received',
  /** Written by an agent, a rule or on the phone; `message.state` says how far it has got. */
  'message.sent',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `test` comes from the button alone. */
const AnyEvent = Type.Enum([...WEBHOOK_EVENTS, 'test'])

/**
 * `off`: switched off. `active`: works, or has not been used. `failing`: the last attempts failed and it is tried less
 * often. `paused`: we gave up until an admin resumes.
 */
export const WEBHOOK_STATES = ['off', 'active', 'failing', 'paused'] as const

export const Webhook = Type.Object({
  channelId: Id,
  /** Empty as long as none was given. */
  url: Type.String(),
  enabled: Type.Boolean(),
  events: Type.Array(Type.Enum([...WEBHOOK_EVENTS])),
  state: Type.Enum([...WEBHOOK_STATES]),
  /** Why it is paused, in the reader's language. */
  pauseReason: Nullable(Type.String()),
  pausedAt: Nullable(Moment),
  failingSince: Nullable(Moment),
  lastSuccessAt: Nullable(Moment),
  hasSecret: Type.Boolean(),
  /** After a rotation deliveries carry a signature of the previous secret too, until then. */
  previousSecretUntil: Nullable(Moment),
  /** Deliveries that wait, and those given up. */
  waiting: Type.Integer(),
  failed: Type.Integer(),
})
export type Webhook = Static<typeof Webhook>

/** The signing secret is answered when it is made, and never again. */
export const WebhookSaved = Type.Object({ ...Webhook.properties, secret: Nullable(Type.String()) })
export type WebhookSaved = Static<typeof WebhookSaved>

/** What is left out stays. Saving with `enabled: true` resumes a paused webhook. */
export const WebhookWrite = Type.Object({
  /** https; http where the operator allows the address. */
  url: Type.Optional(Type.String({ maxLength: 2048 })),
  enabled: Type.Optional(Type.Boolean()),
  events: Type.Optional(Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { maxItems: 20 })),
})
export type WebhookWrite = Static<typeof WebhookWrite>

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const Delivery = Type.Object({
  id: Uuid,
  event: AnyEvent,
  ticketId: Nullable(Id),
  state: Type.Enum([...DELIVERY_STATES]),
  attempts: Type.Integer(),
  /** Of the last attempt; null when no answer came. */
  statusCode: Nullable(Type.Integer()),
  /** Why the last attempt failed, or none was made; in the reader's language. */
  reason: Nullable(Type.String()),
  durationMs: Nullable(Type.Integer()),
  createdAt: Moment,
  attemptedAt: Nullable(Moment),
  /** While it waits. */
  nextTryAt: Nullable(Moment),
  /** Beginnings of what was sent and of what was answered, at most 2 KB each. */
  request: Type.String(),
  response: Nullable(Type.String()),
})
export type Delivery = Static<typeof Delivery>

const Named = Type.Object({ id: Id, name: Type.String() })

/** Body of each request that a webhook makes. */
export const WebhookPayload = Type.Object({
  /** The same in every attempt and replay: what was seen already is to be answered with 2xx and left alone. */
  id: Uuid,
  event: AnyEvent,
  createdAt: Moment,
  tenantId: Id,
  channel: Type.Object({ id: Id, name: Type.String(), type: Type.String() }),
  /** As it was when the event happened; absent in tests. */
  ticket: Type.Optional(
    Type.Object({
      id: Id,
      protocol: Type.String(),
      status: Type.Enum(['open', 'pending', 'closed']),
      isGroup: Type.Boolean(),
      queue: Nullable(Named),
      user: Nullable(Named),
      contact: Type.Object({ id: Id, name: Type.String(), number: Nullable(Type.String()) }),
    }),
  ),
  /** Of `message.*`; as GET /messages/{ticketId} shows it, with whole addresses that last seven days. */
  message: Type.Optional(Message),
  /** Of `ticket.closed`. */
  closingReason: Type.Optional(Nullable(Named)),
  /** Texts were cut so that the whole stays below 64 KB. */
  truncated: Type.Optional(Type.Literal(true)),
})
export type WebhookPayload = Static<typeof WebhookPayload>
