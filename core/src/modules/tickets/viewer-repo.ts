import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Profile } from '../auth/contract.ts'
import { ask, type Source } from './source-repo.ts'

export interface StoredRights {
  /** As it is now, whatever it was when the session began; null for somebody who is gone. */
  profile: Profile | null
  queueIds: number[]
  tenantHasQueues: boolean
  /** Keys of the switches that are on; those that matter here are off unless somebody turned them on. */
  enabled: string[]
  /** The plan has groups; a company without a plan has everything. */
  hasGroups: boolean
  /** Keys of the switches that are on unless somebody turned them off, as somebody did. */
  disabled: string[]
}

export const NO_RIGHTS: StoredRights = {
  profile: null,
  queueIds: [],
  tenantHasQueues: true,
  enabled: [],
  hasGroups: true,
  disabled: [],
}

/** One row, whoever asks. */
export const rightsSql = (userId: number): Prisma.Sql => Prisma.sql`
  select (select u.profile from app_user u where u.id = ${userId}) "profile",
         array(select q.queue_id from user_queue q where q.user_id = ${userId}) "queueIds",
         exists (select 1 from queue) "tenantHasQueues",
         array(select s.key from setting s where s.value = 'enabled') "enabled",
         coalesce((select p.groups from tenant c join plan p on p.id = c.plan_id), true) "hasGroups",
         array(select s.key from setting s where s.value = 'disabled') "disabled"`

export async function storedRights(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  userId: number,
): Promise<StoredRights> {
  const [row] = await ask<StoredRights>(source, scope, rightsSql(userId))
  return row ?? NO_RIGHTS
}
