import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { filterSql } from './filter-repo.ts'
import type { TicketViewer } from './policy.ts'
import { loadTickets, type TicketRecord } from './record-repo.ts'
import type { TicketCountQuery, TicketCounts, TicketStatus } from './schemas.ts'
import { ask } from './source-repo.ts'
import { inBotSql, snoozedSql } from './visible-repo.ts'
import { closedCount, closedWalk, fromSql, liveWalk, type Place, withFound } from './walk-repo.ts'

/** Closed tickets are nearly all there are: they are counted up to here. */
export const MAX_CLOSED_COUNT = 1_000

export interface ListQuery {
  viewer: TicketViewer
  filters: TicketCountQuery
  statuses: readonly TicketStatus[]
}

export interface PageQuery extends ListQuery {
  after: Place | null
  skip: number
  take: number
}

const TRUE = Prisma.sql`true`
const ZERO = Prisma.sql`0`

const liveOf = (statuses: readonly TicketStatus[]) => statuses.filter((status) => status !== 'closed')
const inStatuses = (live: TicketStatus[]) => (live.length > 1 ? TRUE : Prisma.sql`t.status = ${live[0] ?? 'open'}`)

/** Tickets of a page by last message, newest first, and how many there are: live ones exactly, closed ones up to a limit. */
export async function listTickets(
  uow: UnitOfWork,
  scope: Scope,
  query: PageQuery,
): Promise<{ records: TicketRecord[]; count: number }> {
  const [page] = await ask<{ ids: number[]; count: number }>(uow, scope, pageSql(query))
  return { records: await loadTickets(uow, scope, page?.ids ?? []), count: page?.count ?? 0 }
}

export function pageSql({ viewer, filters, statuses, after, skip, take }: PageQuery): Prisma.Sql {
  const walk = { viewer, filters, after, limit: skip + take }
  const live = liveOf(statuses)
  const walks = [
    ...(live.length > 0 ? [liveWalk(walk, inStatuses(live))] : []),
    ...(statuses.includes('closed') ? [closedWalk(walk, TRUE)] : []),
  ].map((sql) => Prisma.sql`(${sql})`)
  return withFound(
    walk,
    Prisma.sql`
      select array(select m.id from (${Prisma.join(walks, ' union all ')}) m
                    order by m.last_message_at desc, m.id desc limit ${take} offset ${skip}) "ids",
             ${countSql({ viewer, filters, statuses })} "count"`,
  )
}

function countSql({ viewer, filters, statuses }: ListQuery): Prisma.Sql {
  const live = liveOf(statuses)
  const liveCount =
    live.length > 0
      ? Prisma.sql`(select count(*) from ${fromSql({ filters })}
          where t.status <> 'closed' and ${inStatuses(live)} and ${filterSql(viewer, filters)})`
      : ZERO
  const closedCount = statuses.includes('closed') ? closedCountSql(viewer, filters, TRUE) : ZERO
  return Prisma.sql`(${liveCount} + ${closedCount})::int`
}

export const closedCountSql = (viewer: TicketViewer, filters: TicketCountQuery, condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${closedCount({ viewer, filters, limit: MAX_CLOSED_COUNT }, condition)})`

/** Groups and tickets in a flow have tabs of their own and are counted there alone. */
export async function countTabs(
  uow: UnitOfWork,
  scope: Scope,
  viewer: TicketViewer,
  filters: TicketCountQuery,
): Promise<TicketCounts> {
  const [row] = await ask<TicketCounts>(uow, scope, countTabsSql(viewer, filters))
  return row ?? { open: 0, pending: 0, closed: 0, snoozed: 0, chatbot: 0, groups: 0 }
}

export function countTabsSql(viewer: TicketViewer, filters: TicketCountQuery): Prisma.Sql {
  const single = Prisma.sql`not t.is_group and not ${inBotSql}`
  return withFound(
    { viewer, filters },
    Prisma.sql`
      select count(*) filter (where t.status = 'open' and ${single})::int "open",
             count(*) filter (where t.status = 'pending' and ${single} and not ${snoozedSql})::int "pending",
             count(*) filter (where ${single} and ${snoozedSql})::int "snoozed",
             count(*) filter (where not t.is_group and ${inBotSql})::int "chatbot",
             count(*) filter (where t.is_group)::int "groups",
             ${closedCountSql(viewer, filters, Prisma.sql`not t.is_group`)}::int "closed"
        from ${fromSql({ filters })} where t.status <> 'closed' and ${filterSql(viewer, filters)}`,
  )
}
