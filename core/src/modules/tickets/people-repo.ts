import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Profile } from '../auth/contract.ts'
import { ask, type Source } from './source-repo.ts'

export interface PersonRow {
  id: number
  name: string
  profile: Profile
  profilePicId: string | null
  queueIds: number[]
}

const MAX_PEOPLE = 2000

/** Everybody who works in the company, by name. */
export const listPeople = (source: Source, scope: Pick<Scope, 'tenantId'>): Promise<PersonRow[]> =>
  ask<PersonRow>(
    source,
    scope,
    Prisma.sql`
      select u.id, u.name, u.profile, u.profile_pic_id "profilePicId",
             array(select q.queue_id from user_queue q where q.tenant_id = u.tenant_id and q.user_id = u.id) "queueIds"
        from app_user u where u.is_active order by fold(u.name), u.id limit ${MAX_PEOPLE}`,
  )
