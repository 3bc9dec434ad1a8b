import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import { LEASE_MS, type Worker, type WorkKey } from '../../platform/work/worker.ts'
import { audit } from '../auth/index.ts'
import * as items from './item-repo.ts'
import type { ManyParams } from './many-steps.ts'
import { personOf } from './person.ts'
import { isUndoable, presentItem, presentTask } from './presenter.ts'
import * as repo from './repo.ts'
import type { Begun, CloseTickets, TaskState, TicketSelection, TicketTask } from './schemas.ts'
import { chosenSql } from './selection-repo.ts'

export interface TaskServiceDeps {
  uow: UnitOfWork
  clock: Clock
  worker: Worker
  kick(key: WorkKey): Promise<void>
}

const TASKS = 30
const ITEMS = 50
/** Done before the answer. */
const FEW = 20
const MOST = 50_000

export function createTaskService({ uow, clock, worker, kick }: TaskServiceDeps) {
  const presented = async (tx: Tx, row: repo.TaskRow): Promise<TicketTask> =>
    presentTask(row, await repo.userNames(tx, [row.userId, row.undoneBy]))

  /** @throws ERR_NO_TICKET_TASK_FOUND; a PDF is its owner's alone, the rest the admins' */
  const own = ({ actor }: Scope, row: repo.TaskRow | null): repo.TaskRow => {
    const isMine = actor.kind === 'user' && row?.userId === actor.userId
    const isAdmin = actor.kind === 'operator' || (actor.kind === 'user' && actor.profile === 'admin')
    if (!row || !(row.kind === 'pdf' ? isMine || (actor.kind === 'operator' && row.userId === null) : isAdmin))
      throw new AppError('ERR_NO_TICKET_TASK_FOUND')
    return row
  }

  const get = (scope: Scope, id: number): Promise<TicketTask> =>
    uow.run(scope, async (tx) => presented(tx, own(scope, await repo.findTask(tx, id))))

  const move = (
    scope: Scope,
    id: number,
    change: (tx: Tx, task: repo.TaskRow) => Promise<Parameters<typeof repo.updateTask>[2]>,
  ): Promise<TicketTask> =>
    uow.run(
      scope,
      async (tx) => {
        const task = own(scope, await repo.lockTask(tx, id))
        const changes = await change(tx, task)
        await repo.updateTask(tx, id, changes)
        if (changes.dueAt) tx.afterCommit(() => kick({ tenantId: scope.tenantId, taskId: id }))
        return presented(tx, own(scope, await repo.findTask(tx, id)))
      },
      { timeoutMs: 60_000 },
    )

  const begin = async (
    scope: Scope,
    { ticketIds, filter, expected }: TicketSelection,
    { kind, ...more }: { kind: 'close' | 'delete' } & Pick<ManyParams, 'closingReasonId' | 'farewell'>,
  ): Promise<Begun> => {
    // no filter at all would be everything
    const isFiltered = filter !== undefined && Object.keys(filter).length > 0
    if ((ticketIds !== undefined) === isFiltered) throw new AppError('ERR_TICKET_SELECTION_EMPTY')
    const { id, count } = await uow.run(
      scope,
      async (tx) => {
        if (!(await repo.hasRoom(tx))) throw new AppError('ERR_TICKET_TASKS_BUSY')
        const { closingReasonId } = more
        if (closingReasonId !== null && !(await repo.isActiveReason(tx, closingReasonId)))
          throw new AppError('ERR_NO_CLOSING_REASON_FOUND')
        const chosen = await chosenSql(tx, ticketIds ? { ticketIds } : { filter: filter ?? {} }, kind === 'close')
        const count = await items.countIn(tx, chosen, MOST + 1)
        if (ticketIds && count < new Set(ticketIds).size) throw new AppError('ERR_NO_TICKET_FOUND')
        if (count === 0) throw new AppError('ERR_TICKET_SELECTION_EMPTY')
        if (count > MOST) throw new AppError('ERR_TICKET_SELECTION_LARGE', { params: { max: MOST } })
        if (expected !== undefined && expected !== count)
          throw new AppError('ERR_TICKET_SELECTION', { params: { count } })
        const now = clock.now()
        // few are done at once; whatever becomes of this node, the rest is found by the scan
        const dueAt = new Date(count > FEW ? now : now + LEASE_MS)
        const params: ManyParams = { by: personOf(scope), toSay: [], ...more }
        const task = await repo.insertTask(tx, {
          ...{ kind, total: count, params, dueAt },
          userId: userIdOf(scope),
          createdAt: new Date(now),
        })
        await items.insertItems(tx, task.id, chosen)
        await audit(tx, { action: `ticket.bulk-${kind}`, object: `ticket-task:${task.id}`, details: { count } })
        if (count > FEW) tx.afterCommit(() => kick({ tenantId: scope.tenantId, taskId: task.id }))
        return { id: task.id, count }
      },
      { timeoutMs: 60_000 },
    )
    if (count <= FEW) await worker.run({ tenantId: scope.tenantId, taskId: id }, AbortSignal.timeout(LEASE_MS / 2))
    return { message: kind === 'close' ? 'closing tickets' : 'deleting tickets', count, task: await get(scope, id) }
  }

  return {
    get,

    /** @throws the errors of the contract's `close` */
    close: (scope: Scope, { closingReasonId, sendFarewellMessage, ...selection }: CloseTickets): Promise<Begun> =>
      begin(scope, selection, {
        kind: 'close',
        closingReasonId: closingReasonId ?? null,
        farewell: sendFarewellMessage ?? false,
      }),

    /** @throws the errors of the contract's `remove` */
    remove: (scope: Scope, selection: TicketSelection): Promise<Begun> =>
      begin(scope, selection, { kind: 'delete', closingReasonId: null, farewell: false }),

    async list(scope: Scope, query: { pageNumber?: number }) {
      const { skip, take } = pageOf(query, TASKS)
      return uow.run(scope, async (tx) => {
        const { rows, count } = await repo.listTasks(tx, { skip, take })
        const names = await repo.userNames(
          tx,
          rows.flatMap(({ userId, undoneBy }) => [userId, undoneBy]),
        )
        return { tasks: rows.map((row) => presentTask(row, names)), count, hasMore: count > skip + rows.length }
      })
    },

    /** @throws ERR_NO_TICKET_TASK_FOUND */
    async items(scope: Scope, id: number, query: { pageNumber?: number; trouble?: boolean }) {
      const { skip, take } = pageOf(query, ITEMS)
      return uow.run(scope, async (tx) => {
        own(scope, await repo.findTask(tx, id))
        const { rows, count } = await items.listItems(tx, id, { trouble: query.trouble ?? false, skip, take })
        return {
          items: rows.map((row) => presentItem(row, scope.locale)),
          count,
          hasMore: count > skip + rows.length,
        }
      })
    },

    /** @throws ERR_NO_TICKET_TASK_FOUND, ERR_TICKET_TASK_STATE */
    cancel: (scope: Scope, id: number): Promise<TicketTask> =>
      move(scope, id, async (tx, task) => {
        const running: TaskState[] = ['running', 'undoing']
        if (!running.includes(task.state)) throw new AppError('ERR_TICKET_TASK_STATE')
        await audit(tx, { action: 'ticket.cancel-task', object: `ticket-task:${id}` })
        const now = new Date(clock.now())
        // what the last batch left to say is said
        const isSaid = task.kind !== 'close' || (task.params as ManyParams).toSay.length === 0
        return { state: 'cancelled', dueAt: isSaid ? null : now, finishedAt: now }
      }),

    /** @throws ERR_NO_TICKET_TASK_FOUND, ERR_TICKET_TASK_STATE, ERR_TICKET_TASKS_BUSY */
    undo: (scope: Scope, id: number): Promise<TicketTask> =>
      move(scope, id, async (tx, task) => {
        if (!isUndoable(task)) throw new AppError('ERR_TICKET_TASK_STATE')
        if (!(await repo.hasRoom(tx))) throw new AppError('ERR_TICKET_TASKS_BUSY')
        await audit(tx, { action: 'ticket.undo-close', object: `ticket-task:${id}` })
        const { counts } = task
        const params: ManyParams = { ...(task.params as ManyParams), undoneBy: personOf(scope), toSay: [] }
        return {
          ...{ state: 'undoing', position: 0, done: 0, attempts: 0, error: null, params },
          ...{ counts: { ...counts, left: 0 }, total: (counts.closed ?? 0) - (counts.reopened ?? 0) },
          dueAt: new Date(clock.now()),
          undoneBy: userIdOf(scope),
        }
      }),
  }
}
