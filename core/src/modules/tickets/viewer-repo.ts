import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { ask, type Source } from './source-repo.ts'

export interface StoredRights {
  queueIds: number[]
  tenantHasQueues: boolean
  /** Keys of the switches that are on; those that matter here are off unless somebody turned them on. */
  enabled: string[]
}

export async function storedRights(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  userId: number,
): Promise<StoredRights> {
  const [row] = await ask<StoredRights>(
    source,
    scope,
    Prisma.sql`
      select array(select q.queue_id from user_queue q where q.user_id = ${userId}) "queueIds",
             exists (select 1 from queue) "tenantHasQueues",
             array(select s.key from setting s where s.value = 'enabled') "enabled"`,
  )
  return row ?? { queueIds: [], tenantHasQueues: true, enabled: [] }
}
