import { Type } from 'typebox'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { TaskLimits } from './limits.ts'

/** Limits of a company's tasks have come. */
export const lookAtLimits = defineJob({
  name: 'tasks.limits',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer() }),
  singletonKey: ({ tenantId }) => String(tenantId),
})
const scan = defineJob({ name: 'tasks.scan', version: 1, schema: Type.Object({}), every: 30 })

/** Before jobs start, on nodes that work. */
export function registerTaskWork({ jobs }: { jobs: Jobs }, limits: TaskLimits): void {
  jobs.register(lookAtLimits, ({ tenantId }, { signal }) => limits.run(tenantId, signal))
  jobs.register(scan, () => limits.scan())
}
