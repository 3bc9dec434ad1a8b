import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createCluster } from './platform/cluster/cluster.ts'
import { createLeases } from './platform/cluster/leases.ts'
import { createKeys } from './platform/crypto/keys.ts'
import { createVault } from './platform/crypto/vault.ts'
import { type DatabaseUrls, openDatabase } from './platform/db/database.ts'
import { createEgress, createPolicy } from './platform/egress/index.ts'
import { createDispatcher, EVENTS_TOPIC } from './platform/events/dispatcher.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/logger.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { type BlobStore, createLocalStore } from './platform/media/index.ts'

export interface PlatformOptions {
  config: Config
  urls: DatabaseUrls
  version: string
  log: Log
  clock?: Clock
}

/** The parts without business words, put together in the order in which they need each other. */
export async function startPlatform({ config, urls, version, log, clock = systemClock }: PlatformOptions) {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const db = openDatabase({ urls, log })
  const cluster = await createCluster({ db, log, roles: config.roles, version })
  const leases = createLeases({ db, cluster, log })
  const keys = createKeys(config.RECADO_SECRET_KEY)
  const previous = config.RECADO_SECRET_KEY_PREVIOUS ? [createKeys(config.RECADO_SECRET_KEY_PREVIOUS)] : []
  const vault = createVault({ db, keys, previous })
  const egress = createEgress({ policy: createPolicy({ allow: config.RECADO_EGRESS_ALLOW }), log })
  const jobs = createJobs({ db, cluster, log, worker: config.roles.includes('worker') })
  const dispatcher = createDispatcher({ db, cluster, log })
  db.onEvents(() => cluster.notify(EVENTS_TOPIC, {}))
  const mailer = createMailer(
    {
      mailUrl: config.RECADO_MAIL_URL,
      mailFrom: config.RECADO_MAIL_FROM,
      isProduction: config.isProduction,
    },
    log,
  )
  return {
    config,
    clock,
    log,
    metrics,
    db,
    cluster,
    leases,
    keys,
    vault,
    egress,
    jobs,
    dispatcher,
    mailer,
    store: await createStore(config),
    /** What hands out no more work is closed before what it works with. */
    async close() {
      await jobs.close()
      await dispatcher.close()
      await leases.close()
      await cluster.close()
      await egress.close()
      mailer.close()
      await db.close()
    },
  }
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>

async function createStore(config: Config): Promise<BlobStore> {
  const bucket = config.RECADO_S3_BUCKET
  if (!bucket) return createLocalStore(`${config.RECADO_DATA_DIR}/media`)
  const { RECADO_S3_ENDPOINT, RECADO_S3_ACCESS_KEY, RECADO_S3_SECRET_KEY, RECADO_S3_PREFIX } = config
  // its SDK is large, and most installations do without
  const { createS3Store } = await import('./platform/media/s3.ts')
  return createS3Store({
    bucket,
    region: config.RECADO_S3_REGION,
    ...(RECADO_S3_ENDPOINT ? { endpoint: RECADO_S3_ENDPOINT } : {}),
    ...(RECADO_S3_ACCESS_KEY ? { accessKey: RECADO_S3_ACCESS_KEY } : {}),
    ...(RECADO_S3_SECRET_KEY ? { secretKey: RECADO_S3_SECRET_KEY } : {}),
    ...(RECADO_S3_PREFIX ? { prefix: RECADO_S3_PREFIX } : {}),
  })
}
