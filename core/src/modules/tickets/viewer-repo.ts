import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { ask, type Source } from './source-repo.ts'

export interface StoredRights {
  queueIds: number[]
  tenantHasQueues: boolean
  /** Keys of the switches that are on; those that matter here are off unless somebody turned them on. */
  enabled: string[]
}

export const NO_RIGHTS: StoredRights = { queueIds: [], tenantHasQueues: true, enabled: [] }

/** One row, whoever asks. */
export const rightsSql = (userId: number): Prisma.Sql => Prisma.sql`
  select array(select q.queue_id from user_queue q where q.user_id = ${userId}) "queueIds",
         exists (select 1 from queue) "tenantHasQueues",
         array(select s.key from setting s where s.value = 'enabled') "enabled"`

export async function storedRights(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  userId: number,
): Promise<StoredRights> {
  const [row] = await ask<StoredRights>(source, scope, rightsSql(userId))
  return row ?? NO_RIGHTS
}
