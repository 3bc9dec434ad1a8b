import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import { type ScheduleWorker, SOON_MS } from './worker.ts'

const send = defineJob({
  name: 'schedules.send',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer() }),
  singletonKey: ({ tenantId }) => String(tenantId),
  perTenant: 1,
})
const scan = defineJob({ name: 'schedules.scan', version: 1, schema: Type.Object({}), every: 30 })

/** Later than soon needs no job yet: the scan comes in between. */
export const createWake =
  (jobs: Pick<Jobs, 'send'>, clock: Clock) =>
  async (tenantId: number, at: number): Promise<void> => {
    if (at > clock.now() + SOON_MS) return
    await jobs.send(send, { tenantId }, at <= clock.now() ? {} : { startAfter: new Date(at) })
  }

/** Before jobs start, on nodes that work. */
export function registerScheduleWork({ jobs }: { jobs: Jobs }, worker: ScheduleWorker): void {
  jobs.register(send, ({ tenantId }, { signal }) => worker.run(tenantId, signal))
  jobs.register(scan, () => worker.scan())
}
