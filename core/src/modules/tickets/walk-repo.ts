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
  const closed = Prisma.sql`t.status = 'closed' and ${condition}`
  const reasons = hasSearch(walk.filters) ? null : reasonsToSee(walk.viewer, walk.filters.showAll === true)
  if (!reasons) return walkOf(fromSql(walk), closed, walk)
  const walks = reasons.map(({ each, reason, column }) => {
    const one = walkOf(Prisma.sql`ticket t`, Prisma.sql`${reason} and ${closed}`, walk, Prisma.sql`${column}, `)
    return each ? Prisma.sql`select b.* from ${each} cross join lateral (${one}) b` : Prisma.sql`(${one})`
  })
  return Prisma.sql`select u.id, u.last_message_at from (${Prisma.join(walks, ' union ')}) u
    order by u.last_message_at desc, u.id desc limit ${walk.limit}`
}

interface Reason {
  /** Rows for each of which the reason holds on its own. */
  each?: Prisma.Sql
  reason: Prisma.Sql
  /** Leads the index that is to be walked, and therefore the order. */
  column: Prisma.Sql
}

/**
 * Equality said as a range: an equal column counts for nothing in an order, and the planner would take the index of all
 * closed tickets, hoping to come by the right ones soon.
 */
const equals = (column: Prisma.Sql, value: Prisma.Sql): Pick<Reason, 'column' | 'reason'> => ({
  column,
  reason: Prisma.sql`${column} between ${value} and ${value}`,
})

const USER = Prisma.sql`t.user_id`
const QUEUE = Prisma.sql`t.queue_id`
const CONTACT = Prisma.sql`t.contact_id`

/** Null where nothing narrows what one sees. */
function reasonsToSee(viewer: TicketViewer, showAll: boolean): Reason[] | null {
  const { userId, queueIds, tenantHasQueues } = viewer
  const seesWhole = seesAll(viewer) ? showAll || queueIds.length === 0 : !tenantHasQueues
  if (userId === null || seesWhole) return null
  return [
    equals(USER, Prisma.sql`${userId}::int`),
    { each: Prisma.sql`unnest(${queueIds}::int[]) n(id)`, ...equals(QUEUE, Prisma.sql`n.id`) },
    {
      each: Prisma.sql`(select w.contact_id from contact_wallet w where w.user_id = ${userId}) w`,
      ...equals(CONTACT, Prisma.sql`w.contact_id`),
    },
    ...(seesAll(viewer) ? [{ column: QUEUE, reason: Prisma.sql`${QUEUE} is null` }] : []),
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
