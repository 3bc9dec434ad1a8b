import type { Clock } from '../../platform/clock.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { RealtimePort } from '../auth/index.ts'

export interface HoursDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: RealtimePort
}
