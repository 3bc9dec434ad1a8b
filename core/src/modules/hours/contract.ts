import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { ClockTime, Done, Id, IdParams, Moment, Nullable } from '../../platform/http/shapes.ts'

/** `HH:mm` at which something ends; `24:00` is the end of the day. */
export const EndTime = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' })

/** From the first minute until before the last one. */
export const Period = Type.Object({ from: ClockTime, to: EndTime })
export type Period = Static<typeof Period>

export const MAX_PERIODS = 8

/** A weekday, 0 = Sunday. Periods hold where the type is `periods`; otherwise they are only remembered. */
export const HoursDay = Type.Object({
  day: Type.Integer({ minimum: 0, maximum: 6 }),
  type: Type.Enum(['open', 'closed', 'periods']),
  periods: Type.Array(Period, { maxItems: MAX_PERIODS }),
})
export type HoursDay = Static<typeof HoursDay>

/** Each day once. */
export const Week = Type.Array(HoursDay, { minItems: 7, maxItems: 7 })
export type Week = Static<typeof Week>

const Text = Type.String({ maxLength: 4096 })

/** A channel or queue; `week` null and an empty message inherit. */
const Place = { id: Id, name: Type.String(), week: Nullable(Week), message: Type.String() }
export const ChannelHours = Type.Object({ ...Place, type: Type.String(), queueId: Nullable(Id) })
export type ChannelHours = Static<typeof ChannelHours>
export const QueueHours = Type.Object({ ...Place, color: Type.String(), isActive: Type.Boolean() })
export type QueueHours = Static<typeof QueueHours>

export const HoursOverview = Type.Object({
  timezone: Type.String(),
  /** Per ticket and closed period. */
  maxAbsenceMessages: Type.Integer(),
  company: Type.Object({ week: Week, message: Type.String() }),
  channels: Type.Array(ChannelHours),
  queues: Type.Array(QueueHours),
})
export type HoursOverview = Static<typeof HoursOverview>

export const Level = Type.Enum(['company', 'channel', 'queue'])
export type Level = Static<typeof Level>

/** `closed` all day, open in `one` period or in `two`. */
const Mode = Type.Enum(['closed', 'one', 'two'])

export const Holiday = Type.Object({
  id: Id,
  /** `DD/MM` of every year, or `DD/MM/YYYY`. */
  date: Type.String(),
  name: Type.String(),
  message: Type.String(),
  mode: Mode,
  start1: Nullable(Type.String()),
  end1: Nullable(Type.String()),
  start2: Nullable(Type.String()),
  end2: Nullable(Type.String()),
  scope: Level,
  /** Channels or queues; empty for the company. */
  scopeIds: Type.Array(Id),
  updatedAt: Moment,
})
export type Holiday = Static<typeof Holiday>

/** Times that the mode does not need are left out or null. */
export const HolidayWrite = Type.Object({
  date: Type.String({ pattern: '^[0-3][0-9]/[01][0-9](/[12][0-9]{3})?$' }),
  name: Type.Optional(Type.String({ maxLength: 100 })),
  message: Type.Optional(Text),
  mode: Mode,
  start1: Type.Optional(Nullable(ClockTime)),
  end1: Type.Optional(Nullable(EndTime)),
  start2: Type.Optional(Nullable(ClockTime)),
  end2: Type.Optional(Nullable(EndTime)),
  scope: Type.Optional(Level),
  scopeIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
})
export type HolidayWrite = Static<typeof HolidayWrite>

/** Which rule holds on a day. */
export const HoursRule = Type.Object({
  kind: Type.Enum(['holiday', 'week']),
  level: Level,
  holiday: Nullable(Type.Object({ id: Id, name: Type.String(), date: Type.String() })),
})
export type HoursRule = Static<typeof HoursRule>

/** Where the text of an absence message comes from. */
export const MessageSource = Type.Enum(['holiday', 'queue', 'channel', 'company'])
export type MessageSource = Static<typeof MessageSource>

export const HoursCheck = Type.Object({
  at: Moment,
  /** The same on the company's clock: `YYYY-MM-DD`, `HH:mm`. */
  date: Type.String(),
  time: Type.String(),
  timezone: Type.String(),
  /** The time that was asked for does not exist on that day, as clocks are put forward; the next one that does was taken. */
  isShifted: Type.Boolean(),
  isOpen: Type.Boolean(),
  rule: HoursRule,
  /** Of that day; empty when closed all day. */
  periods: Type.Array(Period),
  /** Since when and until when it is so; null beyond a year. */
  since: Nullable(Moment),
  until: Nullable(Moment),
  /** What customers are told; null when open or when no text is written. */
  message: Nullable(Type.Object({ text: Type.String(), source: MessageSource })),
  maxAbsenceMessages: Type.Integer(),
  /** The queue that was taken: the given one, else the channel's own. */
  queueId: Nullable(Id),
})
export type HoursCheck = Static<typeof HoursCheck>

