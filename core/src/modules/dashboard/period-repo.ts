import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { type Measured, PERIOD_SQL, type Span, spanSql } from './figure-repo.ts'
import type { ChartUnit } from './schemas.ts'

/** Counts, and seconds of four durations, each beside how many tickets it is over. */
export interface TotalsRow {
  created: number
  active: number
  receptive: number
  closed: number
  waits: number
  waitAverage: number | null
  waitP90: number | null
  replies: number
  replyAverage: number | null
  replyP90: number | null
  handlings: number
  handlingAverage: number | null
  handlingP90: number | null
  resolutionAverage: number | null
  resolutionP90: number | null
}

/** `id` 0: no queue, nobody. */
export interface GroupRow extends TotalsRow {
  id: number
  name: string
  color: string | null
}

export interface PeriodRow {
  totals: TotalsRow
  channels: GroupRow[]
  queues: GroupRow[]
  users: GroupRow[]
  /** By the names of the chart's columns; only those in which something happened. */
  begun: { at: string; count: number }[]
  ended: { at: string; count: number }[]
  hours: { hour: number; count: number }[]
}

export interface PeriodAsked {
  span: Span
  timezone: string
  /** Columns of the chart. */
  unit: ChartUnit
  /** Of each group too: every one is a sorting of its own, which counts in a hundred thousand tickets. */
  groupP90: boolean
}

/** How the chart names its columns. */
export const bucketSql = (column: Prisma.Sql, timezone: string, unit: ChartUnit): Prisma.Sql =>
  namedSql(truncatedSql(column, timezone, unit), unit)

/** A column of the chart before it is named: naming a hundred thousand moments would take longer than all the rest. */
const truncatedSql = (column: Prisma.Sql, timezone: string, unit: ChartUnit): Prisma.Sql =>
  Prisma.sql`date_trunc(${unit}, ${column} at time zone ${timezone})`
const NAMES: Record<ChartUnit, string> = {
  hour: 'YYYY-MM-DD"T"HH24',
  day: 'YYYY-MM-DD',
  week: 'YYYY-MM-DD',
  month: 'YYYY-MM',
}
const namedSql = (column: Prisma.Sql, unit: ChartUnit): Prisma.Sql => Prisma.sql`to_char(${column}, ${NAMES[unit]})`

/** Floating point: exact numbers would take ten times as long. */
const seconds = (from: Prisma.Sql, to: Prisma.Sql) => Prisma.sql`date_part('epoch', ${to} - ${from})`
const BEGIN = Prisma.sql`t.created_at`
const START = Prisma.sql`t.started_at`
const END = Prisma.sql`t.closed_at`

/** `greatest`: a ticket taken up again keeps its first acceptance. */
const MEASURES = Prisma.sql`
  case when ${PERIOD_SQL.accepted} then greatest(${seconds(BEGIN, START)}, 0) end wait,
  case when ${PERIOD_SQL.replied} then t.first_reply_seconds::float8 end reply,
  case when ${PERIOD_SQL.handled} then greatest(${seconds(START, END)}, 0) end handling,
  case when ${PERIOD_SQL.closed} then greatest(${seconds(BEGIN, END)}, 0) end resolution`

const COUNTS = Prisma.sql`
  count(*) filter (where m.is_begun)::int created,
  count(*) filter (where m.is_begun and m.is_active_demand)::int active,
  count(*) filter (where m.is_begun and not m.is_active_demand)::int receptive,
  count(*) filter (where m.is_ended)::int closed,
  count(m.wait)::int waits, count(m.reply)::int replies, count(m.handling)::int handlings`

const AVERAGES = Prisma.sql`
  round(avg(m.wait))::int "waitAverage", round(avg(m.reply))::int "replyAverage",
  round(avg(m.handling))::int "handlingAverage", round(avg(m.resolution))::int "resolutionAverage"`

const MEASURED = ['wait', 'reply', 'handling', 'resolution'] as const
const named = (value: (measure: Prisma.Sql) => Prisma.Sql): Prisma.Sql =>
  Prisma.join(MEASURED.map((name) => Prisma.sql`${value(Prisma.raw(`m.${name}`))} ${Prisma.raw(`"${name}P90"`)}`))
const P90 = named((measure) => Prisma.sql`round(percentile_cont(0.9) within group (order by ${measure}))::int`)
const NO_P90 = named(() => Prisma.sql`null::int`)

export async function totalsOf(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  measured: Measured,
  span: Span,
): Promise<TotalsRow> {
  const [row] = await uow.query<TotalsRow>(scope, totalsSql(measured, span))
  if (!row) throw new Error('no totals')
  return row
}

export const totalsSql = (measured: Measured, span: Span): Prisma.Sql => Prisma.sql`
  select ${COUNTS}, ${AVERAGES}, ${P90} from (select t.*, ${MEASURES} from (${spanSql(measured, span)}) t) m`

/** Everything of a period in one statement: its tickets are read once and grouped in every way. */
export async function loadPeriod(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  measured: Measured,
  asked: PeriodAsked,
): Promise<PeriodRow> {
  const [row] = await uow.query<PeriodRow>(scope, periodSql(measured, asked))
  if (!row) throw new Error('no period')
  return row
}

export function periodSql(measured: Measured, { span, timezone, unit, groupP90 }: PeriodAsked): Prisma.Sql {
  const totals = Prisma.sql`${COUNTS}, ${AVERAGES}, ${P90}`
  const all = Prisma.sql`${COUNTS}, ${AVERAGES}, ${groupP90 ? P90 : NO_P90}`
  const listed = (rows: Prisma.Sql) => Prisma.sql`(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${rows}) r)`
  const by = (table: 'channel' | 'queue' | 'app_user', key: string) =>
    listed(Prisma.sql`
      select coalesce(g.key, 0) id, coalesce(n.name, '') name,
             ${table === 'queue' ? Prisma.sql`n.color` : Prisma.sql`null::text`} color, g.*
        from (select m.${Prisma.raw(key)} key, ${all} from measured m group by 1) g
        left join ${Prisma.raw(table)} n on n.id = g.key
       order by g.created + g.closed desc, n.name, g.key`)
  const over = (column: Prisma.Sql, condition: Prisma.Sql) =>
    listed(Prisma.sql`
      select ${namedSql(Prisma.sql`g."at"`, unit)} "at", g."count"
        from (select ${truncatedSql(column, timezone, unit)} "at", count(*)::int "count"
                from measured m where ${condition} group by 1) g`)
  return Prisma.sql`
    with measured as materialized (select t.*, ${MEASURES} from (${spanSql(measured, span)}) t)
    select (select to_jsonb(r) from (select ${totals} from measured m) r) totals,
           ${by('channel', 'channel_id')} channels, ${by('queue', 'queue_id')} queues, ${by('app_user', 'user_id')} users,
           ${over(Prisma.sql`m.created_at`, Prisma.sql`m.is_begun`)} begun,
           ${over(Prisma.sql`m.closed_at`, Prisma.sql`m.is_ended`)} ended,
           ${listed(Prisma.sql`
             select date_part('hour', m.created_at at time zone ${timezone})::int "hour", count(*)::int "count"
               from measured m where m.is_begun group by 1`)} hours`
}
