import type { ChannelDefinition } from '@recado/sdk'
import { isOperator } from '../../access.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { Jobs } from '../../platform/jobs/types.ts'
import { type Contributed, type InstalledPlugin, type PluginHost, readGuide } from '../../plugin-host/index.ts'
import { audit, type RealtimePort } from '../auth/index.ts'
import type { ChannelType, OperatorPlugin, Plugin, PluginApp } from './contract.ts'
import { presentChannelType, presentDeadInbound, presentOperatorPlugin, presentPlugin } from './presenter.ts'
import * as repo from './repo.ts'

export interface PluginDeps {
  db: Pick<Database, 'uow' | 'system'>
  host: PluginHost
  jobs: Pick<Jobs, 'stats' | 'dead' | 'redrive'>
  realtime: RealtimePort
  /** Base address of this installation, without a trailing slash. */
  publicUrl: string
  /** Set-aside events are to be applied again. */
  onInboundRevived(channels: { tenantId: number; channelId: number }[]): void
}

const isChannel = (one: Contributed): one is Contributed<ChannelDefinition> => one.definition.kind === 'channel'

export function createPluginService(deps: PluginDeps) {
  const { db, host, jobs, realtime } = deps
  /** @throws ERR_NO_PLUGIN_FOUND */
  const withApp = (id: string): Contributed<ChannelDefinition> => {
    const found = of(id).find((one) => isChannel(one) && one.definition.app !== undefined)
    if (!found || !isChannel(found)) throw new AppError('ERR_NO_PLUGIN_FOUND')
    return found
  }
  const of = (pluginId: string) => host.contributions().filter(({ plugin }) => plugin.id === pluginId)

  /** What a company may use: the rest is the operator's business. */
  const forTenants = () =>
    host.plugins().flatMap((plugin) => {
      const contributions = of(plugin.id).filter(({ definition }) => definition.scope === 'tenant')
      return plugin.state === 'active' && contributions.length === 0 ? [] : [{ plugin, contributions }]
    })

  /** Paths and failures of the server are the operator's alone; a company learns that it is not its own doing. */
  const reasonFor = (scope: Scope, { state, reason }: InstalledPlugin): string | null => {
    if (state === 'active') return null
    return isOperator(scope) ? reason : translate(scope.locale, 'plugin.unavailable')
  }
  const shown = (scope: Scope, { plugin, contributions }: ReturnType<typeof forTenants>[number], enabled: boolean) =>
    presentPlugin(plugin, contributions, enabled, reasonFor(scope, plugin), scope.locale)

  return {
    async list(scope: Scope): Promise<Plugin[]> {
      const on = await db.uow.run(scope, repo.enablements)
      return forTenants().map((one) => shown(scope, one, on.get(one.plugin.id) ?? true))
    },

    /** Off closes its instances and keeps their data. @throws ERR_NO_PLUGIN_FOUND, ERR_PLUGIN_FAILED when it is not active */
    async setEnabled(scope: Scope, id: string, enabled: boolean): Promise<Plugin> {
      const found = forTenants().find(({ plugin }) => plugin.id === id)
      if (!found) throw new AppError('ERR_NO_PLUGIN_FOUND')
      if (enabled && found.plugin.state !== 'active') throw new AppError('ERR_PLUGIN_FAILED')
      await db.uow.run(scope, async (tx) => {
        await repo.setEnabled(tx, id, enabled)
        await audit(tx, { action: enabled ? 'plugin.enable' : 'plugin.disable', object: `plugin:${id}` })
      })
      const { tenantId } = scope
      host.channelChanged({ tenantId })
      await realtime.publish({ tenantId, to: 'tenant' }, 'plugins', { action: 'update' })
      return shown(scope, found, enabled)
    },

    async channelTypes(scope: Scope): Promise<ChannelType[]> {
      const on = await db.uow.run(scope, repo.enablements)
      const forAdmin = scope.actor.kind !== 'user' || scope.actor.profile === 'admin'
      return host
        .contributions()
        .filter(isChannel)
        .filter(({ plugin, definition }) => definition.scope === 'tenant' && (on.get(plugin.id) ?? true))
        .map((one) => presentChannelType(one, host.panels, scope.locale, forAdmin))
    },

    /** @throws ERR_CHANNEL_TYPE_UNKNOWN, ERR_NOT_FOUND for a plugin without a guide */
    async guide({ locale }: Scope, type: string) {
      const found = host.channelType(type)
      if (found?.definition.scope !== 'tenant') throw new AppError('ERR_CHANNEL_TYPE_UNKNOWN')
      const guide = await readGuide(found.plugin, locale)
      if (!guide) throw new AppError('ERR_NOT_FOUND')
      return guide
    },

    async operatorPlugins(scope: Scope): Promise<OperatorPlugin[]> {
      const { tenants, off } = await repo.countOff(db.system)
      const channels = await repo.countChannels(db.system)
      return (await repo.listInstalls(db.system)).map((row) => {
        const contributions = of(row.id)
        const instances = contributions
          .filter(isChannel)
          .reduce((sum, { definition }) => sum + (channels.get(definition.type) ?? 0), 0)
        const using = row.state === 'active' ? tenants - (off.get(row.id) ?? 0) : 0
        return presentOperatorPlugin(row, contributions, { tenants: using, instances }, scope.locale)
      })
    },

    /** @throws ERR_NO_PLUGIN_FOUND */
    async app({ locale }: Scope, id: string): Promise<PluginApp> {
      const found = withApp(id)
      const read = await host.readApp(found)
      if (!read) throw new AppError('ERR_NO_PLUGIN_FOUND')
      return {
        name: found.text(locale, found.definition.name),
        hookUrl: found.definition.routeAppHook ? `${deps.publicUrl}/hooks/app/${id}` : null,
        schema: host.panels.schema(read.part, locale),
        settings: read.settings,
      }
    },

    /** @throws ERR_NO_PLUGIN_FOUND, ERR_CHANNEL_SETTINGS_INVALID */
    async saveApp(scope: Scope, id: string, settings: Record<string, unknown>): Promise<PluginApp> {
      await host.saveApp(withApp(id), settings)
      const details = { fields: Object.keys(settings) }
      await db.uow.run(scope, (tx) => audit(tx, { action: 'plugin.app', object: `plugin:${id}`, details }))
      return this.app(scope, id)
    },

    async jobs() {
      return { queues: await jobs.stats(), dead: await jobs.dead(200) }
    },

    /** @throws ERR_NOT_FOUND */
    redriveJobs: async (queue: string, ids: string[] | undefined) => ({ count: await jobs.redrive(queue, ids) }),

    deadInbound: async (tenantId: number | undefined) =>
      (await repo.listDeadInbound(db.system, tenantId ?? null)).map(presentDeadInbound),

    async redriveInbound(selection: { tenantId?: number; items?: { tenantId: number; id: string }[] }) {
      const revived = await repo.reviveInbound(db.system, {
        tenantId: selection.tenantId ?? null,
        items: selection.items ?? null,
      })
      const channels = new Map(revived.map((one) => [`${one.tenantId}:${one.channelId}`, one]))
      deps.onInboundRevived([...channels.values()])
      return { count: revived.length }
    },
  }
}

export type PluginService = ReturnType<typeof createPluginService>
