import { Prisma } from '../../platform/db/generated/client.ts'
import { filterSql, foundSql } from './filter-repo.ts'
import { seesAll, type TicketViewer } from './policy.ts'
import type { TicketCountQuery } from './schemas.ts'

/** The place of a ticket in the list. */
export interface Place {
  lastMessageAt: Date
  id: number
}

export interface Walk {
  viewer: TicketViewer
  filters: TicketCountQuery
  after: Place | null
  limit: number
}

/** Live tickets by last message: few, in an index of their own. */
export function liveWalk(walk: Walk, condition: Prisma.Sql): Prisma.Sql {
  return walkOf(fromSql(walk), Prisma.sql`t.status <> 'closed' and ${condition}`, walk)
}

/**
 * Closed tickets by last message. There may be millions, of which an agent sees few: each reason to see one has an index
 * in the list's order, so that no walk passes by what others closed.
 */
export function closedWalk(walk: Walk, condition: Prisma.Sql): Prisma.Sql {
  const closed = closedSql(condition)
  const reasons = reasonsOf(walk)
  if (!reasons) return walkOf(fromSql(walk), closed, walk)
  const walks = reasons.map((reason) => {
    const one = reasonWalk(walk, reason, closed)
    return reason.each
      ? Prisma.sql`select b.* from (${newestOf(walk, { ...reason, each: reason.each }, closed)}) n cross join lateral (${one}) b`
      : Prisma.sql`(${one})`
  })
  return Prisma.sql`select u.id, u.last_message_at from (${Prisma.join(walks, ' union ')}) u
    order by u.last_message_at desc, u.id desc limit ${walk.limit}`
}

/** As many closed tickets as there are, up to a limit: any of them will do, so that no reason is walked further. */
export function closedCount(walk: Omit<Walk, 'after'>, condition: Prisma.Sql): Prisma.Sql {
  const { limit } = walk
  const closed = closedSql(condition)
  const whole = { ...walk, after: null }
  const reasons = reasonsOf(whole)
  if (!reasons) return Prisma.sql`select count(*) from (${walkOf(fromSql(walk), closed, whole)}) n`
  const walks = reasons.map(({ each, column, value }) => {
    const holds = value ? Prisma.sql`${column} = ${value}` : Prisma.sql`${column} is null`
    const one = Prisma.sql`select t.id from ticket t
      where ${holds} and ${closed} and ${filterSql(walk.viewer, walk.filters)} limit ${limit}`
    return each
      ? Prisma.sql`(select b.id from (${each}) n(id) cross join lateral (${one}) b limit ${limit})`
      : Prisma.sql`(${one})`
  })
  return Prisma.sql`select least(count(*), ${limit}) from (${Prisma.join(walks, ' union ')}) n`
}

const closedSql = (condition: Prisma.Sql) => Prisma.sql`t.status = 'closed' and ${condition}`

/**
 * Equality said as a range: an equal column counts for nothing in an order, and the planner would take the index of all
 * closed tickets, hoping to come by the right ones soon.
 */
function reasonWalk(walk: Walk, { column, value }: Reason, closed: Prisma.Sql): Prisma.Sql {
  const holds = value ? Prisma.sql`${column} between ${value} and ${value}` : Prisma.sql`${column} is null`
  return walkOf(Prisma.sql`ticket t`, Prisma.sql`${holds} and ${closed}`, walk, Prisma.sql`${column}, `)
}

/** Those of many rows whose newest ticket is so new that a page may hold it: as many as the page is long. */
function newestOf(walk: Walk, reason: Reason & { each: Prisma.Sql }, closed: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select n.id from (${reason.each}) n(id)
    cross join lateral (${reasonWalk({ ...walk, limit: 1 }, reason, closed)}) h
    order by h.last_message_at desc, h.id desc limit ${walk.limit}`
}

/** A column that has a value is a reason to see a ticket. */
interface Reason {
  /** Ids for each of which, as `n.id`, the reason holds on its own. */
  each?: Prisma.Sql
  /** Leads the index that is to be walked, and therefore the order. */
  column: Prisma.Sql
  /** Null where the column must be null. */
  value: Prisma.Sql | null
}

const USER = Prisma.sql`t.user_id`
const QUEUE = Prisma.sql`t.queue_id`
const CONTACT = Prisma.sql`t.contact_id`
const EACH = Prisma.sql`n.id`

/** Null where nothing narrows what one sees, or a search does so more. */
function reasonsOf({ viewer, filters }: Pick<Walk, 'viewer' | 'filters'>): Reason[] | null {
  if (hasSearch(filters)) return null
  const showAll = filters.showAll === true
  const { userId, queueIds, tenantHasQueues } = viewer
  const seesWhole = seesAll(viewer) ? showAll || queueIds.length === 0 : !tenantHasQueues
  if (userId === null || seesWhole) return null
  return [
    { column: USER, value: Prisma.sql`${userId}::int` },
    { each: Prisma.sql`select unnest(${queueIds}::int[])`, column: QUEUE, value: EACH },
    {
      each: Prisma.sql`select w.contact_id from contact_wallet w where w.user_id = ${userId}`,
      column: CONTACT,
      value: EACH,
    },
    ...(seesAll(viewer) ? [{ column: QUEUE, value: null }] : []),
  ]
}

function walkOf(
  from: Prisma.Sql,
  condition: Prisma.Sql,
  { viewer, filters, after, limit }: Walk,
  lead: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  const place = after
    ? Prisma.sql`and (t.last_message_at, t.id) < (${after.lastMessageAt}::timestamptz, ${after.id}::int)`
    : Prisma.empty
  return Prisma.sql`select t.id, t.last_message_at from ${from}
    where ${condition} and ${filterSql(viewer, filters)} ${place}
    order by ${lead}t.last_message_at desc, t.id desc limit ${limit}`
}

const searchOf = ({ searchParam }: TicketCountQuery): string => searchParam?.trim() ?? ''
const hasSearch = (filters: TicketCountQuery): boolean => searchOf(filters) !== ''

/** Where tickets are read from, in a statement of `withFound`. */
export const fromSql = ({ filters }: Pick<Walk, 'filters'>): Prisma.Sql =>
  hasSearch(filters) ? Prisma.sql`found f join ticket t on t.id = f.id` : Prisma.sql`ticket t`

/** A search names the tickets first, once for all parts of the statement. */
export const withFound = ({ viewer, filters }: Pick<Walk, 'viewer' | 'filters'>, select: Prisma.Sql): Prisma.Sql =>
  hasSearch(filters)
    ? Prisma.sql`with found as materialized (${foundSql(viewer, searchOf(filters))}) ${select}`
    : select
