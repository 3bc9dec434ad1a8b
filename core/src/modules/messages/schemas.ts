import { Address, Content, type MessageOrigin } from '@recado/sdk'
import { type Static, Type } from 'typebox'
import { AnyObject, Id, Millis, Moment, Nullable, Uuid } from '../../platform/http/shapes.ts'
import { Media } from '../media/contract.ts'
import { Ticket } from '../tickets/schemas.ts'

/** The SDK's content, checked when it was stored and therefore passed through when shown. */
export const StoredContent = Type.Unsafe<Content>(AnyObject)

const Origin = Type.Unsafe<MessageOrigin>(AnyObject)

export const MESSAGE_STATES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'unknown',
  'received',
] as const

export type MessageState = (typeof MESSAGE_STATES)[number]

export const SEND_TYPES = ['chat', 'bot', 'schedule', 'sync', 'campaign', 'external', 'API', 'call', 'echo'] as const

const base = {
  id: Uuid,
  /** Place in its ticket, from 1, without gaps. */
  seq: Type.Integer(),
  tenantId: Id,
  ticketId: Id,
  contactId: Nullable(Id),
  userId: Nullable(Id),
  /** The provider's id. */
  messageId: Nullable(Type.String()),
  /** -1 error, 0 sending, 1 sent, 2 received, 3 read, 4 played. */
  ack: Type.Integer({ minimum: -1, maximum: 4 }),
  status: Type.Enum(['pending', 'sended', 'received', 'canceled']),
  /** The exact state; `unknown` = a crash left it open whether it was sent, and a person decides (retry). */
  state: Type.Enum([...MESSAGE_STATES]),
  failCode: Nullable(Type.String()),
  /** In the reader's language. */
  failReason: Nullable(Type.String()),
  read: Type.Boolean(),
  fromMe: Type.Boolean(),
  isDeleted: Type.Boolean(),
  /** It was said in a queue of others, and is not for the reader: of what it says nothing is here. */
  isWithheld: Type.Boolean(),
  isForwarded: Type.Boolean(),
  /** The text; for media without a caption the file's name. */
  body: Type.String(),
  /** New text after an edit; `body` keeps the first. */
  edited: Nullable(Type.String()),
  editedAt: Nullable(Moment),
  content: StoredContent,
  /** An answer to a comment that its author alone gets; other answers in such a conversation are public. */
  isPrivateReply: Type.Boolean(),
  /** What made the customer write: a story, an ad, a post. */
  origin: Nullable(Origin),
  mediaType: Type.String(),
  mediaUrl: Nullable(Type.String()),
  mediaName: Nullable(Type.String()),
  media: Nullable(Media),
  timestamp: Millis,
  /** Of a message that can still be undone: when it goes. */
  scheduleDate: Nullable(Moment),
  sendType: Type.Enum([...SEND_TYPES]),
  quotedMsgId: Nullable(Uuid),
  reactions: Type.Array(
    Type.Object({ emoji: Type.String(), userId: Nullable(Id), contactId: Nullable(Id), name: Nullable(Type.String()) }),
  ),
  sender: Nullable(Type.Object({ kind: Type.Enum(['user', 'contact', 'bot']), name: Type.String() })),
  contact: Nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      number: Nullable(Type.String()),
      profilePicUrl: Nullable(Type.String()),
    }),
  ),
  createdAt: Moment,
  updatedAt: Moment,
}

export const QuotedMessage = Type.Object(base)
export type QuotedMessage = Static<typeof QuotedMessage>

export const Message = Type.Object({ ...base, quotedMsg: Nullable(QuotedMessage) })
export type Message = Static<typeof Message>

/** `ticketList` pushes: the message with its ticket. */
export const PushedMessage = Type.Object({ ...Message.properties, ticket: Ticket })
export type PushedMessage = Static<typeof PushedMessage>

