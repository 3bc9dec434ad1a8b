import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { defineWork } from '../../platform/work/jobs.ts'
import type { Worker } from '../../platform/work/worker.ts'
import { pruneTasks } from './repo.ts'

const DAY_MS = 24 * 3_600_000
/** How long a task can be looked at and undone; and an import that nobody went on with. */
const KEPT_DAYS = 30
const LEFT_DAYS = 2

const work = defineWork('contacts.task')
export const { createKick } = work

export interface ContactTaskWork {
  db: Pick<Database, 'system'>
  clock: Clock
  worker: Worker
}

/** Before jobs start. */
export const registerContactTaskWork = ({ jobs }: { jobs: Jobs }, { db, clock, worker }: ContactTaskWork): void =>
  work.register(jobs, {
    worker,
    forget: () =>
      pruneTasks(db.system, {
        old: new Date(clock.now() - KEPT_DAYS * DAY_MS),
        left: new Date(clock.now() - LEFT_DAYS * DAY_MS),
      }),
  })
