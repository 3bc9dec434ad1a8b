import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Dispatcher, Subscriber } from '../../platform/events/types.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { PushWorker } from './push/worker.ts'
import { pruneNotifications } from './repo.ts'

const DAY_MS = 24 * 3_600_000
const KEEP_DAYS = 60

/** Browsers of a company are due. */
export const deliver = defineJob({
  name: 'push.deliver',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer() }),
  singletonKey: ({ tenantId }) => String(tenantId),
  expireSeconds: 90,
})
const scan = defineJob({ name: 'push.scan', version: 1, schema: Type.Object({}), every: 30 })
const prune = defineJob({ name: 'notifications.prune', version: 1, schema: Type.Object({}), every: 24 * 3600 })

export interface NotificationWork {
  db: Pick<Database, 'system'>
  clock: Clock
  reactions: Subscriber
  worker: PushWorker
}

/** Before jobs and events start, on nodes that work. */
export function registerNotificationWork(
  { jobs, dispatcher }: { jobs: Jobs; dispatcher: Dispatcher },
  { db, clock, reactions, worker }: NotificationWork,
): void {
  dispatcher.register(reactions)
  jobs.register(deliver, ({ tenantId }, { signal }) => worker.run(tenantId, signal))
  jobs.register(scan, () => worker.scan())
  jobs.register(prune, async () => {
    await pruneNotifications(db.system, new Date(clock.now() - KEEP_DAYS * DAY_MS))
  })
}
