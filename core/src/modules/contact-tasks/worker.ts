import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import type { RealtimePort } from '../auth/index.ts'
import * as repo from './repo.ts'
import type { TaskCounts, TaskKind, TaskState } from './schemas.ts'

/** What one batch did. */
export interface StepResult {
  /** Last line dealt with. */
  position: number
  /** How many lines it dealt with. */
  done: number
  counts: TaskCounts
  isLast: boolean
  /** Replaces the task's parameters. */
  params?: unknown
  /** Contacts that look different now or are gone, and their live tickets: told after commit. */
  changed?: boolean
  ticketIds?: number[]
}

/** One batch of a task in a state, in one unit of work with the task's own progress: it happens once. */
export interface Step {
  /** Outside of the unit of work, before it; done again when the node dies in between. */
  prepare?(tenantId: number, task: repo.TaskRow): Promise<void>
  run(tx: Tx, task: repo.TaskRow): Promise<StepResult>
}

export type Steps = Record<TaskKind, Partial<Record<TaskState, Step>>>

export interface TaskKey {
  tenantId: number
  taskId: number
}

export interface WorkerDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  realtime: RealtimePort
  steps: Steps
  onTicketsChanged(tenantId: number, ids: number[]): void
  kick(key: TaskKey, at?: number): Promise<void>
}

const NEXT: Partial<Record<TaskState, TaskState>> = { checking: 'checked', running: 'done', undoing: 'undone' }
/** One run holds no slot for long; what is left is the next one's. */
const RUN_MS = 20_000
/** Whoever died with a task is replaced after that. */
const LEASE_MS = 60_000
const STEP_MS = 60_000
const RETRIES = 5
const RETRY_MS = 10_000

export function createTaskWorker({ db, clock, log, realtime, steps, onTicketsChanged, kick }: WorkerDeps) {
  const { uow } = db
  const scopeOf = (tenantId: number) => systemScope(tenantId, 'contact tasks')

  const tell = (tenantId: number, taskId: number) =>
    realtime.publish({ tenantId, to: 'tenant' }, 'contactTask', { action: 'update', taskId })

  /** @returns whether there is more to do */
  const step = async ({ tenantId, taskId }: TaskKey): Promise<boolean> => {
    const seen = await uow.run(scopeOf(tenantId), (tx) => repo.findTask(tx, taskId))
    if (seen) await steps[seen.kind][seen.state]?.prepare?.(tenantId, seen)
    return uow.run(
      scopeOf(tenantId),
      async (tx) => {
        const task = await repo.claimTask(tx, taskId)
        const work = task && steps[task.kind][task.state]
        // what was prepared was for another state
        if (!task || !work || task.state !== seen?.state) return false
        const result = await work.run(tx, task)
        const counts = { ...task.counts }
        for (const [name, count] of Object.entries(result.counts)) counts[name] = (counts[name] ?? 0) + count
        const now = clock.now()
        const state = result.isLast ? (NEXT[task.state] ?? task.state) : task.state
        await repo.updateTask(tx, taskId, {
          state,
          counts,
          position: result.position,
          done: result.isLast ? task.total : Math.min(task.done + result.done, task.total),
          attempts: 0,
          dueAt: result.isLast ? null : new Date(now + LEASE_MS),
          ...(result.params === undefined ? {} : { params: repo.json(result.params) }),
          ...(state === 'done' || state === 'cancelled' ? { finishedAt: new Date(now) } : {}),
          ...(state === 'undone' ? { undoneAt: new Date(now) } : {}),
        })
        tx.afterCommit(async () => {
          await tell(tenantId, taskId)
          if (result.changed)
            await realtime.publish({ tenantId, to: 'tenant' }, 'contactsChanged', { action: 'update' })
          if (result.ticketIds && result.ticketIds.length > 0) onTicketsChanged(tenantId, result.ticketIds)
        })
        return !result.isLast
      },
      { timeoutMs: STEP_MS },
    )
  }

  /** Again after a while; given up after several times in a row, and an import can still be undone then. */
  const failed = ({ tenantId, taskId }: TaskKey, error: unknown): Promise<number | null> =>
    uow.run(scopeOf(tenantId), async (tx) => {
      const task = await repo.lockTask(tx, taskId)
      // somebody stopped it meanwhile
      if (!task?.dueAt) return null
      const attempts = task.attempts + 1
      const isOver = attempts >= RETRIES && task.kind !== 'erase'
      const code = error instanceof AppError ? error.code : 'ERR_INTERNAL'
      const dueAt = clock.now() + RETRY_MS * attempts
      await repo.updateTask(tx, taskId, {
        attempts,
        dueAt: isOver ? null : new Date(dueAt),
        ...(isOver ? { state: 'failed', error: code, finishedAt: new Date(clock.now()) } : {}),
      })
      tx.afterCommit(() => tell(tenantId, taskId))
      return isOver ? null : dueAt
    })

  return {
    /** One run for one task. */
    async run(key: TaskKey, signal: AbortSignal): Promise<void> {
      const startedAt = performance.now()
      try {
        while (await step(key)) {
          if (!signal.aborted && performance.now() - startedAt < RUN_MS) continue
          await kick(key)
          return
        }
      } catch (error) {
        log.error({ err: error, ...key }, 'work on contacts failed')
        const at = await failed(key, error)
        if (at !== null) await kick(key, at)
      }
    },

    /** Finds what no job will come for: its own was lost with a node. */
    async scan(): Promise<void> {
      for (const key of await repo.dueTasks(db.system, new Date(clock.now()))) await kick(key)
    },
  }
}

export type TaskWorker = ReturnType<typeof createTaskWorker>
