import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/crypto/vault.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Scope, systemScope } from '../../../platform/db/scope.ts'
import type { Log } from '../../../platform/logger.ts'
import { localTime } from '../../auth/policy.ts'
import { isOn, readSettings } from '../../settings/index.ts'
import { eventOf, isKind, isSilent, withDefaults } from '../policy.ts'
import { findPreferences } from '../preferences-repo.ts'
import { hiddenText, type Said, textOf } from '../texts.ts'
import * as repo from './delivery-repo.ts'
import type { PushKeys } from './keys.ts'
import type { SendPush, Target } from './sender.ts'
import { keysPlace } from './subscribing.ts'
import { removeSubscription } from './subscription-repo.ts'

export interface PushWorkerDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  vault: Vault
  log: Pick<Log, 'warn'>
  send: SendPush
  pushKeys(): Promise<PushKeys>
  /** People with a screen open. */
  onlineUsers(tenantId: number): number[]
  /** Which of these tickets the caller sees. */
  seenTickets(scope: Scope, ids: number[]): Promise<ReadonlySet<number>>
  /** Comes back to this company, at once or at a time (epoch milliseconds). */
  kick(tenantId: number, at?: number): Promise<void>
}

const PARALLEL = 8
/** Longer than an attempt takes. */
const LEASE_MS = 30_000
/** One run holds no slot for long; what is left is the next one's. */
const RUN_MS = 15_000
const BACKOFF_MS = [30_000, 120_000, 600_000, 1_800_000]
const BACKOFF_MAX_MS = 3_600_000

export function createPushWorker(deps: PushWorkerDeps) {
  const { db, clock, vault, log } = deps
  const { uow } = db

  /** What the browser is told; null when it is told nothing. */
  const saidOf = async (tenantId: number, claimed: repo.ClaimedDelivery): Promise<Said | null> => {
    const { kind, params, ticketId, userId, userName: name, profile, sessionId, locale } = claimed
    if (!isKind(kind)) return null
    const scope: Scope = {
      tenantId,
      actor: { kind: 'user', userId, profile, sessionId, name },
      locale,
      requestId: 'push',
    }
    const { preferences, settings } = await uow.run(scope, async (tx) => ({
      preferences: withDefaults(await findPreferences(tx, userId)),
      settings: await readSettings(tx),
    }))
    const now = clock.now()
    if (!preferences.events[eventOf(kind)].push) return null
    if (isSilent(preferences, now, localTime(now, settings.timezone))) return null
    // whoever sits before a screen sees the message there
    if (kind === 'message' && deps.onlineUsers(tenantId).includes(userId)) return null
    const isSeen = ticketId === null || (await deps.seenTickets(scope, [ticketId])).has(ticketId)
    if (!isSeen && kind === 'message') return null
    return isSeen && !isOn(settings, 'hidePushContent') ? textOf(kind, params, locale) : hiddenText(kind, locale)
  }

  const forget = (tenantId: number, subscriptionId: string) =>
    uow.run(systemScope(tenantId, 'push'), (tx) => removeSubscription(tx, subscriptionId))

  const attempt = async (tenantId: number, claimed: repo.ClaimedDelivery): Promise<void> => {
    if (!claimed.isAlive) return forget(tenantId, claimed.subscriptionId)
    const left = claimed.expiresAt.getTime() - clock.now()
    const said = left > 0 ? await saidOf(tenantId, claimed) : null
    if (said === null) return repo.removeDelivery(uow, tenantId, claimed)
    const sealed = await vault.open(tenantId, keysPlace(claimed.subscriptionId), claimed.keys)
    const target: Target = { endpoint: claimed.endpoint, keys: JSON.parse(sealed.toString()) as Target['keys'] }
    const topic = claimed.topic.replace(':', '-')
    const payload = JSON.stringify({ ...said, link: claimed.link, tag: topic })
    const message = { payload, topic, ttlSeconds: Math.ceil(left / 1000) }
    const result = await deps.send(target, message, await deps.pushKeys())
    switch (result.outcome) {
      case 'sent':
        return repo.removeDelivery(uow, tenantId, claimed)
      case 'gone':
        return forget(tenantId, claimed.subscriptionId)
      case 'refused':
        log.warn({ tenantId, host: new URL(claimed.endpoint).host, reason: result.reason }, 'a push was refused')
        return repo.removeDelivery(uow, tenantId, claimed)
      case 'later': {
        const wait = result.retryAfterMs ?? BACKOFF_MS[claimed.attempts - 1] ?? BACKOFF_MAX_MS
        const dueAt = clock.now() + Math.min(wait, BACKOFF_MAX_MS)
        return repo.postponeDelivery(uow, tenantId, claimed.id, new Date(dueAt))
      }
    }
  }

  return {
    /** One run for one company. */
    async run(tenantId: number, signal: AbortSignal): Promise<void> {
      const startedAt = performance.now()
      while (!signal.aborted) {
        const now = clock.now()
        const lease = { now: new Date(now), leaseUntil: new Date(now + LEASE_MS), limit: PARALLEL }
        const claimed = await repo.claimDue(uow, tenantId, lease)
        if (claimed.length === 0) return
        await Promise.all(claimed.map((one) => attempt(tenantId, one)))
        if (performance.now() - startedAt > RUN_MS) return deps.kick(tenantId)
      }
    },

    /** Finds what no job will come for: its own was lost with a node, or lies ahead. */
    async scan(): Promise<void> {
      for (const tenantId of await repo.tenantsWithDue(db.system, new Date(clock.now()))) await deps.kick(tenantId)
    },
  }
}

export type PushWorker = ReturnType<typeof createPushWorker>
