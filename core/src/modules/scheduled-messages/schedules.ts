import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createWake } from './jobs.ts'
import { createScheduleService, type ScheduleDeps } from './service.ts'
import { createScheduleWorker, type ScheduleWorkerDeps } from './worker.ts'

type Deps = Omit<ScheduleDeps & ScheduleWorkerDeps, 'wake'> & { jobs: Pick<Jobs, 'send'> }

/** Messages for later: what people do with them, and the work that sends them. */
export function createSchedules(deps: Deps) {
  const parts = { ...deps, wake: createWake(deps.jobs, deps.clock) }
  return { ...createScheduleService(parts), work: createScheduleWorker(parts) }
}

export type Schedules = ReturnType<typeof createSchedules>
