import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Egress } from '../../platform/egress/index.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/logger.ts'
import { createCollector } from './collector.ts'
import { createKick, type WebhookWork } from './jobs.ts'
import { createPayloads, type PayloadDeps } from './payload.ts'
import { createSender } from './sender.ts'
import { createWebhookService, type WebhookService } from './service.ts'
import { createWebhookWorker } from './worker.ts'

export interface WebhooksDeps extends PayloadDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  vault: Vault
  egress: Egress
  jobs: Pick<Jobs, 'send'>
  log: Pick<Log, 'error'>
}

/** The module put together: what admins ask for, and what goes on by itself. */
export function createWebhooks(deps: WebhooksDeps): WebhookService & { work: WebhookWork } {
  const { db, clock } = deps
  const kick = createKick(deps.jobs)
  const payloads = createPayloads(deps)
  const parts = { ...deps, kick, payloads, send: createSender(deps) }
  const work = { db, clock, collector: createCollector(parts), worker: createWebhookWorker(parts) }
  return Object.assign(createWebhookService({ ...parts, uow: db.uow }), { work })
}
