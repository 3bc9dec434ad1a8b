import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { mayAssign, mayDelete, noticeAfter, seesAllTasks, seesTask, type TaskActor, type TaskFacts } from './policy.ts'
import { presentTask } from './presenter.ts'
import * as repo from './repo.ts'
import type { Priority, Task, TaskCounts, TaskCreate, TaskStatus, TaskUpdate } from './schemas.ts'
import type { TaskNotices } from './telling.ts'

export interface TaskDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
  notices: TaskNotices
  /** The limits of this company's tasks are to be looked at, at a time (epoch milliseconds). */
  kickIn(tx: Tx, at: number): Promise<void>
}

interface TaskQuery {
  searchParam?: string
  pageNumber?: number
  pageSize?: number
  status?: TaskStatus
  userId?: number
  teamId?: number
  priority?: Priority
}

const PAGE = 40

/** Whose task it is to be. */
type Doers = Pick<TaskFacts, 'ownerId' | 'teamId'>

const personOf = (scope: Scope): Pick<TaskActor, 'userId' | 'profile'> =>
  scope.actor.kind === 'user'
    ? { userId: scope.actor.userId, profile: scope.actor.profile }
    : { userId: null, profile: 'admin' }

export function createTaskService({ uow, clock, realtime, notices, kickIn }: TaskDeps) {
  const now = () => new Date(clock.now())

  const memberOf = async (tx: Tx) => {
    const person = personOf(tx.scope)
    return { ...person, teamIds: person.userId === null ? [] : await repo.teamsOf(tx, person.userId) }
  }

  /** @throws ERR_NO_TASK_FOUND when there is none or the caller may not know */
  const known = async (tx: Tx, row: repo.TaskRow | null): Promise<repo.TaskRow> => {
    if (!row || !seesTask(await memberOf(tx), row)) throw new AppError('ERR_NO_TASK_FOUND')
    return row
  }

  /** @throws ERR_TASK_OWNER, ERR_NO_USER_FOUND, ERR_NO_TEAM_FOUND */
  const checkDoers = async (tx: Tx, { ownerId, teamId }: Doers): Promise<void> => {
    const forOthers = isOn(await readSettings(tx), 'tasksForOthers')
    if (ownerId !== null && !(await repo.isActiveUser(tx, ownerId))) throw new AppError('ERR_NO_USER_FOUND')
    if (teamId !== null && !(await repo.isActiveTeam(tx, teamId))) throw new AppError('ERR_NO_TEAM_FOUND')
    if (!mayAssign({ ...(await memberOf(tx)), forOthers }, { ownerId, teamId })) throw new AppError('ERR_TASK_OWNER')
  }

  /** Screens with tasks look again; those whose task it is or was count anew. */
  const publish = (tx: Tx, id: number, userIds: number[]) => {
    const { tenantId } = tx.scope
    const people = [...new Set(userIds)]
    tx.afterCommit(() =>
      realtime.publish({ tenantId, to: 'tenant' }, 'task', { action: 'update', taskId: id, userIds: people }),
    )
  }

  return {
    async list(
      scope: Scope,
      query: TaskQuery,
    ): Promise<{ tasks: Task[]; count: number; hasMore: boolean; counts: TaskCounts }> {
      const page = pageOf(query, PAGE)
      const person = personOf(scope)
      const filter: repo.TaskFilter = {
        visibleTo: seesAllTasks(person) ? null : person.userId,
        status: query.status ?? null,
        ownerId: query.userId ?? null,
        teamId: query.teamId ?? null,
        priority: query.priority ?? null,
        search: query.searchParam?.trim() ?? '',
        now: now(),
      }
      return uow.run(scope, async (tx) => {
        const rows = await repo.listTasks(tx, filter, page)
        const counts = await repo.countTasks(tx, filter)
        const count = query.status ? counts[query.status] : counts.delayed + counts.pending + counts.finished
        const tasks = rows.map((row) => presentTask(row, clock.now()))
        return { tasks, count, hasMore: page.skip + rows.length < count, counts }
      })
    },

    async open(scope: Scope): Promise<{ delayed: number; pending: number }> {
      const userId = userIdOf(scope)
      if (userId === null) return { delayed: 0, pending: 0 }
      return uow.run(scope, (tx) => repo.countOpen(tx, userId, now()))
    },

    /** @throws ERR_NO_TASK_FOUND */
    get: (scope: Scope, id: number): Promise<Task> =>
      uow.run(scope, async (tx) => presentTask(await known(tx, await repo.findTask(tx, id)), clock.now())),

    /** @throws ERR_VALIDATION without a person or a team, ERR_NO_USER_FOUND, ERR_NO_TEAM_FOUND, ERR_TASK_OWNER */
    async create(scope: Scope, { limitDate, ownerId, teamId, ...write }: TaskCreate): Promise<Task> {
      const doers = doersIn(ownerId, teamId)
      if (!doers) throw new AppError('ERR_VALIDATION', { params: { in: 'body', field: 'ownerId', rule: 'required' } })
      return uow.run(scope, async (tx) => {
        await checkDoers(tx, doers)
        const limit = new Date(limitDate)
        const values = {
          ...trimmed(write),
          ...doers,
          limitDate: limit,
          finishedAt: null,
          noticeAt: limit,
          creatorId: userIdOf(scope),
        }
        const id = await repo.insertTask(tx, values)
        await audit(tx, { action: 'task.create', object: `task:${id}` })
        const task = await known(tx, await repo.findTask(tx, id))
        const people = await repo.doersOf(tx, task)
        await notices.assigned(tx, { id, name: task.name, team: task.team?.name ?? null, people })
        await kickIn(tx, limit.getTime())
        publish(tx, id, people)
        return presentTask(task, clock.now())
      })
    },

    /** @throws ERR_NO_TASK_FOUND, ERR_NO_USER_FOUND, ERR_NO_TEAM_FOUND, ERR_TASK_OWNER */
    async update(
      scope: Scope,
      id: number,
      { limitDate, finished, ownerId, teamId, ...write }: TaskUpdate,
    ): Promise<Task> {
      return uow.run(scope, async (tx) => {
        const row = await known(tx, await repo.lockTask(tx, id))
        const { name, description, priority } = row
        const doers = doersIn(ownerId, teamId) ?? { ownerId: row.ownerId, teamId: row.teamId }
        const isGiven = doers.ownerId !== row.ownerId || doers.teamId !== row.teamId
        if (isGiven) await checkDoers(tx, doers)
        const before = await repo.doersOf(tx, row)
        const wanted = { name, description, priority, ...trimmed(write), ...doers }
        const isFinished = finished ?? row.finishedAt !== null
        const limit = limitDate === undefined ? row.limitDate : new Date(limitDate)
        const planned = {
          limitDate: row.limitDate.getTime(),
          isFinished: row.finishedAt !== null,
          noticeAt: row.noticeAt?.getTime() ?? null,
        }
        const noticeAt = noticeAfter(planned, { limitDate: limit.getTime(), isFinished }, clock.now())
        await repo.updateTask(tx, id, {
          ...wanted,
          limitDate: limit,
          finishedAt: isFinished ? (row.finishedAt ?? now()) : null,
          noticeAt: noticeAt === null ? null : new Date(noticeAt),
        })
        await audit(tx, { action: 'task.update', object: `task:${id}` })
        // a person who gave away what they did not create sees it no more, but is told what became of it
        const task = (await repo.findTask(tx, id)) ?? row
        const people = await repo.doersOf(tx, task)
        if (isGiven) await notices.reassigned(tx, { id, name: task.name, team: task.team?.name ?? null, people })
        if (isFinished && row.finishedAt === null) await notices.finished(tx, task)
        if (noticeAt !== null) await kickIn(tx, noticeAt)
        publish(tx, id, [...before, ...people])
        return presentTask(task, clock.now())
      })
    },

    /** @throws ERR_NO_TASK_FOUND, ERR_NO_PERMISSION */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const row = await known(tx, await repo.lockTask(tx, id))
        if (!mayDelete(personOf(scope), row)) throw new AppError('ERR_NO_PERMISSION')
        await repo.deleteTask(tx, id)
        await audit(tx, { action: 'task.delete', object: `task:${id}`, details: { name: row.name } })
        await notices.gone(tx, id)
        publish(tx, id, await repo.doersOf(tx, row))
      })
    },
  }
}

export type TaskService = ReturnType<typeof createTaskService>

/** A person or a team; null when neither is told. @throws ERR_VALIDATION for both */
function doersIn(ownerId: number | null = null, teamId: number | null = null): Doers | null {
  if (ownerId !== null && teamId !== null)
    throw new AppError('ERR_VALIDATION', { params: { in: 'body', field: 'teamId', rule: 'maxProperties' } })
  return ownerId === null && teamId === null ? null : { ownerId, teamId }
}

const trimmed = <T extends { name?: string; description?: string }>(write: T): T => ({
  ...write,
  ...(write.name === undefined ? {} : { name: write.name.trim() }),
  ...(write.description === undefined ? {} : { description: write.description.trim() }),
})
