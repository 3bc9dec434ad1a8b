import { Prisma } from '../../platform/db/generated/client.ts'
import { inBotSql, snoozedSql, type TicketViewer, visibleSql } from '../tickets/index.ts'
import type { LiveFigure, PeriodFigure } from './schemas.ts'

/** Whose tickets count, and which of them. */
export interface Measured {
  viewer: TicketViewer
  /** Of the viewer alone. */
  isOwn: boolean
  /** Each empty for all; 0 stands for none. */
  queueIds: number[]
  channelIds: number[]
  userIds: number[]
}

/** From the first moment up to the last, which is not in it. */
export interface Span {
  from: Date
  to: Date
}

/** Whoever has a ticket, had it when it was closed, or put it aside under their name. */
export const HOLDER = Prisma.sql`coalesce(t.user_id, t.remembered_user_id)`

const among = (column: Prisma.Sql, ids: number[]): Prisma.Sql =>
  ids.includes(0)
    ? Prisma.sql`(${column} is null or ${column} = any(${ids}::int[]))`
    : Prisma.sql`${column} = any(${ids}::int[])`

/** Which tickets `t` are counted at all. */
export function measuredSql({ viewer, isOwn, queueIds, channelIds, userIds }: Measured): Prisma.Sql {
  const all = [visibleSql(viewer)]
  if (isOwn) all.push(Prisma.sql`${HOLDER} = ${viewer.userId}::int`)
  if (queueIds.length > 0) all.push(among(Prisma.sql`t.queue_id`, queueIds))
  if (channelIds.length > 0) all.push(among(Prisma.sql`t.channel_id`, channelIds))
  if (userIds.length > 0) all.push(among(HOLDER, userIds))
  return Prisma.join(all, ' and ')
}

/** Neither in a group nor in the hands of a flow: these have figures of their own. */
const single = Prisma.sql`(not t.is_group and not ${inBotSql})`
/** Of people, on their way or waiting: what the panel shows. */
export const PANEL_SQL = Prisma.sql`(${single} and not ${snoozedSql})`

const unanswered = Prisma.sql`(t.waiting_since is not null and ${PANEL_SQL})`

/** Of live tickets `t`; who waits since before `limit` waits too long. */
export function liveSql(figure: LiveFigure, limit: Date): Prisma.Sql {
  switch (figure) {
    case 'open':
      return Prisma.sql`(t.status = 'open' and ${single})`
    case 'pending':
      return Prisma.sql`(t.status = 'pending' and ${PANEL_SQL})`
    case 'snoozed':
      return Prisma.sql`(${single} and ${snoozedSql})`
    case 'chatbot':
      return Prisma.sql`(not t.is_group and ${inBotSql})`
    case 'groups':
      return Prisma.sql`t.is_group`
    case 'unanswered':
      return unanswered
    case 'overdue':
      return Prisma.sql`(${unanswered} and t.waiting_since < ${limit}::timestamptz)`
  }
}

/** Of the rows of `spanSql`. */
export const PERIOD_SQL: Record<PeriodFigure, Prisma.Sql> = {
  created: Prisma.sql`t.is_begun`,
  active: Prisma.sql`(t.is_begun and t.is_active_demand)`,
  receptive: Prisma.sql`(t.is_begun and not t.is_active_demand)`,
  accepted: Prisma.sql`(t.is_begun and not t.is_active_demand and t.started_at is not null)`,
  replied: Prisma.sql`(t.is_begun and t.first_reply_seconds is not null)`,
  closed: Prisma.sql`t.is_ended`,
  handled: Prisma.sql`(t.is_ended and t.started_at is not null)`,
}

/** When what a figure counts happened. */
export const isOfEnd = (figure: PeriodFigure): boolean => figure === 'closed' || figure === 'handled'

const COLUMNS = Prisma.sql`t.id, t.channel_id, t.queue_id, ${HOLDER} user_id, t.created_at, t.closed_at, t.started_at,
  t.is_active_demand, t.first_reply_seconds`

/**
 * Tickets that began or ended in a span, each once. Three walks, each in an index of its own: those that live, which are
 * few, those that began then, and those that began before and ended then. History that is only imported is closed in the
 * moment in which it begins; nobody worked on it.
 */
export function spanSql(measured: Measured, { from, to }: Span): Prisma.Sql {
  const begun = Prisma.sql`(t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz)`
  const ended = Prisma.sql`(t.closed_at >= ${from}::timestamptz and t.closed_at < ${to}::timestamptz)`
  const counted = Prisma.sql`not t.is_group and ${measuredSql(measured)}`
  const worked = Prisma.sql`t.status = 'closed' and t.closed_at is distinct from t.created_at and ${counted}`
  return Prisma.sql`
    select ${COLUMNS}, true is_begun, false is_ended from ticket t where t.status <> 'closed' and ${begun} and ${counted}
    union all
    select ${COLUMNS}, true, coalesce(${ended}, false) from ticket t where ${begun} and ${worked}
    union all
    select ${COLUMNS}, false, true from ticket t where ${ended} and t.created_at < ${from}::timestamptz and ${worked}`
}
