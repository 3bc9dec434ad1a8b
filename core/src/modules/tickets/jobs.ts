import { Type } from 'typebox'
import type { Dispatcher, Subscriber } from '../../platform/events/types.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Timing } from './timing.ts'

const due = defineJob({
  name: 'tickets.due',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer() }),
  singletonKey: ({ tenantId }) => String(tenantId),
  perTenant: 1,
  expireSeconds: 60,
})
const scan = defineJob({ name: 'tickets.due-scan', version: 1, schema: Type.Object({}), every: 30 })

export interface TicketWork {
  timing: Timing
  ratingReplies: Subscriber
  keywords: Subscriber
}

/** Before jobs and events start, on nodes that work. */
export function registerTicketWork(
  { jobs, dispatcher }: { jobs: Jobs; dispatcher: Dispatcher },
  { timing, ratingReplies, keywords }: TicketWork,
): void {
  dispatcher.register(ratingReplies)
  dispatcher.register(keywords)
  jobs.register(due, ({ tenantId }, { signal }) => timing.run(tenantId, signal))
  jobs.register(scan, async () => {
    const tenants = await timing.due()
    await jobs.sendAll(
      due,
      tenants.map((tenantId) => ({ tenantId })),
    )
  })
}
