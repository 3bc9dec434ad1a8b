import type { ConnectionReport } from '@recado/sdk'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { ChannelRef, ChannelSource, Contributed } from '../../plugin-host/index.ts'
import type { RealtimePort } from '../auth/index.ts'
import { presentShort, presentState } from './presenter.ts'
import { findChannel } from './repo.ts'
import * as repo from './state-repo.ts'

export interface ChannelPortDeps {
  db: Pick<Database, 'uow' | 'system'>
  realtime: RealtimePort
  /** The host's registry, known once it has started. */
  channelType(type: string): Contributed | null
}

/** Stored channels, as the plugin host asks for them. */
export function createChannelSource({ db, channelType }: ChannelPortDeps): ChannelSource {
  const scope = (tenantId: number) => systemScope(tenantId, 'plugin-host')
  const withPlugins = (types: readonly string[]): repo.TypeOfPlugin[] =>
    types.flatMap((type) => {
      const pluginId = channelType(type)?.plugin.id
      return pluginId === undefined ? [] : [{ type, pluginId }]
    })

  return {
    load: (tenantId, channelId) =>
      db.uow.run(scope(tenantId), async (tx) => {
        const facts = await repo.loadFacts(tx, channelId)
        if (!facts) return null
        const pluginId = channelType(facts.type)?.plugin.id
        const enabled =
          pluginId !== undefined && ((await tx.db.pluginEnablement.findFirst({ where: { pluginId } }))?.enabled ?? true)
        const { tenantActive, settings, ...record } = facts
        return {
          ...record,
          isActive: record.isActive && tenantActive && enabled,
          settings: (settings ?? {}) as Record<string, unknown>,
        }
      }),
    unowned: (types, limit) => repo.listUnowned(db.system, withPlugins(types), limit),
    stillActive: async (types, keys) =>
      keys.length === 0 ? [] : repo.listStillWanted(db.system, withPlugins(types), keys),
    saveSettings: ({ tenantId, channelId }, settings, version) =>
      db.uow.run(scope(tenantId), (tx) => repo.saveSettings(tx, channelId, settings, version)),
    byAccount: (type, accountIds) => repo.listByAccount(db.system, type, accountIds),
  }
}

/** Stores what a channel reports of its connection and tells the screens. */
export function createConnectionPort({ db, realtime, channelType }: ChannelPortDeps) {
  return {
    async set(channel: ChannelRef, epoch: number | null, report: ConnectionReport): Promise<void> {
      const { tenantId, channelId } = channel
      const done = await db.uow.run(systemScope(tenantId, 'plugin-host'), async (tx) => {
        const before = await repo.saveReport(tx, channelId, epoch, {
          state: report.state,
          stateReason: report.reason ?? null,
          userAction: report.userAction ?? null,
          show: report.show ?? null,
          retries: report.retries ?? 0,
          number: report.account?.number ?? null,
          accountId: report.account?.id ?? null,
          accountName: report.account?.name ?? null,
          accountAlso: report.account?.also ?? null,
          notices: report.notices ?? [],
        })
        if (before === null) return null
        if (before !== report.state) tx.emit('channel.state', { channelId, from: before, to: report.state })
        const row = await findChannel(tx, channelId)
        return row ? { row, before } : null
      })
      if (!done) return
      const { row, before } = done
      const { definition } = channelType(row.type) ?? {}
      const features = definition?.kind === 'channel' ? definition.features : null
      const action = row.state === 'connected' && before !== 'connected' ? 'readySession' : 'update'
      const tell = (to: 'tenant' | 'admins', session: object) =>
        realtime.publish({ tenantId, to }, 'whatsappSession', { action, session })
      await tell('tenant', presentShort(row, features))
      await tell('admins', presentState(row, features, 'pt'))
    },
  }
}
