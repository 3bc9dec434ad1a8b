import { Type } from 'typebox'
import type { Database } from '../../platform/db/database.ts'
import type { Dispatcher, Subscriber } from '../../platform/events/types.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Assigner } from './assigner.ts'
import { ruledTenants, waitingTenants } from './waiting-repo.ts'

const run = defineJob({
  name: 'distribution.run',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer() }),
  singletonKey: ({ tenantId }) => String(tenantId),
  perTenant: 1,
  expireSeconds: 60,
})
/** For what time alone changes: login hours, quiet hours, the end of "do not disturb". */
const scan = defineJob({ name: 'distribution.scan', version: 1, schema: Type.Object({}), every: 30 })

/** After each of these a ticket may wait, or somebody may take one, who did not before. */
const FACTS = [
  'ticket.created',
  'ticket.returned',
  'ticket.reopened',
  'ticket.transferred',
  'ticket.snoozed',
  'ticket.woken',
  'ticket.closed',
  'ticket.deleted',
  'ticket.accepted',
  'user.online',
  'user.changed',
  'user.silence',
  'queue.changed',
  'setting.changed',
  'contact.wallets',
  'contact.merged',
  'contact.unmerged',
] as const

export interface DistributionWork {
  db: Pick<Database, 'system'>
  onlineUsers(tenantId: number): number[]
  assigner: Assigner
}

/** Before jobs and events start, on nodes that work. */
export function registerDistributionWork(
  { jobs, dispatcher }: { jobs: Jobs; dispatcher: Dispatcher },
  { db, onlineUsers, assigner }: DistributionWork,
): void {
  const start = (tenantIds: number[]) =>
    jobs.sendAll(
      run,
      tenantIds.map((tenantId) => ({ tenantId })),
    )
  const wake: Subscriber = {
    name: 'distribution',
    events: FACTS,
    gapMs: 100,
    async handle(batch) {
      const tenantIds = new Set(batch.map(({ tenantId }) => tenantId))
      await start(await ruledTenants(db.system, [...tenantIds]))
    },
  }
  dispatcher.register(wake)
  jobs.register(run, ({ tenantId }, { signal }) => assigner.run(tenantId, signal))
  jobs.register(scan, async () => {
    const tenantIds = await waitingTenants(db.system)
    await start(tenantIds.filter((tenantId) => onlineUsers(tenantId).length > 0))
  })
}
