import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logger.ts'
import type { RealtimePort } from '../auth/index.ts'
import { createFailures } from './failures.ts'
import { deliver, type NotificationWork } from './jobs.ts'
import { createNotify } from './notify.ts'
import { createPreferences } from './preferences.ts'
import { createPushKeys } from './push/keys.ts'
import { createSender } from './push/sender.ts'
import { createSubscribing } from './push/subscribing.ts'
import { createPushWorker } from './push/worker.ts'
import { createReactions } from './reactions.ts'
import { createCentre } from './service.ts'
import type { NoticeSources } from './sources.ts'

export interface NotificationDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  vault: Vault
  egress: Egress
  jobs: Pick<Jobs, 'send' | 'sendIn'>
  log: Pick<Log, 'warn'>
  realtime: RealtimePort & { onlineUsers(tenantId: number): number[] }
  sources: NoticeSources
  operatorTenant: number
  publicUrl: string
}

/** The module put together: the bell, how people want to be told, and browsers that wait for pushes. */
export function createNotifications(deps: NotificationDeps) {
  const { db, clock, realtime, jobs, sources, publicUrl } = deps
  const { uow } = db
  const kick = (tenantId: number, at?: number) =>
    jobs.send(deliver, { tenantId }, at === undefined ? {} : { startAfter: new Date(at) })
  const notify = createNotify({
    clock,
    realtime,
    kickIn: (tx) => jobs.sendIn(tx, deliver, { tenantId: tx.scope.tenantId }),
  })
  const centre = createCentre({ uow, clock, realtime, ...sources })
  const pushKeys = createPushKeys({ ...deps, uow })
  const send = createSender({ ...deps, subject: contactOf(publicUrl) })
  const preferences = createPreferences({ uow, clock, realtime })
  const browsers = createSubscribing({ ...deps, uow, pushKeys })
  const settle = (tenantId: number, subject: string) =>
    uow.run(systemScope(tenantId, 'notifications'), (tx) => centre.settle(tx, subject))
  const work: NotificationWork = {
    db,
    clock,
    reactions: createReactions({ db, clock, notify, settle, kick, ...sources }),
    worker: createPushWorker({
      ...deps,
      ...sources,
      send,
      pushKeys,
      kick,
      onlineUsers: (tenantId) => realtime.onlineUsers(tenantId),
    }),
  }
  return Object.assign(centre, preferences, browsers, {
    notify,
    /** Messages that may have failed to be delivered. */
    messagesFailed: createFailures({ uow, notify, ...sources }),
    work,
  })
}

export type Notifications = ReturnType<typeof createNotifications>

/** Where a push service finds whoever runs this installation. */
const contactOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:recado@${new URL(publicUrl).hostname}`
