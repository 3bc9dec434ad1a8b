import { Readable } from 'node:stream'
import { CSV_BEGIN, csvLine } from '../../platform/csv.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { ImportParams } from './import-batch.ts'
import * as items from './item-repo.ts'
import { idsIn, presentItem, presentTask, whyOf } from './presenter.ts'
import * as repo from './repo.ts'
import type { ItemAction, TaskKind } from './schemas.ts'
import { SYNC_CELLS } from './sync-batch.ts'

const TASKS = 30
const ITEMS = 50
const LINES = 1000

const found = (row: repo.TaskRow | null): repo.TaskRow => {
  if (!row) throw new AppError('ERR_NO_CONTACT_TASK_FOUND')
  return row
}

/** Finds what a line says of somebody. */
function cellOf({ kind, params }: repo.TaskRow): (row: items.ItemRow, field: 'name' | 'number') => string | null {
  const mapping =
    kind === 'import'
      ? (params as ImportParams).options.mapping
      : kind === 'sync'
        ? SYNC_CELLS
        : { name: null, number: null }
  return (row, field) => {
    const column = mapping[field]
    return column === null ? null : row.cells[column] || null
  }
}

/** Looking at tasks and their lines. */
export function createTaskLists({ uow }: { uow: UnitOfWork }) {
  async function* problemLines(scope: Scope, task: repo.TaskRow): AsyncGenerator<string> {
    const columns = task.kind === 'import' ? (task.params as ImportParams).columns : null
    const cell = cellOf(task)
    const titles = (['line', 'problem'] as const).map((name) => translate(scope.locale, `export.${name}`))
    const who = (['name', 'number'] as const).map((name) => translate(scope.locale, `export.${name}`))
    yield CSV_BEGIN + csvLine([...titles, ...(columns ?? who)])
    for (let after = 0; ; ) {
      const page = await items.troubledItems(uow, scope, task.id, { after, take: LINES })
      for (const row of page) {
        const cells = columns
          ? row.cells
          : [cell(row, 'name') ?? row.before?.name ?? '', cell(row, 'number') ?? row.before?.number ?? '']
        yield csvLine([row.line, whyOf(row, scope.locale), ...cells])
      }
      after = page.at(-1)?.line ?? after
      if (page.length < LINES) return
    }
  }

  return {
    async list(scope: Scope, query: { pageNumber?: number; kinds?: TaskKind[] }) {
      const skip = ((query.pageNumber ?? 1) - 1) * TASKS
      return uow.run(scope, async (tx) => {
        const { rows, count } = await repo.listTasks(tx, { kinds: query.kinds ?? [], skip, take: TASKS })
        const users = rows.flatMap(({ userId, undoneBy }) => [userId, undoneBy]).filter((id) => id !== null)
        const names = await repo.namesOf(tx, { users, tags: [] })
        return {
          tasks: rows.map((row) => presentTask(row, names, scope.locale)),
          count,
          hasMore: count > skip + rows.length,
        }
      })
    },

    async items(scope: Scope, id: number, query: { pageNumber?: number; action?: ItemAction; trouble?: boolean }) {
      const skip = ((query.pageNumber ?? 1) - 1) * ITEMS
      return uow.run(scope, async (tx) => {
        const task = found(await repo.findTask(tx, id))
        const { rows, count } = await items.listItems(tx, id, {
          action: query.action,
          trouble: query.trouble,
          skip,
          take: ITEMS,
        })
        const names = await repo.namesOf(tx, idsIn(rows))
        const view = { locale: scope.locale, cell: cellOf(task) }
        return { items: rows.map((row) => presentItem(row, names, view)), count, hasMore: count > skip + rows.length }
      })
    },

    /** Lines with a problem, as a spreadsheet opens them. @throws ERR_NO_CONTACT_TASK_FOUND */
    async problems(scope: Scope, id: number): Promise<Readable> {
      const task = found(await uow.run(scope, (tx) => repo.findTask(tx, id)))
      return Readable.from(problemLines(scope, task), { objectMode: false, highWaterMark: 64 * 1024 })
    },
  }
}
