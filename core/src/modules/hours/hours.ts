import type { Subscriber } from '../../platform/events/types.ts'
import { type AbsenceDeps, createAbsence } from './absence.ts'
import type { HoursDeps } from './ports.ts'
import { createHoursService, type HoursService } from './service.ts'

/** The module put together: what admins ask for, and what goes on by itself. */
export const createHours = (deps: HoursDeps & AbsenceDeps): HoursService & { absence: Subscriber } =>
  Object.assign(createHoursService(deps), { absence: createAbsence(deps) })
