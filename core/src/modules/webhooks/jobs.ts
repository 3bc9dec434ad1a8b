import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Dispatcher, Subscriber } from '../../platform/events/types.ts'
import { defineJob, type Jobs } from '../../platform/jobs/jobs.ts'
import { pruneDeliveries, type WebhookKey } from './queue-repo.ts'
import type { WebhookWorker } from './worker.ts'

const DAY_MS = 24 * 3_600_000
const KEEP_DAYS = 7
/** Of one channel's log; and how many may wait at most. */
const KEPT = 5000
const WAITING = 20_000

const deliver = defineJob({
  name: 'webhooks.deliver',
  version: 1,
  schema: Type.Object({ tenantId: Type.Integer(), channelId: Type.Integer() }),
  singletonKey: ({ tenantId, channelId }) => `${tenantId}:${channelId}`,
  expireSeconds: 90,
})
const scan = defineJob({ name: 'webhooks.scan', version: 1, schema: Type.Object({}), every: 30 })
const prune = defineJob({ name: 'webhooks.prune', version: 1, schema: Type.Object({}), every: 3600 })

/** Comes back to a channel's webhook, at once or at a time (epoch milliseconds). */
export const createKick =
  (jobs: Pick<Jobs, 'send'>) =>
  ({ tenantId, channelId }: WebhookKey, at?: number): Promise<void> =>
    jobs.send(deliver, { tenantId, channelId }, at === undefined ? {} : { startAfter: new Date(at) })

export const pruneLog = (db: Pick<Database, 'system'>, clock: Clock, bounds = { kept: KEPT, waiting: WAITING }) =>
  pruneDeliveries(db.system, { before: new Date(clock.now() - KEEP_DAYS * DAY_MS), ...bounds })

export interface WebhookWork {
  db: Pick<Database, 'system'>
  clock: Clock
  collector: Subscriber
  worker: WebhookWorker
}

/** Before jobs and events start, on nodes that work. */
export function registerWebhookWork(
  { jobs, dispatcher }: { jobs: Jobs; dispatcher: Dispatcher },
  { db, clock, collector, worker }: WebhookWork,
): void {
  dispatcher.register(collector)
  jobs.register(deliver, (key, { signal }) => worker.run(key, signal))
  jobs.register(scan, () => worker.scan())
  jobs.register(prune, () => pruneLog(db, clock))
}
