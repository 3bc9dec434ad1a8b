import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { audit } from '../auth/index.ts'
import { loadMessages } from '../messages/index.ts'
import { type Attempt, settle } from './outcome.ts'
import type { Payloads } from './payload.ts'
import * as queue from './queue-repo.ts'
import * as repo from './repo.ts'
import { openSecrets } from './secrets.ts'
import type { Send } from './sender.ts'

export interface WorkerDeps {
  db: Pick<Database, 'uow' | 'system'>
  vault: Vault
  clock: Clock
  payloads: Payloads
  send: Send
  /** Comes back to this channel, at once or at a time (epoch milliseconds). */
  kick(key: queue.WebhookKey, at?: number): Promise<void>
}

/** Requests to one receiver at the same time. */
const PARALLEL = 8
/** Longer than an attempt takes. */
const LEASE_MS = 30_000
/** So many attempts of a delivery, some 36 minutes, keep later ones of its ticket waiting. */
const ORDERED_ATTEMPTS = 5
/** From so many failures in a row on a receiver gets one request at a time, and rests in between. */
const REST_FROM = 5
const REST_MS = 30_000
/** After a day without one success we give up until somebody resumes. */
const SILENT_MS = 24 * 3_600_000
/** A file that is still being fetched from the provider is waited for so long. */
const FILE_WAIT_MS = 60_000
const FILE_LOOK_MS = 2000
/** One run holds no slot for long; what is left is the next one's. */
const RUN_MS = 15_000
/** What is due later is found by the scan. */
const SOON_MS = 60_000

export function createWebhookWorker({ db, vault, clock, payloads, send, kick }: WorkerDeps) {
  const { uow } = db

  /** The body to send; null when its file is waited for. */
  const bodyOf = async (tenantId: number, claimed: queue.Claimed): Promise<string | null> => {
    if (claimed.messageId === null) return claimed.payload
    const [message] = await loadMessages(uow, { tenantId }, [claimed.messageId])
    const isWaiting = message?.media?.state === 'pending' && clock.now() < claimed.createdAt.getTime() + FILE_WAIT_MS
    if (isWaiting) return null
    const payload = message ? payloads.withFile(claimed.payload, message) : claimed.payload
    await queue.setPayload(uow, tenantId, claimed.id, payload)
    return payload
  }

  /** Until somebody resumes. */
  const pause = (key: queue.WebhookKey, reason: 'SILENT' | 'GONE') =>
    uow.run(systemScope(key.tenantId, 'webhooks'), async (tx) => {
      await repo.updateWebhook(tx, key.channelId, { pausedAt: new Date(clock.now()), pauseReason: reason })
      await repo.giveUp(tx, key.channelId, 'PAUSED')
      tx.emit('webhook.paused', { channelId: key.channelId })
      await audit(tx, { action: 'webhook.pause', object: `channel:${key.channelId}`, details: { reason } })
    })

  /** @returns the receiver's health, or `paused`; null when nothing was tried */
  const attempt = async (
    key: queue.WebhookKey,
    target: { url: string; secrets: string[] },
    claimed: queue.Claimed,
  ): Promise<{ attempt: Attempt; health: queue.Health } | null> => {
    const { tenantId } = key
    const payload = await bodyOf(tenantId, claimed)
    if (payload === null) {
      await queue.postpone(uow, tenantId, claimed, clock.now() + FILE_LOOK_MS)
      return null
    }
    const made = await send(target.url, { ...claimed, payload }, target.secrets)
    const now = clock.now()
    const limits = { attempts: claimed.attempts, expiresAt: claimed.expiresAt.getTime() }
    await queue.settleDelivery(uow, tenantId, claimed, made, settle(made, limits, now, Math.random()))
    const noted = { ok: made.failure === null, now, restFrom: REST_FROM, restMs: REST_MS }
    return { attempt: made, health: await queue.noteAttempt(uow, key, noted) }
  }

  /** Sends until nothing is due, the time of a run is up, or the receiver needs rest. */
  const drain = async (key: queue.WebhookKey, row: repo.WebhookRow, signal: AbortSignal): Promise<void> => {
    const startedAt = performance.now()
    const target = { url: row.url, secrets: await openSecrets(vault, key, row, clock.now()) }
    let failures = row.failures
    while (!signal.aborted && performance.now() - startedAt < RUN_MS) {
      const limit = failures >= REST_FROM ? 1 : PARALLEL
      const options = { now: clock.now(), leaseMs: LEASE_MS, limit, ordered: ORDERED_ATTEMPTS }
      const claimed = await queue.claimDue(uow, key, options)
      if (claimed.length === 0) return
      const results = await Promise.all(claimed.map((one) => attempt(key, target, one)))
      // counted in the order of their answers, not of their claims
      const counted = results.flatMap((result) => (result ? [result.health.failures] : []))
      if (counted.length > 0) failures = Math.max(...counted)
      for (const result of results) {
        if (!result) continue
        const { failure } = result.attempt
        const { failingSince } = result.health
        if (failure === 'GONE') return pause(key, 'GONE')
        if (failure !== null && failingSince && clock.now() - failingSince.getTime() >= SILENT_MS)
          return pause(key, 'SILENT')
      }
      if (failures >= REST_FROM) return
    }
  }

  return {
    /** One run for one channel. */
    async run(key: queue.WebhookKey, signal: AbortSignal): Promise<void> {
      const scope = systemScope(key.tenantId, 'webhooks')
      const row = await uow.run(scope, (tx) => repo.findWebhook(tx, key.channelId))
      if (!row) return
      await queue.expireDue(uow, key, clock.now())
      if (!row.isActive || row.pausedAt !== null) {
        await uow.run(scope, (tx) => repo.giveUp(tx, key.channelId, row.isActive ? 'PAUSED' : 'OFF'))
        return
      }
      const isResting = row.restsUntil !== null && row.restsUntil.getTime() > clock.now()
      if (!isResting) await drain(key, row, signal)
      const after = await uow.run(scope, (tx) => repo.findWebhook(tx, key.channelId))
      const due = await queue.nextDue(uow, key)
      if (due === null) return
      const at = Math.max(due, after?.restsUntil?.getTime() ?? 0)
      if (at <= clock.now() + SOON_MS) await kick(key, at)
    },

    /** Finds what no job will come for: its own was lost with a node, or lies far ahead. */
    async scan(): Promise<void> {
      for (const key of await queue.dueWebhooks(db.system, clock.now())) await kick(key)
    },
  }
}

export type WebhookWorker = ReturnType<typeof createWebhookWorker>
