import { isPluginError, type Notice, type SendResult, type Step } from '@recado/sdk'
import { background } from '../../platform/background.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { translate } from '../../platform/i18n/index.ts'
import { newId } from '../../platform/ids.ts'
import { audit } from '../auth/index.ts'
import type { ChannelHealth, TestMessage } from './contract.ts'
import { diagnose } from './diagnosis.ts'
import { countWork, failuresOf } from './health-repo.ts'
import { getChannel } from './lookup.ts'
import { stateOf } from './presenter.ts'
import * as repo from './repo.ts'
import { userActionText } from './texts.ts'
import { type ChannelDeps, type ChannelViews, keyOf } from './views.ts'

/** A QR code is worth two minutes; a new one before that would only throw it away. */
const QR_WAIT_MS = 120_000

/** Connecting, and everything else that asks the channel itself. */
export function createConnectionService(deps: ChannelDeps, { changed, usableType }: ChannelViews) {
  const { uow, host, clock, log } = deps

  /** Switches a channel on; progress arrives by socket. */
  const switchOn = async (scope: Scope, id: number, action: string, more: repo.ChannelValues = {}): Promise<void> => {
    await uow.run(scope, async (tx) => {
      await repo.updateChannel(tx, id, {
        isActive: true,
        state: 'connecting',
        stateReason: null,
        userAction: null,
        show: null,
        retries: 0,
        ...more,
      })
      await audit(tx, { action, object: `channel:${id}` })
    })
    await changed(scope, id)
  }

  return {
    /** @throws ERR_NO_WAPP_FOUND, ERR_PLUGIN_OFF */
    async connect(scope: Scope, id: number): Promise<void> {
      const row = await uow.run(scope, (tx) => getChannel(tx, id))
      await usableType(scope, row.type, 'ERR_PLUGIN_OFF')
      await switchOn(scope, id, 'channel.connect')
      host.channelChanged(keyOf(scope, id), 'reconnect')
    },

    /** With `forget` a stored session is thrown away first. @throws ERR_NO_WAPP_FOUND, ERR_CHANNEL_QR_WAIT, ERR_PLUGIN_OFF */
    async reconnect(scope: Scope, id: number, forget: boolean): Promise<void> {
      const row = await uow.run(scope, (tx) => getChannel(tx, id))
      const { definition } = await usableType(scope, row.type, 'ERR_PLUGIN_OFF')
      const key = keyOf(scope, id)
      if (!forget || definition.transport !== 'session') {
        await switchOn(scope, id, 'channel.reconnect')
        host.channelChanged(key, 'reconnect')
        return
      }
      const now = clock.now()
      if (row.qrRequestedAt && now - row.qrRequestedAt.getTime() < QR_WAIT_MS) throw new AppError('ERR_CHANNEL_QR_WAIT')
      await switchOn(scope, id, 'channel.forget-session', { qrRequestedAt: new Date(now) })
      background(
        log,
        'forget a session',
        host.forgetSession(key).finally(() => host.channelChanged(key)),
      )
    },

    /** @throws ERR_NO_WAPP_FOUND */
    async disconnect(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        await getChannel(tx, id)
        await repo.updateChannel(tx, id, {
          isActive: false,
          state: 'disconnected',
          stateReason: null,
          userAction: null,
          show: null,
          retries: 0,
        })
        await audit(tx, { action: 'channel.disconnect', object: `channel:${id}` })
      })
      await changed(scope, id)
      host.channelChanged(keyOf(scope, id))
    },

    /** @throws ERR_NO_WAPP_FOUND, ERR_CHANNEL_TYPE_UNKNOWN, ERR_NO_ACTION_FOUND, ERR_PLUGIN_OFF, ERR_PLUGIN_FAILED */
    async action(
      scope: Scope,
      type: string,
      action: string,
      input: {
        channelId?: number | null
        settings?: Record<string, unknown>
        step?: string
        values?: Record<string, unknown>
      },
    ): Promise<Step> {
      const { channelId = null, settings = {}, step, values } = input
      await usableType(scope, type, 'ERR_CHANNEL_TYPE_UNKNOWN')
      const row = channelId === null ? null : await uow.run(scope, (tx) => getChannel(tx, channelId))
      if (row && row.type !== type) throw new AppError('ERR_NO_WAPP_FOUND')
      return host.runAction({
        tenantId: scope.tenantId,
        channelId,
        name: row?.name ?? '',
        type,
        action,
        locale: scope.locale,
        settings,
        stored: (row?.settings ?? {}) as Record<string, unknown>,
        input: { ...(step === undefined ? {} : { step }), ...(values === undefined ? {} : { values }) },
      })
    },

    /**
     * Sends a text to an address at once, past tickets and queues, to see whether the channel works.
     * @throws ERR_NO_WAPP_FOUND, ERR_WAPP_INVALID_CONTACT, and what the channel refuses, in its words
     */
    async testMessage(scope: Scope, id: number, { to, text }: TestMessage): Promise<SendResult> {
      const row = await uow.run(scope, (tx) => getChannel(tx, id))
      const address = host.addressOf(row.type, to)
      if (!address) throw new AppError('ERR_WAPP_INVALID_CONTACT')
      await uow.run(scope, (tx) => audit(tx, { action: 'channel.test-message', object: `channel:${id}` }))
      const message = {
        id: newId(),
        seq: 1,
        to: address,
        isGroup: false,
        content: { type: 'text' as const, text },
        attempt: 1,
        sender: null,
      }
      try {
        return await host.channelCall(scope.tenantId, id, 'send', [message], 'send')
      } catch (error) {
        if (!isPluginError(error)) throw error
        const reason = translate(scope.locale, `delivery.${error.code}`, {})
        throw new AppError('ERR_CHANNEL_TEST_FAILED', {
          params: { reason: error.detail ? `${reason} (${error.detail})` : reason },
          cause: error,
        })
      }
    },

    /** @throws ERR_NO_WAPP_FOUND */
    async rotateHookKey(scope: Scope, id: number): Promise<{ hookUrl: string | null }> {
      await uow.run(scope, async (tx) => {
        await getChannel(tx, id)
        await audit(tx, { action: 'channel.rotate-hook', object: `channel:${id}` })
      })
      const hookUrl = await host.rotateHook(keyOf(scope, id))
      await changed(scope, id)
      return { hookUrl }
    },

    /** @throws ERR_NO_WAPP_FOUND */
    async health(scope: Scope, id: number): Promise<ChannelHealth> {
      const { row, counts, failures, off } = await uow.run(scope, async (tx) => ({
        row: await getChannel(tx, id),
        counts: await countWork(tx, id),
        failures: await failuresOf(tx, id),
        off: await repo.disabledPlugins(tx),
      }))
      const key = keyOf(scope, id)
      const [owner, breaker, nodes] = await Promise.all([
        deps.leases.ownerOf(key),
        host.breaker(key),
        deps.cluster.nodes(),
      ])
      const hostName = nodes.find(({ id }) => id === owner?.nodeId)?.host ?? ''
      const moment = (date: Date | null | undefined) => date?.toISOString() ?? null
      const health = {
        state: stateOf(row.state),
        reason: row.stateReason,
        userAction: userActionText(row.userAction, scope.locale),
        owner: owner ? { nodeId: owner.nodeId, host: hostName, epoch: owner.epoch } : null,
        breaker,
        deliveries: {
          queued: counts?.queued ?? 0,
          sending: counts?.sending ?? 0,
          failed: counts?.failed ?? 0,
          unknown: counts?.unknown ?? 0,
          oldestQueuedAt: moment(counts?.oldestQueuedAt),
        },
        inbox: { waiting: counts?.waiting ?? 0, dead: counts?.dead ?? 0 },
        lastInboundAt: moment(counts?.lastInboundAt),
        lastOutboundAt: moment(counts?.lastOutboundAt),
      }
      const plugin = host.channelType(row.type)?.plugin
      const now = clock.now()
      const about = {
        isPluginMissing: !plugin || off.has(plugin.id),
        isActive: row.isActive,
        notices: (row.notices as unknown as Notice[]).filter(({ until }) => until === undefined || until > now),
        failures,
        now,
      }
      return { ...health, findings: diagnose(health, about, scope.locale) }
    },
  }
}
