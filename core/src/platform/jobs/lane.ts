import type { PgBoss } from 'pg-boss'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { background } from '../background.ts'
import { createSleeper } from '../events/sleep.ts'
import type { Log } from '../logger.ts'
import { type Stored, tenantOf } from './define.ts'
import type { Job, JobContext } from './types.ts'

const CONCURRENCY = 8
const ABORT_AT = 0.8
/** A job of a newer version waits for a node that knows it. */
const PUT_BACK_SECONDS = 30
const MESSAGE_LENGTH = 500

export const EXPIRE_SECONDS = 300

interface Fetched {
  id: string
  data: Stored
  retryCount: number
}

interface Running {
  tenant: string | null
  stop: AbortController
  done: Promise<void>
}

export interface LaneOptions {
  boss: PgBoss
  job: Job<TSchema>
  handler: (data: unknown, context: JobContext) => Promise<void>
  log: Log
  pollMs: number
}

/**
 * Runs the jobs of one queue on this node. A slow job holds up no other, since each has a slot of its own; what a
 * company may take is bounded, so that the backlog of one leaves slots to the rest.
 */
export interface Lane {
  wake(): void
  /** Takes no more, and waits for what runs; after `drainMs` it is aborted and goes to another node. */
  close(drainMs: number): Promise<void>
}

export function createLane({ boss, job, handler, log, pollMs }: LaneOptions): Lane {
  const concurrency = job.concurrency ?? CONCURRENCY
  const perTenant = job.perTenant ?? Math.max(1, Math.ceil(concurrency / 2))
  const running = new Map<string, Running>()
  const waiting: Fetched[] = []
  const sleeper = createSleeper()
  let closed = false

  const taken = (tenant: string): number => [...running.values()].filter((one) => one.tenant === tenant).length

  /** Companies with as many jobs here as they may have. */
  const fullTenants = (): string[] => {
    const counts = new Map<string, number>()
    const tenants = [...running.values()].map((one) => one.tenant).concat(waiting.map((one) => tenantOf(one.data.d)))
    for (const tenant of tenants) if (tenant !== null) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
    return [...counts].filter(([, count]) => count >= perTenant).map(([tenant]) => tenant)
  }

  const putBack = async (fetched: Fetched) => {
    const tenant = tenantOf(fetched.data.d)
    await boss.send(job.name, fetched.data, {
      startAfter: PUT_BACK_SECONDS,
      singletonKey: fetched.id,
      ...(tenant === null ? {} : { group: { id: tenant } }),
    })
  }

  const work = async (fetched: Fetched, signal: AbortSignal) => {
    const { v, d } = fetched.data
    if (v > job.version) return putBack(fetched)
    if (!Value.Check(job.schema, d)) throw new TypeError(`data of version ${v} do not fit the schema`)
    return handler(d, { id: fetched.id, signal, attempt: fetched.retryCount })
  }

  const settle = async (fetched: Fetched, stop: AbortController) => {
    const { id, retryCount } = fetched
    try {
      await work(fetched, stop.signal)
      await boss.complete(job.name, { id, retryCount })
    } catch (error) {
      log.warn({ err: error, job: id, attempt: retryCount }, 'a job failed')
      const message = (error instanceof Error ? error.message : String(error)).slice(0, MESSAGE_LENGTH)
      await boss.fail(job.name, { id, retryCount }, { message })
    }
  }

  const start = (fetched: Fetched) => {
    const stop = new AbortController()
    const limit = setTimeout(() => stop.abort(), (job.expireSeconds ?? EXPIRE_SECONDS) * 1000 * ABORT_AT)
    const done = settle(fetched, stop)
      .catch((error: unknown) => log.error({ err: error, job: fetched.id }, 'the end of a job was not written'))
      .finally(() => {
        clearTimeout(limit)
        running.delete(fetched.id)
        startWaiting()
        sleeper.wake()
      })
    running.set(fetched.id, { tenant: tenantOf(fetched.data.d), stop, done })
  }

  const startWaiting = () => {
    if (closed) return
    for (const fetched of waiting.splice(0)) {
      const tenant = tenantOf(fetched.data.d)
      if (tenant !== null && taken(tenant) >= perTenant) waiting.push(fetched)
      else start(fetched)
    }
  }

  const fetchSome = async (): Promise<void> => {
    const free = concurrency - running.size
    if (free <= 0) return sleeper.sleep(pollMs)
    const ignoreGroups = fullTenants()
    const jobs = await boss.fetch<Stored>(job.name, { batchSize: free, ignoreGroups })
    waiting.push(...jobs)
    startWaiting()
    return jobs.length < free ? sleeper.sleep(pollMs) : undefined
  }

  const run = async () => {
    while (!closed) {
      try {
        await fetchSome()
      } catch (error) {
        log.warn({ err: error }, 'jobs cannot be fetched')
        await sleeper.sleep(pollMs)
      }
    }
  }
  const loop = run()

  return {
    wake: sleeper.wake,
    async close(drainMs) {
      closed = true
      sleeper.wake()
      await loop
      for (const { id, retryCount } of waiting.splice(0)) {
        background(log, 'hand back', boss.fail(job.name, { id, retryCount }, { message: 'node stopped' }))
      }
      const all = Promise.all([...running.values()].map((one) => one.done))
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, drainMs)
      })
      await Promise.race([all, late])
      clearTimeout(timer)
      const left = [...running.entries()]
      for (const [, one] of left) one.stop.abort(new Error('node stopped'))
      await Promise.all(left.map(([id]) => boss.fail(job.name, id, { message: 'node stopped' })))
    },
  }
}
