import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import { pruneTasks } from './repo.ts'
import type { TaskKey, TaskWorker } from './worker.ts'

const DAY_MS = 24 * 3_600_000
/** How long a task can be looked at and undone; and an import that nobody went on with. */
const KEPT_DAYS = 30
const LEFT_DAYS = 2

const work = defineJob({
  name: 'contacts.task',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer(), taskId: Type.Integer() }),
  singletonKey: ({ tenantId, taskId }) => `${tenantId}:${taskId}`,
  expireSeconds: 180,
  perTenant: 2,
})
const scan = defineJob({ name: 'contacts.task-scan', version: 1, schema: Type.Object({}), every: 30 })
const prune = defineJob({ name: 'contacts.task-prune', version: 1, schema: Type.Object({}), every: 24 * 3600 })

/** Comes back to a task, at once or at a time (epoch milliseconds). */
export const createKick =
  (jobs: Pick<Jobs, 'send'>) =>
  (key: TaskKey, at?: number): Promise<void> =>
    jobs.send(work, key, at === undefined ? {} : { startAfter: new Date(at) })

export interface ContactTaskWork {
  db: Pick<Database, 'system'>
  clock: Clock
  worker: TaskWorker
}

/** Before jobs start. */
export function registerContactTaskWork({ jobs }: { jobs: Jobs }, { db, clock, worker }: ContactTaskWork): void {
  jobs.register(work, (key, { signal }) => worker.run(key, signal))
  jobs.register(scan, () => worker.scan())
  jobs.register(prune, () =>
    pruneTasks(db.system, {
      old: new Date(clock.now() - KEPT_DAYS * DAY_MS),
      left: new Date(clock.now() - LEFT_DAYS * DAY_MS),
    }),
  )
}
