import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/logger.ts'
import type { Assigning } from '../tickets/index.ts'
import { createAssigner } from './assigner.ts'
import type { DistributionWork } from './jobs.ts'
import { createDistributionService, type DistributionService } from './service.ts'

export interface DistributionDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  log: Pick<Log, 'error'>
  tickets: Assigning
  realtime: { onlineUsers(tenantId: number): number[] }
}

/** The module put together: what people ask, and what goes on by itself. */
export function createDistribution(deps: DistributionDeps): DistributionService & { work: DistributionWork } {
  const { db, realtime } = deps
  const parts = { ...deps, uow: db.uow, onlineUsers: realtime.onlineUsers, random: Math.random }
  const work = { db, onlineUsers: realtime.onlineUsers, assigner: createAssigner(parts) }
  return Object.assign(createDistributionService(parts), { work })
}
