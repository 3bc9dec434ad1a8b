import { type Static, Type } from 'typebox'
import { ClockTime, Id, Moment, Nullable } from '../../platform/http/shapes.ts'

/**
 * Everything that somebody can be told, with the names of its parameters; each has texts in pt, en and es under
 * `notification.<kind>`: `title`, `body`, and `hidden` for those who may not know what it is about.
 */
export const NOTIFICATION_KINDS = [
  /** task, by; of one for a team giver and team instead of by */
  'task.assigned',
  /** task: its time is up */
  'task.due',
  /** by, task: told to whoever created it */
  'task.finished',
  /** by, contact, excerpt */
  'mention.note',
  /** by, excerpt */
  'mention.chat',
  /** by, contact: a ticket was transferred to the reader */
  'transfer',
  /** contact: a rule gave the reader a ticket */
  'assigned',
  /** contact: one of the reader's messages was not delivered */
  'message.failed',
  /** One of the reader's scheduled messages was not sent. */
  'schedule.failed',
  /** by: somebody cancelled it; null when its contact was erased */
  'schedule.cancelled',
  /** contact: a ticket that the reader put aside is back */
  'ticket.woken',
  /** channel */
  'channel.down',
  /** channel: its webhook sends no more until somebody resumes it */
  'webhook.paused',
  /** ticket: its number */
  'pdf.ready',
  /** contact, excerpt: of a customer, in a ticket of one's own; pushed alone, since the list of tickets shows it */
  'message',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What people choose about, several kinds together. */
export const NOTICE_EVENTS = ['message', 'transfer', 'mention', 'task', 'trouble'] as const
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

export const Notification = Type.Object({
  id: Id,
  type: Type.Enum([...NOTIFICATION_KINDS]),
  event: Type.Enum([...NOTICE_EVENTS]),
  /** In the reader's language; plain text. */
  title: Type.String(),
  body: Type.String(),
  /** What the texts were made from; empty when the reader may not see the ticket any more. */
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  /** Place in the web app, null when there is nothing to open. */
  link: Nullable(Type.String()),
  ticketId: Nullable(Id),
  readAt: Nullable(Moment),
  createdAt: Moment,
})
export type Notification = Static<typeof Notification>

/** Made by the browser itself, no files. */
export const SOUNDS = ['none', 'chime', 'ding', 'pop', 'knock', 'marimba'] as const
export type Sound = (typeof SOUNDS)[number]

const EventChoice = Type.Object({
  sound: Type.Enum([...SOUNDS]),
  /** A short notice on the open screen. */
  toast: Type.Boolean(),
  /** On browsers that wait for pushes. */
  push: Type.Boolean(),
})
export type EventChoice = Static<typeof EventChoice>

const EventChoices = Type.Object({
  message: EventChoice,
  transfer: EventChoice,
  mention: EventChoice,
  task: EventChoice,
  trouble: EventChoice,
})

/** 0 = Sunday; an end that is not after its start is on the next day. In the company's time zone. */
export const QuietHours = Type.Object({
  isOn: Type.Boolean(),
  days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  start: ClockTime,
  end: ClockTime,
})
export type QuietHours = Static<typeof QuietHours>

export const Preferences = Type.Object({
  events: EventChoices,
  /** Per cent. */
  volume: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Neither sounds nor notices on the screen nor pushes; the bell goes on counting. */
  doNotDisturb: Type.Object({
    isOn: Type.Boolean(),
    /** Null: until it is turned off. */
    until: Nullable(Moment),
  }),
  quietHours: QuietHours,
})
export type Preferences = Static<typeof Preferences>

/** `tomorrow`: until 8 o'clock of the next day. */
export const SILENCES = ['hour', 'tomorrow', 'always', 'off'] as const
export type Silence = (typeof SILENCES)[number]

export const PreferencesWrite = Type.Object({
  events: Type.Optional(Type.Partial(EventChoices)),
  volume: Type.Optional(Preferences.properties.volume),
  doNotDisturb: Type.Optional(Type.Enum([...SILENCES])),
  quietHours: Type.Optional(QuietHours),
})
export type PreferencesWrite = Static<typeof PreferencesWrite>

/** As the browser's `PushSubscription.toJSON()` has it. */
export const PushSubscribe = Type.Object({
  endpoint: Type.String({ minLength: 10, maxLength: 2048 }),
  keys: Type.Object({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}={0,2}$' }),
  }),
})
export type PushSubscribe = Static<typeof PushSubscribe>
