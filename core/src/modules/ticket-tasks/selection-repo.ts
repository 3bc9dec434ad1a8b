import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { TICKET_STATUSES } from '../tickets/contract.ts'
import { loadViewer, selectionSql } from '../tickets/index.ts'
import type { TicketSelection } from './schemas.ts'

/**
 * The chosen tickets as a subquery with the column `id`: of those that the caller sees the named ones, or all that the
 * filter finds.
 */
export async function chosenSql(
  tx: Tx,
  { ticketIds, filter }: Pick<TicketSelection, 'ticketIds' | 'filter'>,
  onlyLive: boolean,
): Promise<Prisma.Sql> {
  const viewer = await loadViewer(tx, tx.scope)
  if (ticketIds) {
    const seen = selectionSql({ viewer, filters: { showAll: true }, statuses: TICKET_STATUSES })
    return Prisma.sql`select s.id from (${seen}) s where s.id = any(${[...new Set(ticketIds)]}::int[])`
  }
  const { status, userIds, olderThan, ...filters } = filter ?? {}
  const asked = status?.length ? status : TICKET_STATUSES
  return selectionSql({
    viewer,
    filters: { showAll: true, ...filters },
    statuses: onlyLive ? asked.filter((name) => name !== 'closed') : asked,
    userIds,
    before: olderThan === undefined ? undefined : new Date(olderThan),
  })
}
