import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import { isOn, readSettings } from '../settings/index.ts'
import { mayAssign, mayDelete, noticeAfter, seesAllTasks, seesTask, type TaskActor } from './policy.ts'
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
  priority?: Priority
}

const PAGE = 40

const personOf = (scope: Scope): Pick<TaskActor, 'userId' | 'profile'> =>
  scope.actor.kind === 'user'
    ? { userId: scope.actor.userId, profile: scope.actor.profile }
    : { userId: null, profile: 'admin' }

export function createTaskService({ uow, clock, realtime, notices, kickIn }: TaskDeps) {
  const now = () => new Date(clock.now())

  /** @throws ERR_NO_TASK_FOUND when there is none or the caller may not know */
  const known = (scope: Scope, row: repo.TaskRow | null): repo.TaskRow => {
    if (!row || !seesTask(personOf(scope), row)) throw new AppError('ERR_NO_TASK_FOUND')
    return row
  }

  /** @throws ERR_TASK_OWNER, ERR_NO_USER_FOUND */
  const checkOwner = async (tx: Tx, ownerId: number): Promise<void> => {
    const forOthers = isOn(await readSettings(tx), 'tasksForOthers')
    if (!(await repo.isActiveUser(tx, ownerId))) throw new AppError('ERR_NO_USER_FOUND')
    if (!mayAssign({ ...personOf(tx.scope), forOthers }, ownerId)) throw new AppError('ERR_TASK_OWNER')
  }

  /** Screens with tasks look again; those whose task it is or was count anew. */
  const publish = (tx: Tx, id: number, userIds: (number | null)[]) => {
    const { tenantId } = tx.scope
    const people = [...new Set(userIds.filter((userId) => userId !== null))]
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
      uow.run(scope, async (tx) => presentTask(known(scope, await repo.findTask(tx, id)), clock.now())),

    /** @throws ERR_NO_USER_FOUND, ERR_TASK_OWNER */
    async create(scope: Scope, { limitDate, ...write }: TaskCreate): Promise<Task> {
      return uow.run(scope, async (tx) => {
        await checkOwner(tx, write.ownerId)
        const limit = new Date(limitDate)
        const values = {
          ...trimmed(write),
          limitDate: limit,
          finishedAt: null,
          noticeAt: limit,
          creatorId: userIdOf(scope),
        }
        const id = await repo.insertTask(tx, values)
        await audit(tx, { action: 'task.create', object: `task:${id}` })
        await notices.assigned(tx, { id, name: values.name, ownerId: values.ownerId })
        await kickIn(tx, limit.getTime())
        publish(tx, id, [values.ownerId])
        return presentTask(known(scope, await repo.findTask(tx, id)), clock.now())
      })
    },

    /** @throws ERR_NO_TASK_FOUND, ERR_NO_USER_FOUND, ERR_TASK_OWNER */
    async update(scope: Scope, id: number, { limitDate, finished, ...write }: TaskUpdate): Promise<Task> {
      return uow.run(scope, async (tx) => {
        const row = known(scope, await repo.lockTask(tx, id))
        const { name, description, priority } = row
        const wanted = { name, description, priority, ownerId: row.ownerId, ...trimmed(write) }
        if (wanted.ownerId !== null && wanted.ownerId !== row.ownerId) await checkOwner(tx, wanted.ownerId)
        const isFinished = finished ?? row.finishedAt !== null
        const limit = limitDate === undefined ? row.limitDate : new Date(limitDate)
        const before = {
          limitDate: row.limitDate.getTime(),
          isFinished: row.finishedAt !== null,
          noticeAt: row.noticeAt?.getTime() ?? null,
        }
        const noticeAt = noticeAfter(before, { limitDate: limit.getTime(), isFinished }, clock.now())
        await repo.updateTask(tx, id, {
          ...wanted,
          limitDate: limit,
          finishedAt: isFinished ? (row.finishedAt ?? now()) : null,
          noticeAt: noticeAt === null ? null : new Date(noticeAt),
        })
        const task = { id, name: wanted.name, ownerId: wanted.ownerId }
        await audit(tx, { action: 'task.update', object: `task:${id}` })
        if (wanted.ownerId !== row.ownerId) await notices.reassigned(tx, task)
        if (isFinished && row.finishedAt === null) await notices.finished(tx, { ...task, creatorId: row.creatorId })
        if (noticeAt !== null) await kickIn(tx, noticeAt)
        publish(tx, id, [row.ownerId, wanted.ownerId])
        // a person who gave away what they did not create sees it no more, but is told what became of it
        return presentTask((await repo.findTask(tx, id)) ?? row, clock.now())
      })
    },

    /** @throws ERR_NO_TASK_FOUND, ERR_NO_PERMISSION */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const row = known(scope, await repo.lockTask(tx, id))
        if (!mayDelete(personOf(scope), row)) throw new AppError('ERR_NO_PERMISSION')
        await repo.deleteTask(tx, id)
        await audit(tx, { action: 'task.delete', object: `task:${id}`, details: { name: row.name } })
        await notices.gone(tx, id)
        publish(tx, id, [row.ownerId])
      })
    },
  }
}

export type TaskService = ReturnType<typeof createTaskService>

const trimmed = <T extends { name?: string; description?: string }>(write: T): T => ({
  ...write,
  ...(write.name === undefined ? {} : { name: write.name.trim() }),
  ...(write.description === undefined ? {} : { description: write.description.trim() }),
})
