import type { ChannelFeatures, Shown, Step } from '@recado/sdk'
import { type Static, Type } from 'typebox'
import { AnyObject, Id, Moment, Nullable } from '../../platform/http/shapes.ts'

export const CHANNEL_STATES = ['connecting', 'waiting-qr', 'connected', 'lost', 'disconnected'] as const
export const CHANNEL_STATUSES = ['OPENING', 'qrcode', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const
/** What a person may have to do, as plugins name it. */
export const USER_ACTIONS = ['scan', 'reauthorise', 'check-settings', 'open-phone', 'wait', 'contact-operator'] as const
export type UserAction = (typeof USER_ACTIONS)[number]
export type ChannelState = (typeof CHANNEL_STATES)[number]
export type ChannelStatus = (typeof CHANNEL_STATUSES)[number]

/** What the SDK's types say, passed through. */
export const Features = Type.Unsafe<ChannelFeatures>(AnyObject)
export const NoticeSchema = Type.Object({
  level: Type.Enum(['info', 'warning', 'error']),
  text: Type.String(),
  /** Epoch milliseconds. */
  until: Type.Optional(Type.Number()),
})
export const ShownSchema = Type.Unsafe<Shown>(AnyObject)
export const StepSchema = Type.Unsafe<Step>(AnyObject)

/** Everybody sees the first part; the optional fields are for admins alone. */
export const Channel = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  status: Type.Enum([...CHANNEL_STATUSES]),
  state: Type.Enum([...CHANNEL_STATES]),
  number: Nullable(Type.String()),
  isDefault: Type.Boolean(),
  features: Nullable(Features),
  updatedAt: Moment,

  tenantId: Type.Optional(Id),
  isActive: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Nullable(Type.String())),
  /** What a person has to do, in their language. */
  userAction: Type.Optional(Nullable(Type.String())),
  /** The same by its name, for clients that lead there. */
  needs: Type.Optional(Nullable(Type.Enum([...USER_ACTIONS]))),
  show: Type.Optional(Nullable(ShownSchema)),
  /** The text to draw as a QR code while the state is `waiting-qr`. */
  qrcode: Type.Optional(Nullable(Type.String())),
  retries: Type.Optional(Type.Integer()),
  accountName: Type.Optional(Nullable(Type.String())),
  /** Limits and warnings of the provider that hold now. */
  notices: Type.Optional(Type.Array(NoticeSchema)),
  queueId: Type.Optional(Nullable(Id)),
  userId: Type.Optional(Nullable(Id)),
  greetingMessage: Type.Optional(Type.String()),
  farewellMessage: Type.Optional(Type.String()),
  transferMessage: Type.Optional(Type.String()),
  acceptMessage: Type.Optional(Type.String()),
  absenceMessage: Type.Optional(Type.String()),
  /** Minutes without a word after which tickets are closed; 0 = never, null = as the company has it. */
  autoCloseMinutes: Type.Optional(Nullable(Type.Integer())),
  autoCloseMessage: Type.Optional(Type.String()),
  /** Minutes that a customer waits for an answer after which tickets go back to pending. */
  autoPendingMinutes: Type.Optional(Nullable(Type.Integer())),
  /** Null: as the company has it; its texts stand in for empty ones. */
  ratingEnabled: Type.Optional(Nullable(Type.Boolean())),
  ratingMessage: Type.Optional(Type.String()),
  ratingThanksMessage: Type.Optional(Type.String()),
  ratingInvalidMessage: Type.Optional(Type.String()),
  ratingExpiryMessage: Type.Optional(Type.String()),
  /** Hours between two requests to a contact; 0 asks each time, null = as the company has it. */
  ratingIntervalHours: Type.Optional(Nullable(Type.Integer())),
  /** Minutes for which an answer is waited for. */
  ratingWaitMinutes: Type.Optional(Nullable(Type.Integer())),
  ignoreGroups: Type.Optional(Type.Boolean()),
  /** Secrets read as `{ set, hint }`. */
  settings: Type.Optional(AnyObject),
  /** Address to enter at the provider; null when the channel has none. */
  hookUrl: Type.Optional(Nullable(Type.String())),
  /** Lines of the voice-call provider; only `GET /user/channelwavoip` tells them. */
  callTokens: Type.Optional(Type.Object({ set: Type.Boolean() })),
  /** The plugin that brings this type is not installed or not enabled. */
  isPluginMissing: Type.Optional(Type.Boolean()),
  createdAt: Type.Optional(Moment),
})
export type Channel = Static<typeof Channel>

