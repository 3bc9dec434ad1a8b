import { fromPrisma, PgBoss } from 'pg-boss'
import type { Static, TSchema } from 'typebox'
import { background } from '../background.ts'
import type { Cluster } from '../cluster/types.ts'
import type { Database } from '../db/database.ts'
import { grantJobs } from '../db/roles.ts'
import type { Log } from '../logger.ts'
import { toInsert } from './define.ts'
import { createLane, type Lane } from './lane.ts'
import { prepareQueues, prepareSchedules } from './prepare.ts'
import { countJobs, deadJobs, redriveJobs } from './queues.ts'
import type { Job, JobContext, JobHandler, Jobs } from './types.ts'

export { defineJob } from './define.ts'
export type * from './types.ts'

const JOBS_TOPIC = 'jobs'
const POLL_MS = 2_000
const DRAIN_MS = 20_000
/** From so many on, the planner has to be told of new rows, else each fetch reads them all (reliability M-05). */
const BULK = 1_000
const GRANT_LOCK = 7_205_759_404

export interface JobsOptions {
  db: Pick<Database, 'systemUrl' | 'systemPool' | 'pool'>
  cluster: Cluster
  log: Log
  /** Whether handlers run here. */
  worker: boolean
  /** Between two looks when no hint comes; also how late a job with a time of its own may be. */
  pollMs?: number
}

interface Registered {
  job: Job<TSchema>
  handler: (data: unknown, context: JobContext) => Promise<void>
}

/** Timed and background work over pg-boss. */
export function createJobs({ db, cluster, worker, ...options }: JobsOptions): Jobs {
  const log = options.log.child({ part: 'jobs' })
  const registered = new Map<string, Registered>()
  const lanes = new Map<string, Lane>()
  const timers: NodeJS.Timeout[] = []
  const stops: (() => void)[] = []
  const boss = new PgBoss({
    connectionString: db.systemUrl,
    application_name: 'recado-jobs',
    schema: 'pgboss',
    // the schema is made with the roles, since the system role may not make one
    createSchema: false,
    max: worker ? 4 : 2,
    supervise: worker,
    schedule: worker,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))

  const names = () => [...registered.keys()]
  const hint = (queue: string) => cluster.notify(JOBS_TOPIC, { queue })

  /** Units of work put jobs in under the app role. Nodes that start together wait for each other. */
  const grant = async () => {
    const { rows } = await db.pool.query<{ app: string }>('select current_user app')
    const client = await db.systemPool.connect()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
      await grantJobs(client, { app: rows[0]?.app ?? '', system: '' })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  /** By seconds; what goes by the clock is the queue's own affair. */
  const repeat = (job: Job<TSchema>) => {
    const { every, name } = job
    if (typeof every !== 'number') return
    const { data } = toInsert(job, {})
    const send = async () => {
      // one of all nodes gets the slot
      const slot = { singletonKey: 'every', singletonSeconds: every, deleteAfterSeconds: Math.max(60, 2 * every) }
      const id = await boss.send(name, data, slot)
      if (id !== null) hint(name)
    }
    background(log, 'repeat', send())
    timers.push(setInterval(() => background(log, 'repeat', send()), every * 1_000))
  }

  return {
    register<S extends TSchema>(job: Job<S>, handler: JobHandler<S>) {
      if (registered.has(job.name)) throw new Error(`job ${job.name} is registered twice`)
      registered.set(job.name, {
        job: job as unknown as Job<TSchema>,
        handler: (data, context) => handler(data as Static<S>, context),
      })
    },

    async start() {
      await boss.start()
      const all = [...registered.values()].map(({ job }) => job)
      await prepareQueues(boss, all)
      await grant()
      if (!worker) return
      await prepareSchedules(boss, all)
      for (const { job, handler } of registered.values()) {
        const lane = { boss, job, handler, log: log.child({ queue: job.name }), pollMs: options.pollMs ?? POLL_MS }
        lanes.set(job.name, createLane(lane))
        repeat(job)
      }
      const wakeAll = () => {
        for (const lane of lanes.values()) lane.wake()
      }
      stops.push(
        cluster.on<{ queue: string }>(JOBS_TOPIC, ({ queue }) => lanes.get(queue)?.wake()),
        cluster.onReconnect(wakeAll),
      )
    },

    async send(job, data, sendOptions) {
      const { data: stored, ...rest } = toInsert(job, data, sendOptions)
      await boss.send(job.name, stored, rest)
      hint(job.name)
    },

    async sendAll(job, all, sendOptions) {
      await boss.insert(
        job.name,
        all.map((data) => toInsert(job, data, sendOptions)),
      )
      if (all.length >= BULK) await boss.getDb().executeSql('analyze pgboss.job_common')
      hint(job.name)
    },

    async sendIn(tx, job, data, sendOptions) {
      const { data: stored, ...rest } = toInsert(job, data, sendOptions)
      await boss.send(job.name, stored, { ...rest, db: fromPrisma(tx.db) })
      tx.afterCommit(() => hint(job.name))
    },

    stats: () => countJobs(boss, names()),
    dead: (limit = 200) => deadJobs(boss, names(), limit),

    async redrive(queue, ids) {
      const count = await redriveJobs(boss, names(), queue, ids)
      if (count > 0) hint(queue)
      return count
    },

    async close(drainMs = DRAIN_MS) {
      for (const timer of timers) clearInterval(timer)
      for (const stop of stops) stop()
      await Promise.all([...lanes.values()].map((lane) => lane.close(drainMs)))
      await boss.stop({ graceful: false, close: true })
    },
  }
}
