import { createHash } from 'node:crypto'
import type { Step, StepResult } from '../../platform/work/worker.ts'
import type { Many } from '../tickets/index.ts'
import * as items from './item-repo.ts'
import { actingAs, type StoredPerson } from './person.ts'
import type { TaskRow } from './repo.ts'

export interface ManyParams {
  by: StoredPerson
  /** Who undoes it, where somebody does. */
  undoneBy?: StoredPerson
  closingReasonId: number | null
  farewell: boolean
  /** What the last batch left to be said: it is said before the next one. */
  toSay: { ticketId: number; id: string; text: string }[]
}

export interface ManyStepDeps {
  many: Many
  /** Said once for one id, however often it is tried. */
  say(tenantId: number, ticketId: number, text: string, id: string): Promise<void>
}

const BATCH = { close: 20, delete: 10, undo: 20 }

/** What batches do to tickets: each ticket by itself, and all of a batch with the task's progress. */
export function createManySteps({ many, say }: ManyStepDeps) {
  const paramsOf = (task: TaskRow) => task.params as ManyParams

  const close: Step<TaskRow> = {
    async prepare(tenantId, task) {
      for (const { ticketId, text, id } of paramsOf(task).toSay) await say(tenantId, ticketId, text, id)
    },
    async run(tx, task) {
      const params = paramsOf(task)
      const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH.close, closed: false })
      const context = await many.begin({ ...tx, scope: await actingAs(tx, params.by, 'admin') })
      const changes: items.ItemChange[] = []
      const toSay: ManyParams['toSay'] = []
      for (const { line, ticketId } of batch) {
        const done = await many.close(context, ticketId, params)
        if (done.problem !== null) {
          changes.push({ line, outcome: 'refused', problem: done.problem })
          continue
        }
        changes.push({ line, outcome: 'closed', before: done.before })
        done.texts.forEach((text, at) => {
          toSay.push({ ticketId, text, id: saidId(tx.scope.tenantId, task.id, line, at) })
        })
      }
      await items.updateItems(tx, task.id, changes)
      // one more round when something is left to say
      const isLast = batch.length < BATCH.close && toSay.length === 0
      return { ...resultOf(task, batch, changes, 'outcome'), isLast, params: { ...params, toSay } }
    },
  }

  const remove: Step<TaskRow> = {
    async run(tx, task) {
      const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH.delete, closed: false })
      const context = await many.begin({ ...tx, scope: await actingAs(tx, paramsOf(task).by, 'admin') })
      const changes: items.ItemChange[] = []
      for (const { line, ticketId } of batch) {
        const { problem } = await many.remove(context, ticketId)
        changes.push(problem === null ? { line, outcome: 'deleted' } : { line, outcome: 'refused', problem })
      }
      await items.updateItems(tx, task.id, changes)
      return { ...resultOf(task, batch, changes, 'outcome'), isLast: batch.length < BATCH.delete }
    },
  }

  const undo: Step<TaskRow> = {
    async run(tx, task) {
      const { by, undoneBy = by } = paramsOf(task)
      const batch = await items.nextItems(tx, task.id, { after: task.position, take: BATCH.undo, closed: true })
      const context = await many.begin({ ...tx, scope: await actingAs(tx, undoneBy, 'admin') })
      const changes: items.ItemChange[] = []
      for (const { line, ticketId, before } of batch) {
        const { problem } = before
          ? await many.reopen(context, ticketId, before)
          : { problem: 'ERR_TICKET_CHANGED' as const }
        changes.push({ line, problem, undo: problem === null ? 'reopened' : 'left' })
      }
      await items.updateItems(tx, task.id, changes)
      return { ...resultOf(task, batch, changes, 'undo'), isLast: batch.length < BATCH.undo }
    },
  }

  /** Stopped, but for what was left to say. */
  const stopped: Step<TaskRow> = {
    ...close,
    run: async (_tx, task) => ({
      ...{ position: task.position, done: 0, counts: {}, isLast: true },
      params: { ...paramsOf(task), toSay: [] },
    }),
  }

  return { close, remove, undo, stopped }
}

function resultOf(
  task: TaskRow,
  batch: items.ItemRow[],
  changes: items.ItemChange[],
  by: 'outcome' | 'undo',
): Omit<StepResult, 'isLast'> {
  const counts: Record<string, number> = {}
  for (const { [by]: name } of changes) if (name) counts[name] = (counts[name] ?? 0) + 1
  return { position: batch.at(-1)?.line ?? task.position, done: batch.length, counts }
}

/** One id for one text of one ticket of one task, in the form of a uuid. */
function saidId(...parts: number[]): string {
  const hex = createHash('sha256')
    .update(`ticket task ${parts.join(' ')}`)
    .digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
