import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { RealtimePort } from '../auth/index.ts'
import { lookAtLimits } from './jobs.ts'
import { createTaskLimits, type TaskLimits } from './limits.ts'
import { createTaskService, type TaskService } from './service.ts'
import { createTaskNotices, type TellingDeps } from './telling.ts'

export interface TasksDeps extends TellingDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  realtime: RealtimePort
  jobs: Pick<Jobs, 'send' | 'sendIn'>
}

/** What is due later is found by the scan. */
const SOON_MS = 60_000

/** The module put together: what people ask for, and limits that come by themselves. */
export function createTasks(deps: TasksDeps): TaskService & { limits: TaskLimits } {
  const { db, clock, realtime, jobs } = deps
  const notices = createTaskNotices(deps)
  const service = createTaskService({
    uow: db.uow,
    clock,
    realtime,
    notices,
    async kickIn(tx, at) {
      const { tenantId } = tx.scope
      const now = clock.now()
      if (at <= now + SOON_MS)
        await jobs.sendIn(tx, lookAtLimits, { tenantId }, at > now ? { startAfter: new Date(at) } : {})
    },
  })
  const kick = (tenantId: number) => jobs.send(lookAtLimits, { tenantId })
  return Object.assign(service, { limits: createTaskLimits({ db, clock, realtime, notices, kick }) })
}
