import type { Tx } from '../../platform/db/uow.ts'
import type { StoredParty } from '../contacts/index.ts'
import type { Facts } from './plan.ts'

export type SyncOutcome = 'created' | 'updated' | 'kept' | 'numberless' | 'erased' | 'group'

export interface SyncResult {
  line: number
  contactId: number | null
  outcome: SyncOutcome
  before: Facts | null
  after: Facts | null
}

/** See the SQL function `contact_sync`. */
export const syncPeople = (
  tx: Tx,
  channelId: number,
  rows: { line: number; party: StoredParty; mayMake: boolean; isErased: boolean }[],
): Promise<SyncResult[]> => tx.db.$queryRaw`
  select s.line, s.contact_id "contactId", s.outcome, s.before, s.after
    from contact_sync(${tx.scope.tenantId}, ${channelId}, ${JSON.stringify(rows)}::jsonb) s`

/** Of these channels, those whose address book is being read or worked off. Call it where nobody else begins one. */
export async function busyChannels(tx: Tx, channelIds: number[]): Promise<Set<number>> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select distinct (t.params->>'channelId')::int "id" from contact_task t
     where t.kind = 'sync' and t.state = 'running' and t.due_at is not null
       and (t.params->>'channelId')::int = any(${channelIds}::int[])`
  return new Set(rows.map(({ id }) => id))
}

/** Before a list is read anew. */
export const forgetLines = async (tx: Tx, taskId: number): Promise<void> => {
  await tx.db.contactTaskItem.deleteMany({ where: { taskId } })
}
