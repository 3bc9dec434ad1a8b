import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { systemScope } from '../db/scope.ts'
import type { Tx } from '../db/uow.ts'
import { AppError } from '../errors/app-error.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import type { Log } from '../logger.ts'

/** Long work: a row of a module's own table, that goes on batch by batch until nothing is left. */
export interface WorkRow {
  id: number
  kind: string
  state: string
  params: unknown
  total: number
  /** Of `total`, in the present state. */
  done: number
  counts: Record<string, number>
  attempts: number
  /** Null: nothing is left to do. */
  dueAt: Date | null
}

export interface WorkKey {
  tenantId: number
  taskId: number
}

/** What one batch did. */
export interface StepResult {
  /** Last line dealt with. */
  position: number
  /** How many lines it dealt with. */
  done: number
  counts: Record<string, number>
  isLast: boolean
  /** Replaces the task's parameters. */
  params?: unknown
  /** With the last batch: the task came to nothing, and why. */
  failure?: ErrorCode
}

/** One batch of a task in a state, in one unit of work with the task's own progress: it happens once. */
export interface Step<Row, Result extends StepResult = StepResult, Prepared = unknown> {
  /** Outside of the unit of work, before it; done again when the node dies in between. */
  prepare?(tenantId: number, task: Row, signal: AbortSignal): Promise<Prepared>
  run(tx: Tx, task: Row, prepared: Prepared): Promise<Result>
}

export interface WorkChange {
  state?: string
  counts?: Record<string, number>
  position?: number
  done?: number
  attempts?: number
  dueAt?: Date | null
  params?: unknown
  error?: string | null
  finishedAt?: Date
  undoneAt?: Date
}

/** The module's table. */
export interface WorkStore<Row extends WorkRow> {
  find(tx: Tx, id: number): Promise<Row | null>
  /** Waits for whoever works on it. */
  lock(tx: Tx, id: number): Promise<Row | null>
  /** Null when somebody else works on it, or nothing is left to do. */
  claim(tx: Tx, id: number): Promise<Row | null>
  update(tx: Tx, id: number, change: WorkChange): Promise<void>
  /** Tasks of all companies that nobody has looked at when they should have. */
  due(now: Date): Promise<WorkKey[]>
}

export interface WorkerDeps<Row extends WorkRow, Result extends StepResult> {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'error'>
  /** For logs and as whoever acts. */
  name: string
  store: WorkStore<Row>
  stepOf(task: Row): Step<Row, Result> | undefined
  /** The state after the last batch of a state. */
  next: Readonly<Record<string, string>>
  /** Tried until it works, however often it fails. */
  isTireless?(task: Row): boolean
  /** Whoever watches may want to look; after commit. */
  tell(tenantId: number, task: Row): void | Promise<void>
  /** What follows from a batch; after commit. */
  follow?(tenantId: number, result: Result): void | Promise<void>
  kick(key: WorkKey, at?: number): Promise<void>
}

/** One run holds no slot for long; what is left is the next one's. */
const RUN_MS = 20_000
/** Whoever died with a task is replaced after that. */
export const LEASE_MS = 60_000
const STEP_MS = 60_000
const RETRIES = 5
const RETRY_MS = 10_000

export function createWorker<Row extends WorkRow, Result extends StepResult>({
  db,
  clock,
  log,
  store,
  kick,
  ...deps
}: WorkerDeps<Row, Result>) {
  const { uow } = db
  const scopeOf = (tenantId: number) => systemScope(tenantId, deps.name)

  /** @returns whether there is more to do */
  const step = async ({ tenantId, taskId }: WorkKey, signal: AbortSignal): Promise<boolean> => {
    const seen = await uow.run(scopeOf(tenantId), (tx) => store.find(tx, taskId))
    const prepared = seen?.dueAt ? await deps.stepOf(seen)?.prepare?.(tenantId, seen, signal) : undefined
    return uow.run(
      scopeOf(tenantId),
      async (tx) => {
        const task = await store.claim(tx, taskId)
        const work = task && deps.stepOf(task)
        // what was prepared was for another state
        if (!task || !work || task.state !== seen?.state) return false
        const result = await work.run(tx, task, prepared)
        const counts = { ...task.counts }
        for (const [name, count] of Object.entries(result.counts)) counts[name] = (counts[name] ?? 0) + count
        const now = clock.now()
        const { failure } = result
        const state = failure ? 'failed' : result.isLast ? (deps.next[task.state] ?? task.state) : task.state
        await store.update(tx, taskId, {
          state,
          counts,
          position: result.position,
          done: result.isLast ? task.total : Math.min(task.done + result.done, task.total),
          attempts: 0,
          dueAt: result.isLast ? null : new Date(now + LEASE_MS),
          ...(result.params === undefined ? {} : { params: result.params }),
          ...(failure ? { error: failure, finishedAt: new Date(now) } : {}),
          ...(state === 'done' || state === 'cancelled' ? { finishedAt: new Date(now) } : {}),
          ...(state === 'undone' ? { undoneAt: new Date(now) } : {}),
        })
        tx.afterCommit(() => deps.tell(tenantId, task))
        tx.afterCommit(() => deps.follow?.(tenantId, result))
        return !result.isLast
      },
      { timeoutMs: STEP_MS },
    )
  }

  /** Again after a while; given up after several times in a row, and what was done can still be undone then. */
  const failed = ({ tenantId, taskId }: WorkKey, error: unknown): Promise<number | null> =>
    uow.run(scopeOf(tenantId), async (tx) => {
      const task = await store.lock(tx, taskId)
      // somebody stopped it meanwhile
      if (!task?.dueAt) return null
      const attempts = task.attempts + 1
      const isOver = attempts >= RETRIES && !deps.isTireless?.(task)
      const code = error instanceof AppError ? error.code : 'ERR_INTERNAL'
      const dueAt = clock.now() + RETRY_MS * attempts
      await store.update(tx, taskId, {
        attempts,
        dueAt: isOver ? null : new Date(dueAt),
        ...(isOver ? { state: 'failed', error: code, finishedAt: new Date(clock.now()) } : {}),
      })
      tx.afterCommit(() => deps.tell(tenantId, task))
      return isOver ? null : dueAt
    })

  return {
    /** One run for one task. */
    async run(key: WorkKey, signal: AbortSignal): Promise<void> {
      const startedAt = performance.now()
      try {
        while (await step(key, signal)) {
          if (!signal.aborted && performance.now() - startedAt < RUN_MS) continue
          await kick(key)
          return
        }
      } catch (error) {
        log.error({ err: error, ...key }, `${deps.name}: a batch failed`)
        const at = await failed(key, error)
        if (at !== null) await kick(key, at)
      }
    },

    /** Finds what no job will come for: its own was lost with a node. */
    async scan(): Promise<void> {
      for (const key of await store.due(new Date(clock.now()))) await kick(key)
    },
  }
}

export type Worker = ReturnType<typeof createWorker>
