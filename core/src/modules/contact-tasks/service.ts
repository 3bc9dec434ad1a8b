import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { UploadedFile } from '../../platform/http/bind.ts'
import { idsOf } from '../../platform/http/shapes.ts'
import type { WorkKey } from '../../platform/work/worker.ts'
import { audit } from '../auth/index.ts'
import { loadFilter } from '../contacts/index.ts'
import type { ImportParams } from './import-batch.ts'
import * as items from './item-repo.ts'
import { fitsFile } from './mapping.ts'
import { isUndoable, presentImport } from './presenter.ts'
import * as repo from './repo.ts'
import type { ImportOptions, ImportTask, Selection, SyncRequest, TaskState } from './schemas.ts'
import { countChosen, insertChosen } from './selection-repo.ts'
import type { Syncing } from './syncing.ts'
import { createTaskLists } from './task-lists.ts'
import { createUploading } from './uploading.ts'

export interface TaskServiceDeps {
  uow: UnitOfWork
  clock: Clock
  kick(key: WorkKey): Promise<void>
  syncing: Pick<Syncing, 'begin'>
}

export function createTaskService({ uow, clock, kick, syncing }: TaskServiceDeps) {
  const upload = createUploading({ uow, clock })

  const presented = async (tx: Tx, row: repo.TaskRow): Promise<ImportTask> => {
    const users = [row.userId, row.undoneBy].filter((id) => id !== null)
    return presentImport(row, await repo.namesOf(tx, { users, tags: [] }), tx.scope.locale)
  }

  const found = (row: repo.TaskRow | null): repo.TaskRow => {
    if (!row) throw new AppError('ERR_NO_CONTACT_TASK_FOUND')
    return row
  }

  const get = (scope: Scope, id: number): Promise<ImportTask> =>
    uow.run(scope, async (tx) => presented(tx, found(await repo.findTask(tx, id))))

  /** Moves a task on from one of some states; `change` says how, work begins where it names a due time. */
  const move = (
    scope: Scope,
    id: number,
    from: readonly TaskState[],
    change: (tx: Tx, task: repo.TaskRow) => Promise<repo.TaskChange>,
  ): Promise<ImportTask> =>
    uow.run(
      scope,
      async (tx) => {
        const task = found(await repo.lockTask(tx, id))
        if (!from.includes(task.state)) throw new AppError('ERR_CONTACT_TASK_STATE')
        const changes = await change(tx, task)
        await repo.updateTask(tx, id, changes)
        if (changes.dueAt) tx.afterCommit(() => kick({ tenantId: scope.tenantId, taskId: id }))
        return presented(tx, found(await repo.findTask(tx, id)))
      },
      { timeoutMs: 30_000 },
    )

  /** @throws ERR_CONTACT_TASKS_BUSY */
  const started = async (tx: Tx, state: TaskState): Promise<repo.TaskChange> => {
    if (!(await repo.hasRoom(tx))) throw new AppError('ERR_CONTACT_TASKS_BUSY')
    return { state, position: 0, done: 0, attempts: 0, error: null, dueAt: new Date(clock.now()) }
  }

  return {
    get,
    ...createTaskLists({ uow }),

    /** @throws ERR_VALIDATION without a file, and those of the reading */
    async upload(scope: Scope, files: AsyncIterable<UploadedFile>): Promise<ImportTask> {
      let id: number | undefined
      // read to the end: only then it is known that the file came whole
      for await (const file of files) id ??= await upload(scope, file)
      if (id === undefined) throw new AppError('ERR_VALIDATION', { params: { field: 'file' } })
      return get(scope, id)
    },

    /** @throws ERR_IMPORT_COLUMNS, ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND, ERR_CONTACT_TASK_STATE, ERR_CONTACT_TASKS_BUSY */
    check: (scope: Scope, id: number, given: ImportOptions): Promise<ImportTask> =>
      move(scope, id, ['draft', 'checked'], async (tx, task) => {
        const params = task.params as ImportParams
        if (task.kind !== 'import' || !fitsFile(given.mapping, params.columns.length))
          throw new AppError('ERR_IMPORT_COLUMNS')
        const options = {
          mapping: given.mapping,
          tags: idsOf(given.tags ?? []),
          wallets: idsOf(given.wallets ?? []),
          replace: given.replace ?? false,
        }
        await repo.requireKnown(tx, { users: options.wallets, tags: options.tags })
        const change = await started(tx, 'checking')
        await items.forgetChecks(tx, id)
        return { ...change, counts: {}, params: repo.json({ ...params, options }) }
      }),

    apply: (scope: Scope, id: number): Promise<ImportTask> =>
      move(scope, id, ['checked'], async (tx, task) => {
        const { counts } = task
        const change = await started(tx, 'running')
        await audit(tx, { action: 'contact.import', object: `contact-task:${id}`, details: counts })
        return { ...change, total: (counts.new ?? 0) + (counts.changed ?? 0) }
      }),

    undo: (scope: Scope, id: number): Promise<ImportTask> =>
      move(scope, id, ['done', 'cancelled', 'failed'], async (tx, task) => {
        if (!isUndoable(task)) throw new AppError('ERR_CONTACT_TASK_STATE')
        const { counts } = task
        const change = await started(tx, 'undoing')
        await audit(tx, { action: 'contact.undo-import', object: `contact-task:${id}` })
        return { ...change, total: (counts.created ?? 0) + (counts.updated ?? 0), undoneBy: userIdOf(scope) }
      }),

    cancel: (scope: Scope, id: number): Promise<ImportTask> =>
      move(scope, id, ['draft', 'checking', 'checked', 'running'], async (tx, task) => {
        if (task.kind === 'erase') throw new AppError('ERR_CONTACT_TASK_STATE')
        await audit(tx, { action: 'contact.cancel-task', object: `contact-task:${id}` })
        return { state: 'cancelled', dueAt: null, finishedAt: new Date(clock.now()) }
      }),

    /** Begins to take over address books; see `begin` of syncing.ts. */
    async sync(scope: Scope, request: SyncRequest): Promise<ImportTask[]> {
      const ids = await syncing.begin(scope, request)
      return Promise.all(ids.map((id) => get(scope, id)))
    },

    /** Begins to delete the chosen contacts. @throws ERR_CONTACT_SELECTION, ERR_CONTACT_TASKS_BUSY */
    async remove(scope: Scope, { ids, all, filter: query = {}, expected }: Selection): Promise<ImportTask> {
      if ((ids === undefined) === (all !== true)) throw new AppError('ERR_VALIDATION', { params: { field: 'ids' } })
      const { filter } = await loadFilter(uow, scope, ids ? {} : query)
      const chosen = ids ? [...new Set(ids)] : null
      return uow.run(
        scope,
        async (tx) => {
          if (!(await repo.hasRoom(tx))) throw new AppError('ERR_CONTACT_TASKS_BUSY')
          const count = await countChosen(tx, filter, chosen)
          if (count !== expected) throw new AppError('ERR_CONTACT_SELECTION', { params: { count } })
          const now = new Date(clock.now())
          const task = await repo.insertTask(tx, {
            kind: 'delete',
            state: 'running',
            total: count,
            userId: userIdOf(scope),
            createdAt: now,
            dueAt: now,
          })
          await insertChosen(tx, task.id, filter, chosen)
          await audit(tx, { action: 'contact.bulk-delete', object: `contact-task:${task.id}`, details: { count } })
          tx.afterCommit(() => kick({ tenantId: scope.tenantId, taskId: task.id }))
          return presented(tx, task)
        },
        { timeoutMs: 60_000 },
      )
    },
  }
}
