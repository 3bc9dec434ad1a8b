import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { filterSql } from './filter-repo.ts'
import { closedCountSql } from './list-repo.ts'
import type { TicketViewer } from './policy.ts'
import type { TicketCountQuery, TicketCounts } from './schemas.ts'
import { ask } from './source-repo.ts'
import { inBotSql, snoozedSql } from './visible-repo.ts'
import { fromSql, withFound } from './walk-repo.ts'

export type TicketTab = keyof TicketCounts

/** A tab of the list under filters. */
export interface CountedView {
  tab: TicketTab
  filters: TicketCountQuery
}

const single = Prisma.sql`not t.is_group and not ${inBotSql}`

/** Which live tickets stand in a tab, as a condition on `t`; the same as `countTabsSql` counts. */
const LIVE: Record<Exclude<TicketTab, 'closed'>, Prisma.Sql> = {
  open: Prisma.sql`t.status = 'open' and ${single}`,
  pending: Prisma.sql`t.status = 'pending' and ${single} and not ${snoozedSql}`,
  snoozed: Prisma.sql`${single} and ${snoozedSql}`,
  chatbot: Prisma.sql`not t.is_group and ${inBotSql}`,
  groups: Prisma.sql`t.is_group`,
}

/** How many tickets each view holds, in their order: one statement, and one walk over the live tickets, for all of them. */
export async function countViews(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  viewer: TicketViewer,
  views: readonly CountedView[],
): Promise<number[]> {
  if (views.length === 0) return []
  const [row] = await ask<{ counts: number[] }>(
    uow,
    scope,
    Prisma.sql`
      select array[${Prisma.join(views.map((view) => countSql(viewer, view)))}]::int[] "counts"
        from ticket t where t.status <> 'closed'`,
  )
  return row?.counts ?? []
}

function countSql(viewer: TicketViewer, { tab, filters }: CountedView): Prisma.Sql {
  if (tab === 'closed') {
    const closed = closedCountSql(viewer, filters, Prisma.sql`not t.is_group`)
    return Prisma.sql`(${withFound({ viewer, filters }, Prisma.sql`select ${closed}`)})`
  }
  const condition = Prisma.sql`${LIVE[tab]} and ${filterSql(viewer, filters)}`
  if (!filters.searchParam?.trim()) return Prisma.sql`count(*) filter (where ${condition})`
  return Prisma.sql`(${withFound(
    { viewer, filters },
    Prisma.sql`select count(*) from ${fromSql({ filters })} where t.status <> 'closed' and ${condition}`,
  )})`
}