/** Absent fields stay as they are; `week: null` inherits again. */
const PlaceWrite = Type.Object({ week: Type.Optional(Nullable(Week)), message: Type.Optional(Text) })
export type PlaceWrite = Static<typeof PlaceWrite>
const CompanyWrite = Type.Object({ week: Type.Optional(Week), message: Type.Optional(Text) })
export type CompanyWrite = Static<typeof CompanyWrite>

const WEEK_ERRORS = ['ERR_HOURS_WEEK', 'ERR_HOURS_INVERTED', 'ERR_HOURS_OVERLAP'] as const
const HOLIDAY_ERRORS = [
  'ERR_HOLIDAY_DATE',
  'ERR_HOLIDAY_EXISTS',
  'ERR_HOURS_INVERTED',
  'ERR_HOURS_OVERLAP',
  'ERR_NO_WAPP_FOUND',
  'ERR_NO_QUEUE_FOUND',
] as const

export const hoursContract = defineContract('hours', {
  overview: {
    method: 'GET',
    path: '/hours',
    auth: 'admin',
    summary: 'Business hours and absence messages of the company, its channels and its queues.',
    response: HoursOverview,
  },
  saveCompany: {
    method: 'PUT',
    path: '/hours/company',
    auth: 'admin',
    summary: 'Changes the company’s week and absence message. An empty message tells customers nothing.',
    body: CompanyWrite,
    response: HoursOverview,
    errors: WEEK_ERRORS,
  },
  saveChannel: {
    method: 'PUT',
    path: '/hours/channels/{id}',
    auth: 'admin',
    summary: 'Gives a channel hours and an absence message of its own, or takes them back.',
    params: IdParams,
    body: PlaceWrite,
    response: HoursOverview,
    errors: [...WEEK_ERRORS, 'ERR_NO_WAPP_FOUND'],
  },
  saveQueue: {
    method: 'PUT',
    path: '/hours/queues/{id}',
    auth: 'admin',
    summary: 'Gives a queue hours and an absence message of its own, or takes them back.',
    params: IdParams,
    body: PlaceWrite,
    response: HoursOverview,
    errors: [...WEEK_ERRORS, 'ERR_NO_QUEUE_FOUND'],
  },
  check: {
    method: 'GET',
    path: '/hours/check',
    auth: 'admin',
    summary: 'What happens at a moment: open or closed, by which rule, what customers are told, until when.',
    query: Type.Object({
      channelId: Type.Optional(Id),
      /** The channel’s own queue when absent. */
      queueId: Type.Optional(Id),
      /** On the company’s clock, `YYYY-MM-DDTHH:mm`; now when absent. */
      at: Type.Optional(Type.String({ pattern: '^[12][0-9]{3}-[01][0-9]-[0-3][0-9]T([01][0-9]|2[0-3]):[0-5][0-9]$' })),
    }),
    response: HoursCheck,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_HOLIDAY_DATE'],
  },
  holidays: {
    method: 'GET',
    path: '/holidays',
    auth: 'admin',
    summary: 'Holidays in the order of the calendar; `type` and `id` keep those of one level or one place.',
    query: Type.Object({ type: Type.Optional(Level), id: Type.Optional(Id) }),
    response: Type.Array(Holiday),
  },
  createHoliday: {
    method: 'POST',
    path: '/holidays',
    auth: 'admin',
    summary: 'Creates a holiday. On its day it stands above every week.',
    body: HolidayWrite,
    response: Holiday,
    errors: [...HOLIDAY_ERRORS, 'ERR_HOLIDAY_LIMIT'],
  },
  importNational: {
    method: 'POST',
    path: '/holidays/national',
    auth: 'admin',
    summary: 'Adds Brazil’s national holidays of fixed date that are not there yet, for the company, closed all day.',
    response: Type.Object({ created: Type.Integer(), holidays: Type.Array(Holiday) }),
    errors: ['ERR_HOLIDAY_LIMIT'],
  },
  updateHoliday: {
    method: 'PUT',
    path: '/holidays/{id}',
    auth: 'admin',
    summary: 'Changes a holiday.',
    params: IdParams,
    body: HolidayWrite,
    response: Holiday,
    errors: [...HOLIDAY_ERRORS, 'ERR_NO_HOLIDAY_FOUND'],
  },
  removeHoliday: {
    method: 'DELETE',
    path: '/holidays/{id}',
    auth: 'admin',
    summary: 'Deletes a holiday.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_HOLIDAY_FOUND'],
  },
})
