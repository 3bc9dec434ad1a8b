import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { type Fetched, recordOf, recordSql, type TicketRecord } from './record-repo.ts'
import { ask, type Source } from './source-repo.ts'
import { rightsSql, type StoredRights } from './viewer-repo.ts'

/**
 * A ticket, null when there is none, and the rights of whoever asks for it: one statement for what every request needs. The
 * offset keeps the ticket's part apart: joined as it is, what is gathered of a contact would be gathered of every row that
 * a plan tries, and without statistics (a company that has just been filled) those are all.
 */
export async function loadWithRights(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  ticketId: number,
  userId: number,
): Promise<{ record: TicketRecord | null; stored: StoredRights }> {
  const [row] = await ask<StoredRights & (Fetched | { id: null })>(
    source,
    scope,
    Prisma.sql`select * from (${rightsSql(userId)}) v left join (${recordSql([ticketId])} offset 0) r on true`,
  )
  if (!row) throw new Error('no rights')
  const { profile, queueIds, tenantHasQueues, enabled, hasGroups, disabled, ...found } = row
  const stored = { profile, queueIds, tenantHasQueues, enabled, hasGroups, disabled }
  return { record: found.id === null ? null : recordOf(found), stored }
}
