import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import type { Team, TeamCreate, TeamUpdate } from './contract.ts'
import * as repo from './repo.ts'

const presentTeam = ({ createdAt, updatedAt, ...team }: repo.TeamRow): Team => ({
  ...team,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export function createTeamService({ uow, realtime }: { uow: UnitOfWork; realtime: RealtimePort }) {
  const tell = ({ tenantId }: Scope, action: 'update' | 'delete') =>
    realtime.publish({ tenantId, to: 'tenant' }, 'team', { action })

  const load = async (tx: Tx, id: number): Promise<Team> => {
    const [row] = await repo.listTeams(tx, id)
    if (!row) throw new AppError('ERR_NO_TEAM_FOUND')
    return presentTeam(row)
  }

  const saveMembers = async (tx: Tx, id: number, users: TeamUpdate['users']): Promise<void> => {
    if (users && !(await repo.replaceMembers(tx, id, idsOf(users)))) throw new AppError('ERR_NO_USER_FOUND')
  }

  return {
    list: async (scope: Scope): Promise<Team[]> => (await uow.run(scope, (tx) => repo.listTeams(tx))).map(presentTeam),

    /** @throws ERR_TEAM_NAME_EXISTS, ERR_NO_USER_FOUND */
    create: (scope: Scope, { name: given, isActive = true, users }: TeamCreate): Promise<Team> =>
      uow.run(scope, async (tx) => {
        const name = given.trim()
        await repo.lockTeams(tx)
        if (await repo.isNameTaken(tx, name, null)) throw new AppError('ERR_TEAM_NAME_EXISTS')
        const id = await repo.insertTeam(tx, { name, isActive })
        await saveMembers(tx, id, users)
        await audit(tx, { action: 'team.create', object: `team:${id}`, details: { name } })
        tx.afterCommit(() => tell(scope, 'update'))
        return load(tx, id)
      }),

    /** @throws ERR_NO_TEAM_FOUND, ERR_TEAM_NAME_EXISTS, ERR_NO_USER_FOUND */
    update: (scope: Scope, id: number, { name: given, isActive, users }: TeamUpdate): Promise<Team> =>
      uow.run(scope, async (tx) => {
        const name = given?.trim()
        const values = { ...(name === undefined ? {} : { name }), ...(isActive === undefined ? {} : { isActive }) }
        await repo.lockTeams(tx)
        await load(tx, id)
        if (name !== undefined && (await repo.isNameTaken(tx, name, id))) throw new AppError('ERR_TEAM_NAME_EXISTS')
        await repo.updateTeam(tx, id, values)
        await saveMembers(tx, id, users)
        const details = { ...values, ...(users ? { users: idsOf(users) } : {}) }
        await audit(tx, { action: 'team.update', object: `team:${id}`, details })
        tx.afterCommit(() => tell(scope, 'update'))
        return load(tx, id)
      }),

    /** @throws ERR_NO_TEAM_FOUND */
    remove: (scope: Scope, id: number): Promise<void> =>
      uow.run(scope, async (tx) => {
        const { name } = await load(tx, id)
        await repo.deleteTeam(tx, id)
        await audit(tx, { action: 'team.delete', object: `team:${id}`, details: { name } })
        tx.afterCommit(() => tell(scope, 'delete'))
      }),
  }
}

export type TeamService = ReturnType<typeof createTeamService>
