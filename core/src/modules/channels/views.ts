import type { ChannelDefinition } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { Cluster, Leases } from '../../platform/cluster/types.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/logger.ts'
import { type ChannelKey, type Contributed, channelInstance, type PluginHost } from '../../plugin-host/index.ts'
import type { RealtimePort } from '../auth/index.ts'
import { CALL_TOKENS } from './call-lines.ts'
import type { Channel } from './contract.ts'
import { getChannel } from './lookup.ts'
import { presentFull } from './presenter.ts'
import * as repo from './repo.ts'

export interface ChannelDeps {
  uow: UnitOfWork
  host: PluginHost
  leases: Pick<Leases, 'ownerOf'>
  cluster: Pick<Cluster, 'nodes'>
  realtime: RealtimePort
  clock: Clock
  log: Log
  /** Base address of this installation, without a trailing slash. */
  publicUrl: string
}

export type ChannelType = Contributed<ChannelDefinition>

export const keyOf = (scope: Scope, channelId: number): ChannelKey => ({ tenantId: scope.tenantId, channelId })

/** What the company turned off, and the keys of its hooks: read once for a whole list. */
export interface ChannelFacts {
  off: ReadonlySet<string>
  keys: ReadonlyMap<string, string>
  /** Instances with lines of the voice-call provider. */
  calling: ReadonlySet<string>
}

export const factsOf = async (tx: Tx): Promise<ChannelFacts> => ({
  off: await repo.disabledPlugins(tx),
  keys: await repo.hookKeys(tx),
  calling: await repo.instancesWithSecret(tx, CALL_TOKENS),
})

/** Channels as people see them, and their types as the company may use them. */
export function createChannelViews(deps: ChannelDeps) {
  const { uow, host, realtime } = deps
  const featuresOf = (type: string) => host.channelType(type)?.definition.features ?? null

  /** Presents rows for admins; reads secrets' states outside of any unit of work. */
  const full = async (scope: Scope, row: repo.ChannelRow, facts: ChannelFacts): Promise<Channel> => {
    const type = host.channelType(row.type)
    const instance = channelInstance(row.id)
    const stored = { settings: row.settings as Record<string, unknown>, version: row.settingsVersion }
    const key = facts.keys.get(instance)
    return presentFull(row, {
      features: type?.definition.features ?? null,
      locale: scope.locale,
      // Without its plugin nobody knows which of the stored values may be shown.
      settings: type ? await host.panels.read(type, row.tenantId, instance, stored) : {},
      hookUrl: key ? `${deps.publicUrl}/hooks/${key}` : null,
      hasCallTokens: facts.calling.has(instance),
      isPluginMissing: !type || facts.off.has(type.plugin.id),
    })
  }

  const presented = async (scope: Scope, id: number): Promise<Channel> => {
    const { row, facts } = await uow.run(scope, async (tx) => ({
      row: await getChannel(tx, id),
      facts: await factsOf(tx),
    }))
    return full(scope, row, facts)
  }

  /** Tells the screens of the company: agents the short form, admins all. */
  const tell = async (scope: Scope, channel: Channel): Promise<void> => {
    const { tenantId } = scope
    const { id, name, type, status, state, number, isDefault, features, updatedAt } = channel
    const short = { id, name, type, status, state, number, isDefault, features, updatedAt }
    await realtime.publish({ tenantId, to: 'tenant' }, 'whatsapp', { action: 'update', whatsapp: short })
    await realtime.publish({ tenantId, to: 'admins' }, 'whatsapp', { action: 'update', whatsapp: channel })
  }

  const changed = async (scope: Scope, id: number): Promise<Channel> => {
    const channel = await presented(scope, id)
    await tell(scope, channel)
    return channel
  }

  /** @throws ERR_CHANNEL_TYPE_UNKNOWN, ERR_PLUGIN_OFF */
  const usableType = async (
    scope: Scope,
    type: string,
    unknown: 'ERR_CHANNEL_TYPE_UNKNOWN' | 'ERR_PLUGIN_OFF',
  ): Promise<ChannelType> => {
    const found = host.channelType(type)
    if (found?.definition.scope !== 'tenant') throw new AppError(unknown)
    if (!(await uow.run(scope, (tx) => repo.hasPlugin(tx, found.plugin.id)))) throw new AppError('ERR_PLUGIN_OFF')
    return found
  }

  return { featuresOf, full, presented, changed, usableType }
}

export type ChannelViews = ReturnType<typeof createChannelViews>