const Name = Type.String({ minLength: 2, maxLength: 50, pattern: '\\S' })
const Text = Type.Optional(Type.String({ maxLength: 4096 }))
const Minutes = Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 43_200 })))
/** Lines of the voice-call provider, one call at a time each, tried in this order. */
const CallTokens = Type.Array(Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\s,]+$' }), {
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
})
const common = {
  isDefault: Type.Optional(Type.Boolean()),
  queueId: Type.Optional(Nullable(Id)),
  userId: Type.Optional(Nullable(Id)),
  greetingMessage: Text,
  farewellMessage: Text,
  transferMessage: Text,
  acceptMessage: Text,
  absenceMessage: Text,
  autoCloseMinutes: Minutes,
  autoCloseMessage: Text,
  autoPendingMinutes: Minutes,
  ratingEnabled: Type.Optional(Nullable(Type.Boolean())),
  ratingMessage: Text,
  ratingThanksMessage: Text,
  ratingInvalidMessage: Text,
  ratingExpiryMessage: Text,
  ratingIntervalHours: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 8760 }))),
  ratingWaitMinutes: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_080 }))),
  ignoreGroups: Type.Optional(Type.Boolean()),
  /** Absent keeps them, null clears them. */
  callTokens: Type.Optional(Nullable(CallTokens)),
}

export const ChannelCreate = Type.Object({
  name: Name,
  type: Type.String({ minLength: 1, maxLength: 64 }),
  /** Checked against the type's schema. */
  settings: Type.Optional(AnyObject),
  ...common,
})
export type ChannelCreate = Static<typeof ChannelCreate>

/** A secret in `settings`: absent keeps it, null clears it, a string replaces it. */
export const ChannelUpdate = Type.Object({
  name: Type.Optional(Name),
  settings: Type.Optional(AnyObject),
  ...common,
})
export type ChannelUpdate = Static<typeof ChannelUpdate>

export const TestMessage = Type.Object({
  /** As a person types it: a phone, an id. */
  to: Type.String({ minLength: 1, maxLength: 255 }),
  text: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
})
export type TestMessage = Static<typeof TestMessage>

/** What a browser needs to connect to the voice-call provider, in the order in which lines are tried. */
export const CallLines = Type.Object({
  channelId: Id,
  devices: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      token: Type.String(),
      /** Of the channel: the line's own is known to the connection of the browser alone. */
      status: Type.Enum([...CHANNEL_STATUSES]),
    }),
  ),
})
export type CallLines = Static<typeof CallLines>

export const Finding = Type.Object({
  level: Type.Enum(['info', 'warning', 'error']),
  /** In the reader's language. */
  text: Type.String(),
})
export type Finding = Static<typeof Finding>

export const ChannelHealth = Type.Object({
  /** Why it does not deliver, the gravest first; or that nothing is wrong. */
  findings: Type.Array(Finding),
  state: Type.Enum([...CHANNEL_STATES]),
  reason: Nullable(Type.String()),
  userAction: Nullable(Type.String()),
  /** The process that holds the connection. */
  owner: Nullable(Type.Object({ nodeId: Type.String(), host: Type.String(), epoch: Type.Integer() })),
  /** `open`: calls to the provider are paused after many failures. */
  breaker: Type.Enum(['closed', 'open', 'half-open']),
  deliveries: Type.Object({
    queued: Type.Integer(),
    sending: Type.Integer(),
    failed: Type.Integer(),
    unknown: Type.Integer(),
    oldestQueuedAt: Nullable(Moment),
  }),
  inbox: Type.Object({ waiting: Type.Integer(), dead: Type.Integer() }),
  lastInboundAt: Nullable(Moment),
  lastOutboundAt: Nullable(Moment),
})
export type ChannelHealth = Static<typeof ChannelHealth>

/** The ancestors' words for the states. */
export const STATUS_OF: Record<ChannelState, ChannelStatus> = {
  connecting: 'OPENING',
  'waiting-qr': 'qrcode',
  connected: 'CONNECTED',
  lost: 'TIMEOUT',
  disconnected: 'DISCONNECTED',
}

export const statusOf = (state: string): ChannelStatus =>
  STATUS_OF[CHANNEL_STATES.find((known) => known === state) ?? 'disconnected']
