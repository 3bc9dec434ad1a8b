import { lockName } from '../../platform/advisory-lock.ts'
import type { Tx } from '../../platform/db/uow.ts'

const MAX_TEAMS = 1000

export interface TeamRow {
  id: number
  name: string
  isActive: boolean
  createdAt: Date
  updatedAt: Date
  users: { id: number; name: string }[]
}

/** Names are told apart without regard to case, one change at a time. */
export const lockTeams = (tx: Tx): Promise<void> => lockName(tx, 'teams')

/** All, or the one with this id. */
export const listTeams = (tx: Tx, id: number | null = null): Promise<TeamRow[]> =>
  tx.db.$queryRaw<TeamRow[]>`
    select t.id, t.name, t.is_active "isActive", t.created_at "createdAt", t.updated_at "updatedAt",
           coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name, u.id)
                    filter (where u.id is not null), '[]') "users"
      from team t
      left join team_user l on l.tenant_id = t.tenant_id and l.team_id = t.id
      left join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where ${id}::int is null or t.id = ${id}::int
     group by t.tenant_id, t.id
     order by t.name, t.id
     limit ${MAX_TEAMS}`

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from team where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export async function insertTeam(tx: Tx, values: { name: string; isActive: boolean }): Promise<number> {
  const { id } = await tx.db.team.create({ data: values, select: { id: true } })
  return id
}

export async function updateTeam(tx: Tx, id: number, values: { name?: string; isActive?: boolean }): Promise<void> {
  await tx.db.team.updateMany({ where: { id }, data: values })
}

/** All or nothing: false when one of the ids is not of this company. */
export async function replaceMembers(tx: Tx, teamId: number, userIds: number[]): Promise<boolean> {
  const known = await tx.db.user.count({ where: { id: { in: userIds } } })
  if (known !== userIds.length) return false
  await tx.db.teamUser.deleteMany({ where: { teamId } })
  await tx.db.teamUser.createMany({ data: userIds.map((userId) => ({ teamId, userId })) })
  return true
}

export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  await tx.db.team.deleteMany({ where: { id } })
}
