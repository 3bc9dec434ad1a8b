import { type Static, Type } from 'typebox'
import { Id, Millis, Moment, Nullable } from '../../platform/http/shapes.ts'
import { Contact, ContactTag, ContactWallet } from '../contacts/contract.ts'
import { SEEN_BY } from './policy.ts'

export const TICKET_STATUSES = ['open', 'pending', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]
const Status = Type.Enum([...TICKET_STATUSES])

const NamedRef = Type.Object({ id: Id, name: Type.String() })

export const RATING_STATES = ['waiting', 'answered', 'declined', 'expired', 'withdrawn'] as const
const Rating = Type.Object({
  /** `declined`: the customer wrote something else. `withdrawn`: the ticket was opened again first. */
  state: Type.Enum([...RATING_STATES]),
  score: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
  askedAt: Millis,
  answeredAt: Nullable(Millis),
})
export type Rating = Static<typeof Rating>

/** Columns and flat joins that every form of a ticket carries. */
const base = {
  id: Id,
  tenantId: Id,
  /** `yyyyMMddHHmmss` of the creation in the company's time zone, then the id. */
  protocol: Type.String(),
  status: Status,
  contactId: Id,
  whatsappId: Id,
  /** Type of the channel: `whatsapp`, `telegram`, `webchat`, … */
  channel: Type.String(),
  queueId: Nullable(Id),
  userId: Nullable(Id),
  chatFlowId: Nullable(Id),
  unreadMessages: Type.Integer(),
  lastMessage: Nullable(Type.String()),
  lastMessageAt: Millis,
  answered: Type.Boolean(),
  isGroup: Type.Boolean(),
  isActiveDemand: Type.Boolean(),
  isFarewellMessage: Type.Boolean(),
  startedAttendanceAt: Nullable(Millis),
  closedAt: Nullable(Millis),
  /** Since when the customer waits; null when the last word is ours. */
  waitingSince: Nullable(Millis),
  /** How long the customer waited for the first words of a person; null as long as there were none. */
  firstReplySeconds: Nullable(Type.Integer()),
  /** A pending ticket is put aside until then, or until the customer writes. */
  snoozedUntil: Nullable(Millis),
  /** Who put it aside and wants it back. */
  rememberedUser: Nullable(NamedRef),
  /** What whoever transferred it wants known. */
  transferNote: Nullable(Type.String()),
  closingReasonId: Nullable(Id),
  /** Of a closed ticket whose customer was asked. */
  rating: Nullable(Rating),
  /** The post, where the conversation is one of comments below it. */
  postId: Nullable(Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
  /** Number of the newest message. */
  seq: Type.Integer(),
  /** Rises with every change; ignore a lower one. */
  version: Type.Integer(),
  /** Contact's name and picture, agent's name, queue's name. */
  name: Type.String(),
  profilePicUrl: Nullable(Type.String()),
  username: Nullable(Type.String()),
  queue: Nullable(Type.String()),
  whatsapp: Type.Object({ id: Id, name: Type.String(), type: Type.String(), status: Type.String() }),
  user: Nullable(NamedRef),
}

export const TicketContact = Type.Object({
  id: Id,
  name: Type.String(),
  number: Nullable(Type.String()),
  profilePicUrl: Nullable(Type.String()),
  tags: Type.Array(ContactTag),
  wallets: Type.Array(ContactWallet),
})
export type TicketContact = Static<typeof TicketContact>

export const TicketRow = Type.Object({ ...base, contact: TicketContact, tags: Type.Array(ContactTag) })
export type TicketRow = Static<typeof TicketRow>

/** Shown, created, changed, and pushed by socket; pushes may add `isTransference` or `isCreated`. */
export const Ticket = Type.Object({
  ...base,
  contact: Contact,
  closingReason: Nullable(Type.Object({ id: Id, name: Type.String(), color: Type.String() })),
  isTransference: Type.Optional(Type.Boolean()),
  isCreated: Type.Optional(Type.Boolean()),
})
export type Ticket = Static<typeof Ticket>

export const TICKET_LOG_TYPES = [
  'access',
  'create',
  'delete',
  'open',
  'pending',
  'closed',
  'transfered',
  'receivedTransfer',
  'queue',
  'userDefine',
  'chatBot',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'autoCloseInactive',
  'autoPending',
  'snoozed',
  'woken',
  'noUsers',
  'walletAway',
  'ratingRequested',
  'rated',
] as const
export type TicketLogType = (typeof TICKET_LOG_TYPES)[number]

export const TicketLog = Type.Object({
  id: Id,
  type: Type.Enum([...TICKET_LOG_TYPES]),
  cause: Type.Enum(['person', 'rule', 'timer', 'flow', 'customer']),
  ticketId: Id,
  userId: Nullable(Id),
  queueId: Nullable(Id),
  fromUserId: Nullable(Id),
  toUserId: Nullable(Id),
  fromQueueId: Nullable(Id),
  closingReasonId: Nullable(Id),
  /** What a person added, the word that a rule went by, or a score. */
  note: Nullable(Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
  user: Nullable(NamedRef),
  queue: Nullable(Type.Object({ id: Id, queue: Type.String() })),
  fromUser: Nullable(NamedRef),
  toUser: Nullable(NamedRef),
  fromQueue: Nullable(Type.Object({ id: Id, queue: Type.String() })),
  closingReason: Nullable(NamedRef),
})
export type TicketLog = Static<typeof TicketLog>

const Ids = Type.Optional(Type.Array(Id, { maxItems: 200 }))
const flag = Type.Optional(Type.Boolean())

/** Filters are ANDed, after the rule of who sees what (api-shapes §6.3 E). */
export const TicketFilters = {
  searchParam: Type.Optional(Type.String({ maxLength: 255 })),
  showAll: flag,
  withUnreadMessages: flag,
  isNotAssignedUser: flag,
  includeNotQueueDefined: flag,
  queuesIds: Ids,
  tagsIds: Ids,
  whatsappIds: Ids,
  /** Only the tickets of this user: admins and supervisors of all kinds may name anybody, others themselves. */
  useradmId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  isGroup: flag,
  /** In a flow, with neither user nor queue. */
  inBot: flag,
  /** Put aside for a time. */
  snoozed: flag,
}

/** `queuesIds` as callers of the oldest clients send it: the text of a JSON array, `[1,2]`. */
const queueIds = Type.Optional(Type.String({ maxLength: 2000, pattern: '^\\s*\\[[\\s\\d,]*\\]\\s*$' }))

export const TicketQuery = Type.Object({
  ...TicketFilters,
  queueIds,
  status: Type.Optional(Type.Array(Status, { maxItems: 3 })),
  pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** `nextCursor` of the page before; wins over `pageNumber`. */
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
})
export type TicketQuery = Static<typeof TicketQuery>

export const TicketCountQuery = Type.Object({ ...TicketFilters, queueIds })
export type TicketCountQuery = Static<typeof TicketCountQuery>

export const TicketCounts = Type.Object({
  open: Type.Integer(),
  /** Without those that are put aside. */
  pending: Type.Integer(),
  closed: Type.Integer(),
  snoozed: Type.Integer(),
  chatbot: Type.Integer(),
  groups: Type.Integer(),
})
export type TicketCounts = Static<typeof TicketCounts>

export const TicketCreate = Type.Object({
  contactId: Id,
  /** Type of the channel; the default or any connected one of it is taken when no id is given. */
  channel: Type.Optional(Type.String({ maxLength: 64 })),
  channelId: Type.Optional(Nullable(Id)),
  whatsappId: Type.Optional(Nullable(Id)),
  queueId: Type.Optional(Nullable(Id)),
  userId: Type.Optional(Nullable(Id)),
  status: Type.Optional(Type.Enum(['open', 'pending'])),
  /** Sent first, as its opener's; a blank one is none. Only in a ticket that is open. */
  message: Type.Optional(Nullable(Type.String({ maxLength: 65_536 }))),
  /** The person was warned that the channel's window is closed and sends nevertheless. */
  outsideWindow: flag,
})
export type TicketCreate = Static<typeof TicketCreate>

/** For how many minutes a ticket may be put aside (specification §9). */
export const SNOOZE_MINUTES = [10, 60, 1440, 7200, 14_400] as const
export type SnoozeMinutes = (typeof SNOOZE_MINUTES)[number]

export const TicketUpdate = Type.Object({
  /** `close` is taken as `closed`. */
  status: Type.Optional(Type.Enum([...TICKET_STATUSES, 'close'])),
  userId: Type.Optional(Nullable(Id)),
  queueId: Type.Optional(Nullable(Id)),
  /** Truthy: `userId` and `queueId` name the target of a transfer. */
  isTransference: Type.Optional(Nullable(Type.Union([Type.Boolean(), Type.Integer()]))),
  /** With `pending`: puts the ticket aside for so long. A ticket put aside that gets `pending` without it wakes up. */
  snoozeMinutes: Type.Optional(Nullable(Type.Enum([...SNOOZE_MINUTES]))),
  /** When putting aside: the caller’s name stays on it. */
  rememberMe: flag,
  /** When transferring: for whoever gets it. */
  note: Type.Optional(Type.String({ maxLength: 1000 })),
  closingReasonId: Type.Optional(Nullable(Id)),
  /** When closing: false asks for no rating. */
  askRating: flag,
  /** When closing: false sends none; absent sends the channel's. */
  sendFarewellMessage: flag,
  /** A text instead of the channel's. */
  farewellMessage: Type.Optional(Type.String({ maxLength: 4096 })),
})
export type TicketUpdate = Static<typeof TicketUpdate>

/** Why somebody sees a ticket, and why it stands where it does. */
export const TicketWhy = Type.Object({
  /** What lets the caller see it, by the rule that decides. */
  seenBy: Type.Enum([...SEEN_BY]),
  /** It stands in the caller’s own lists; otherwise only when they ask for everything. */
  isNear: Type.Boolean(),
  /** Its messages may be read before it is accepted. */
  mayRead: Type.Boolean(),
  status: Status,
  /** Nobody has it but a flow. */
  isInBot: Type.Boolean(),
  queue: Nullable(NamedRef),
  user: Nullable(NamedRef),
  wallets: Type.Array(NamedRef),
  /** What put it there. */
  last: Nullable(TicketLog),
  /** What will act on it by itself, soonest first. */
  timers: Type.Array(
    Type.Object({
      rule: Type.Enum(['wake', 'autoPending', 'autoClose', 'ratingExpires', 'schedule']),
      /** In the past when it is about to act. */
      at: Millis,
      /** After how long, and whose setting that is. */
      minutes: Nullable(Type.Integer()),
      source: Nullable(Type.Enum(['queue', 'channel', 'company'])),
    }),
  ),
})
export type TicketWhy = Static<typeof TicketWhy>
