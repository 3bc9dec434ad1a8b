import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { defineWork } from '../../platform/work/jobs.ts'
import type { Worker } from '../../platform/work/worker.ts'
import { pruneTasks } from './repo.ts'

const DAY_MS = 24 * 3_600_000
/** How long a task can be looked at and undone. */
const KEPT_DAYS = 30

const work = defineWork('tickets.task')
export const { createKick } = work

export interface TicketTaskWork {
  db: Pick<Database, 'system'>
  clock: Clock
  worker: Worker
}

/** Before jobs start. */
export const registerTicketTaskWork = ({ jobs }: { jobs: Jobs }, { db, clock, worker }: TicketTaskWork): void =>
  work.register(jobs, {
    worker,
    forget: () => pruneTasks(db.system, new Date(clock.now() - KEPT_DAYS * DAY_MS)),
  })
