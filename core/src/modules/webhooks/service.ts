import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { Egress } from '../../platform/egress/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { audit } from '../auth/index.ts'
import { getChannel } from '../channels/index.ts'
import { addressOf } from './address.ts'
import { LIFETIME_MS } from './outcome.ts'
import { presentDelivery, presentWebhook } from './presenter.ts'
import type { WebhookKey } from './queue-repo.ts'
import * as repo from './repo.ts'
import type { Delivery, Webhook, WebhookPayload, WebhookSaved, WebhookWrite } from './schemas.ts'
import { openSecrets, sealSecret } from './secrets.ts'
import type { Send } from './sender.ts'
import { newSecret } from './signature.ts'

export interface WebhookDeps {
  uow: UnitOfWork
  clock: Clock
  vault: Vault
  egress: Pick<Egress, 'check'>
  send: Send
  kick(key: WebhookKey): Promise<void>
}

/** Both secrets sign for so long after a rotation. */
const ROTATION_MS = 24 * 3_600_000
const PAGE = 20

const objectOf = (channelId: number): string => `channel:${channelId}`
const fresh = { failures: 0, failingSince: null, restsUntil: null, pausedAt: null, pauseReason: null }

export function createWebhookService(deps: WebhookDeps) {
  const { uow, clock, vault, egress, send, kick } = deps
  const keyOf = ({ tenantId }: Scope, channelId: number): WebhookKey => ({ tenantId, channelId })
  const window = () => ({ now: new Date(clock.now()), expiresAt: new Date(clock.now() + LIFETIME_MS) })

  const shown = async (tx: Tx, channelId: number): Promise<Webhook> => {
    const row = await repo.findWebhook(tx, channelId)
    const counts = await repo.countDeliveries(tx, channelId)
    return presentWebhook(channelId, row, { counts, now: clock.now(), locale: tx.scope.locale })
  }

  /** @throws ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND */
  const existing = async (tx: Tx, channelId: number) => {
    const channel = await getChannel(tx, channelId)
    const row = await repo.findWebhook(tx, channelId)
    if (!row) throw new AppError('ERR_NO_WEBHOOK_FOUND')
    return { channel, row }
  }

  /** @throws ERR_WEBHOOK_OFF */
  const requireWorking = async (tx: Tx, channelId: number): Promise<void> => {
    const { row } = await existing(tx, channelId)
    if (!row.isActive || row.pausedAt !== null) throw new AppError('ERR_WEBHOOK_OFF')
    // whoever asks for another try does not want to wait
    await repo.updateWebhook(tx, channelId, { restsUntil: null })
  }

  return {
    /** @throws ERR_NO_WAPP_FOUND */
    get: (scope: Scope, channelId: number): Promise<Webhook> =>
      uow.run(scope, async (tx) => {
        await getChannel(tx, channelId)
        return shown(tx, channelId)
      }),

    /** @throws ERR_NO_WAPP_FOUND, ERR_WEBHOOK_URL, ERR_WEBHOOK_EVENTS */
    async save(scope: Scope, channelId: number, change: WebhookWrite): Promise<WebhookSaved> {
      const secret = newSecret()
      await uow.run(scope, (tx) => getChannel(tx, channelId))
      const sealed = await sealSecret(vault, keyOf(scope, channelId), secret)
      return uow.run(scope, async (tx) => {
        await repo.lockWebhook(tx, channelId)
        const before = await repo.findWebhook(tx, channelId)
        const url = change.url === undefined ? (before?.url ?? '') : addressOf(egress, change.url)
        const isActive = change.enabled ?? before?.isActive ?? false
        const events = change.events ? [...new Set(change.events)] : (before?.events ?? [])
        if (isActive && url === '') throw new AppError('ERR_WEBHOOK_URL')
        if (isActive && events.length === 0) throw new AppError('ERR_WEBHOOK_EVENTS')
        const isResumed = isActive && (!before?.isActive || before.pausedAt !== null || before.url !== url)
        const values = { url, isActive, events, ...(isResumed ? fresh : {}) }
        if (before) await repo.updateWebhook(tx, channelId, values)
        else await repo.insertWebhook(tx, { ...values, channelId, secret: sealed })
        if (!isActive) await repo.giveUp(tx, channelId, 'OFF')
        if (before?.pausedAt && (isResumed || !isActive)) tx.emit('webhook.resumed', { channelId })
        const details = { host: url && new URL(url).host, enabled: isActive, events }
        await audit(tx, { action: 'webhook.update', object: objectOf(channelId), details })
        return { ...(await shown(tx, channelId)), secret: before ? null : secret }
      })
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND */
    async rotateSecret(scope: Scope, channelId: number): Promise<WebhookSaved> {
      await uow.run(scope, (tx) => existing(tx, channelId))
      const secret = newSecret()
      const sealed = await sealSecret(vault, keyOf(scope, channelId), secret)
      return uow.run(scope, async (tx) => {
        await repo.lockWebhook(tx, channelId)
        const { row } = await existing(tx, channelId)
        await repo.updateWebhook(tx, channelId, {
          secret: sealed,
          previousSecret: row.secret,
          previousUntil: new Date(clock.now() + ROTATION_MS),
        })
        await audit(tx, { action: 'webhook.rotate-secret', object: objectOf(channelId) })
        return { ...(await shown(tx, channelId)), secret }
      })
    },

    /** Works while it is off or paused too. @throws ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_URL */
    async test(scope: Scope, channelId: number): Promise<Delivery> {
      const { channel, row } = await uow.run(scope, (tx) => existing(tx, channelId))
      if (row.url === '') throw new AppError('ERR_WEBHOOK_URL')
      const secrets = await openSecrets(vault, keyOf(scope, channelId), row, clock.now())
      const id = newId()
      const { now, expiresAt } = window()
      const { name, type } = channel
      const told: WebhookPayload = {
        id,
        event: 'test',
        createdAt: now.toISOString(),
        tenantId: scope.tenantId,
        channel: { id: channelId, name, type },
      }
      const payload = JSON.stringify(told)
      const { failure, statusCode, response, durationMs } = await send(row.url, { id, event: 'test', payload }, secrets)
      const result = { reason: failure, statusCode, response, durationMs, state: failure ? 'failed' : 'delivered' }
      const when = { createdAt: now, attemptedAt: now, dueAt: now, expiresAt }
      const made = { id, channelId, payload, attempts: 1, ...when, ...result }
      return presentDelivery(await uow.run(scope, (tx) => repo.insertTest(tx, made)), scope.locale)
    },

    /** @throws ERR_NO_WAPP_FOUND */
    async deliveries(
      scope: Scope,
      channelId: number,
      { before, failed = false, pageSize: take = PAGE }: { before?: string; failed?: boolean; pageSize?: number },
    ) {
      const rows = await uow.run(scope, async (tx) => {
        await getChannel(tx, channelId)
        return repo.listDeliveries(tx, channelId, { before: before ? BigInt(before) : null, failed, take })
      })
      const page = rows.slice(0, take)
      const hasMore = rows.length > take
      return {
        deliveries: page.map((row) => presentDelivery(row, scope.locale)),
        hasMore,
        next: hasMore ? String(page.at(-1)?.position) : null,
      }
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND, ERR_NO_WEBHOOK_DELIVERY_FOUND, ERR_WEBHOOK_OFF */
    async replay(scope: Scope, channelId: number, id: string): Promise<Delivery> {
      const row = await uow.run(scope, async (tx) => {
        await existing(tx, channelId)
        const found = await repo.replayDelivery(tx, channelId, id, window())
        if (!found) throw new AppError('ERR_NO_WEBHOOK_DELIVERY_FOUND')
        await requireWorking(tx, channelId)
        await audit(tx, { action: 'webhook.replay', object: objectOf(channelId), details: { delivery: id } })
        return found
      })
      await kick(keyOf(scope, channelId))
      return presentDelivery(row, scope.locale)
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_OFF */
    async replayFailed(scope: Scope, channelId: number): Promise<{ count: number }> {
      const count = await uow.run(scope, async (tx) => {
        await requireWorking(tx, channelId)
        const replayed = await repo.replayFailed(tx, channelId, window())
        await audit(tx, { action: 'webhook.replay', object: objectOf(channelId), details: { count: replayed } })
        return replayed
      })
      if (count > 0) await kick(keyOf(scope, channelId))
      return { count }
    },
  }
}

export type WebhookService = ReturnType<typeof createWebhookService>
