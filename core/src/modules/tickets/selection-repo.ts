import { Prisma } from '../../platform/db/generated/client.ts'
import { filterSql } from './filter-repo.ts'
import type { TicketViewer } from './policy.ts'
import type { TicketCountQuery, TicketStatus } from './schemas.ts'
import { fromSql, withFound } from './walk-repo.ts'

export interface TicketSelection {
  viewer: TicketViewer
  /** All that the list would show under these, in these states. */
  filters: TicketCountQuery
  statuses: readonly TicketStatus[]
  /** Whose they are. */
  userIds?: readonly number[] | undefined
  /** Last message before this moment. */
  before?: Date | undefined
}

/** Ids of chosen tickets as a subquery with the column `id`, the rule of who sees what included. */
export function selectionSql({ viewer, filters, statuses, userIds, before }: TicketSelection): Prisma.Sql {
  const all = [Prisma.sql`t.status = any(${[...statuses]}::text[])`, filterSql(viewer, filters)]
  if (userIds?.length) all.push(Prisma.sql`t.user_id = any(${[...userIds]}::int[])`)
  if (before) all.push(Prisma.sql`t.last_message_at < ${before}::timestamptz`)
  return withFound(
    { viewer, filters },
    Prisma.sql`select t.id from ${fromSql({ filters })} where ${Prisma.join(all, ' and ')}`,
  )
}