export const MessagesQuery = Type.Object({
  pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Messages with a lower `seq`; wins over `pageNumber`. */
  before: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Messages with a higher `seq`, oldest first: what a client missed. */
  after: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type MessagesQuery = Static<typeof MessagesQuery>

const Text = Type.String({ maxLength: 65_536 })

export const UNDO_SECONDS = [5, 10] as const

const Seq = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

const MessageRef = Type.Union([Uuid, Type.Object({ id: Uuid })])
const ContactRef = Type.Union([Id, Type.Object({ id: Id })])

/** Messages and contacts by id, or as whole records of which the id counts; one contact, or several. */
export const Forward = Type.Object({
  messages: Type.Array(MessageRef, { minItems: 1, maxItems: 100 }),
  contact: Type.Optional(Nullable(ContactRef)),
  contacts: Type.Optional(Type.Array(ContactRef, { maxItems: 100 })),
})
export type Forward = Static<typeof Forward>

export const CommentReply = Type.Object({
  body: Type.String({ maxLength: 65_536 }),
  /** `public` (default): below the comment; `private`: a message to its author. */
  reply: Type.Optional(Type.Enum(['public', 'private'])),
})
export type CommentReply = Static<typeof CommentReply>

/** Somebody of a group whom a text names as `@` and `token`: by the address that `members` tells, or as a contact. */
export const MentionGiven = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 255 }),
  address: Type.Optional(Nullable(Address)),
  contactId: Type.Optional(Nullable(Id)),
})
export type MentionGiven = Static<typeof MentionGiven>

export const GroupMember = Type.Object({
  key: Type.String(),
  /** No two of a group have the same. */
  name: Type.String(),
  isAdmin: Type.Boolean(),
  profilePicUrl: Nullable(Type.String()),
  contactId: Nullable(Id),
  /** Null when all that is known is a phone, and phones are hidden from the reader. */
  address: Nullable(Address),
})
export type GroupMember = Static<typeof GroupMember>

/**
 * One of `body`, `content`, `mediaIds` or uploaded files is needed. Multipart requests repeat `medias` and may repeat
 * `body`, one per file. Fields that clients of the ancestors also send (`fromMe`, `read`, `mediaUrl`, `idFront`) are ignored.
 */
export const MessageSend = Type.Object({
  /** Proposed by the client, so that a repeated request sends once; one id names the first of several messages. */
  id: Type.Optional(Nullable(Uuid)),
  body: Type.Optional(Nullable(Type.Union([Text, Type.Array(Text, { maxItems: 30 })]))),
  /** Anything but plain text and files: location, contact, buttons, list, carousel, template. */
  content: Type.Optional(Content),
  /** People of the group whom `body` names, in a form as JSON; those whom it does not name are ignored. */
  mentions: Type.Optional(
    Type.Union([Type.Array(MentionGiven, { maxItems: 100 }), Type.String({ maxLength: 65_536 })]),
  ),
  /** Files uploaded before through POST /media. */
  mediaIds: Type.Optional(Type.Array(Uuid, { maxItems: 30 })),
  /** Send the audio as a voice message. */
  isVoice: Type.Optional(Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])])),
  /** The person was warned that the channel's window is closed and sends nevertheless. */
  outsideWindow: Type.Optional(Type.Union([Type.Boolean(), Type.Enum(['true', 'false'])])),
  /** In conversations about a post: below it (default), or as a private message to the author. */
  commentReply: Type.Optional(Type.Enum(['public', 'private'])),
  /** For so many seconds it can be undone before it goes. */
  undoSeconds: Type.Optional(Type.Union([Type.Enum([...UNDO_SECONDS]), Type.Enum(['5', '10'])])),
  /** Newest message that whoever writes has seen: refused when a colleague has answered after it. */
  answeredAfter: Type.Optional(Type.Union([Seq, Type.String({ pattern: '^[0-9]{1,9}$' })])),
  quotedMsgId: Type.Optional(Nullable(Uuid)),
  /** The whole quoted message, of which only `id` counts. */
  quotedMsg: Type.Optional(Nullable(Type.Union([Type.Object({ id: Uuid }), Type.String({ maxLength: 65_536 })]))),
})
export type MessageSend = Static<typeof MessageSend>
