import { type Static, Type } from 'typebox'
import { Id, Millis, Nullable } from '../../platform/http/shapes.ts'
import { ProfileSchema } from '../auth/contract.ts'
import { TICKET_STATUSES, TicketRow } from '../tickets/contract.ts'

/** How things stand now; counted over live tickets, without groups unless it says so. */
export const LIVE_FIGURES = [
  'open',
  'pending',
  'snoozed',
  'chatbot',
  'groups',
  /** The customer had the last word. */
  'unanswered',
  /** Unanswered for longer than the setting `waitLimitMinutes`. */
  'overdue',
] as const
export type LiveFigure = (typeof LIVE_FIGURES)[number]

/** What happened in a span of days, without groups and imported conversations. */
export const PERIOD_FIGURES = [
  'created',
  /** Begun by us. */
  'active',
  /** Begun by the customer. */
  'receptive',
  /** Begun by the customer, and accepted by somebody. */
  'accepted',
  /** Begun then, and answered by a person. */
  'replied',
  'closed',
  /** Closed by somebody who had accepted it. */
  'handled',
] as const
export type PeriodFigure = (typeof PERIOD_FIGURES)[number]
export type Figure = LiveFigure | PeriodFigure

/** 0 stands for none: no queue, nobody. */
const IdsOrNone = Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), { maxItems: 200 }))

export const Narrowing = {
  queuesIds: IdsOrNone,
  whatsappIds: IdsOrNone,
  /** Whoever has the ticket, or had it when it was closed. */
  userIds: IdsOrNone,
}

/** A day of the company's calendar, `yyyy-MM-dd`; a time after it is ignored (api-shapes §17). */
const Day = Type.String({ pattern: '^20\\d{2}-\\d{2}-\\d{2}(T[0-9:.Z+-]{1,24})?$', maxLength: 40 })

/** What a column of the chart stands for: the longer the period, the more. */
export const CHART_UNITS = ['hour', 'day', 'week', 'month'] as const
export type ChartUnit = (typeof CHART_UNITS)[number]

/** Days at most from the first to the last. */
export const MAX_DAYS = 366

export const LiveQuery = Type.Object(Narrowing)
export type LiveQuery = Static<typeof LiveQuery>

/** Both, of which the last counts; today without them. */
const days = { startDate: Type.Optional(Day), endDate: Type.Optional(Day) }

export const PeriodQuery = Type.Object({ ...Narrowing, ...days })
export type PeriodQuery = Static<typeof PeriodQuery>

export const RowQuery = Type.Object({
  ...Narrowing,
  /** `open` when absent. */
  figure: Type.Optional(Type.Enum([...LIVE_FIGURES, ...PERIOD_FIGURES])),
  /** Of figures of a period. */
  ...days,
  /** One column of the chart of these days, as its `at` says. */
  at: Type.Optional(Type.String({ pattern: '^20\\d{2}-\\d{2}(-\\d{2}(T\\d{2})?)?$', maxLength: 13 })),
  /** Hour of the day, of any day. */
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  pageNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
})
export type RowQuery = Static<typeof RowQuery>

export const LiveFigures = Type.Object({
  counts: Type.Object(
    Object.fromEntries(LIVE_FIGURES.map((figure) => [figure, Type.Integer()])) as Record<
      LiveFigure,
      ReturnType<typeof Type.Integer>
    >,
  ),
  /** Of today, on the company's calendar. */
  today: Type.Object({ day: Type.String(), created: Type.Integer(), closed: Type.Integer() }),
  /** Of those unanswered: since when the first of them waits, and seconds on average. */
  longestWaitSince: Nullable(Millis),
  averageWait: Nullable(Type.Integer()),
  waitLimitMinutes: Type.Integer(),
})
export type LiveFigures = Static<typeof LiveFigures>

/** Seconds, over so many tickets; nine of ten took no longer than `p90`. */
const Duration = Type.Object({
  count: Type.Integer(),
  average: Nullable(Type.Integer()),
  p90: Nullable(Type.Integer()),
})
export type Duration = Static<typeof Duration>

const figures = {
  created: Type.Integer(),
  active: Type.Integer(),
  receptive: Type.Integer(),
  closed: Type.Integer(),
  /** From the beginning until somebody accepted: `accepted`. */
  wait: Duration,
  /** From the customer's first unanswered words to a person's first: `replied`. */
  firstReply: Duration,
  /** From accepting to closing: `handled`. */
  handling: Duration,
  /** From the beginning to closing: `closed`. */
  resolution: Duration,
}
export const Totals = Type.Object(figures)
export type Totals = Static<typeof Totals>

/** `id` 0: no queue, nobody. Of more than 92 days without `p90`. */
const Group = Type.Object({ id: Type.Integer(), name: Type.String(), color: Nullable(Type.String()), ...figures })
export type Group = Static<typeof Group>

export const PeriodFigures = Type.Object({
  /** Agents are shown their own tickets, everybody else those that they see. */
  isOwn: Type.Boolean(),
  totals: Totals,
  /** As many days before, up to the same time of day. */
  before: Totals,
  unit: Type.Enum([...CHART_UNITS]),
  /** `yyyy-MM-ddTHH`, `yyyy-MM-dd` (of a week: its Monday) or `yyyy-MM`; times in which nothing happened are there too. */
  series: Type.Array(Type.Object({ at: Type.String(), created: Type.Integer(), closed: Type.Integer() })),
  /** Begun at each hour of the day, 0 to 23. */
  hours: Type.Array(Type.Integer()),
  channels: Type.Array(Group),
  queues: Type.Array(Group),
  users: Type.Array(Group),
})
export type PeriodFigures = Static<typeof PeriodFigures>

export const FigureRows = Type.Object({
  tickets: Type.Array(TicketRow),
  count: Type.Integer(),
  hasMore: Type.Boolean(),
})
export type FigureRows = Static<typeof FigureRows>

const load = {
  open: Type.Integer(),
  pending: Type.Integer(),
  unanswered: Type.Integer(),
  overdue: Type.Integer(),
  longestWaitSince: Nullable(Millis),
}

export const PanelUser = Type.Object({
  id: Id,
  name: Type.String(),
  profile: ProfileSchema,
  profilePicUrl: Nullable(Type.String()),
  isOnline: Type.Boolean(),
  /** Online since then, or gone since then. */
  since: Nullable(Millis),
  queues: Type.Array(Type.Object({ id: Id, name: Type.String(), color: Type.String() })),
  ...load,
  closedToday: Type.Integer(),
})
export type PanelUser = Static<typeof PanelUser>

export const PanelQueue = Type.Object({
  /** 0: no queue. */
  id: Type.Integer(),
  name: Type.String(),
  color: Nullable(Type.String()),
  /** People of the queue who are online. */
  online: Type.Integer(),
  people: Type.Integer(),
  ...load,
})
export type PanelQueue = Static<typeof PanelQueue>

export const Panel = Type.Object({
  users: Type.Array(PanelUser),
  queues: Type.Array(PanelQueue),
  today: Type.String(),
  waitLimitMinutes: Type.Integer(),
})
export type Panel = Static<typeof Panel>

/** Rows that the panel shows at most; the summaries count all. */
export const MAX_PANEL_ROWS = 1_000

export const PanelQuery = Type.Object({
  /** Open and pending when absent. */
  status: Type.Optional(Type.Array(Type.Enum([...TICKET_STATUSES]), { maxItems: 3 })),
  queuesIds: IdsOrNone,
  /** Days on which the ticket began. */
  dateStart: Type.Optional(Day),
  dateEnd: Type.Optional(Day),
})
export type PanelQuery = Static<typeof PanelQuery>
