import type { AppCredentials, ChannelDefinition } from '@recado/sdk'
import { background } from '../platform/background.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/logger.ts'
import { rememberedSecrets } from './channel-settings.ts'
import type { ClusterPort } from './ports.ts'
import type { Secrets } from './settings/secrets.ts'
import type { Contributed } from './types.ts'

const TOPIC = 'plugin-app'
export const appInstance = (pluginId: string) => `app:${pluginId}`

/** The operator's part of a channel's settings, as a contribution of its own for panels; null when it has none. */
export function appPart(contributed: Contributed): Contributed<ChannelDefinition> | null {
  const { definition } = contributed
  if (definition.kind !== 'channel' || !definition.app) return null
  const { migrate: _ofChannels, ...rest } = definition
  return { ...contributed, definition: { ...rest, ...definition.app } }
}

/** What the operator set for the channels of a plugin, for all tenants. */
export interface AppSettings {
  of(pluginId: string): Promise<AppCredentials>
  /** As they are in the database. */
  stored(pluginId: string): Promise<{ settings: Record<string, unknown>; version: number }>
  /** Stores them and tells all nodes; secrets are changed by the caller before. */
  save(pluginId: string, settings: Record<string, unknown>, version: number): Promise<void>
  close(): void
}

export function createAppSettings(deps: {
  db: Pick<Database, 'system'>
  secrets: Secrets
  /** The operator's own company, whose key seals the secrets. */
  operatorTenant: number
  /** Base address of this installation. */
  publicUrl: string
  cluster: ClusterPort
  clock: Clock
  log: Log
  /** Its channels are to be opened anew. */
  onChanged(pluginId: string): Promise<void>
}): AppSettings {
  const { db, cluster } = deps
  const known = new Map<string, Promise<AppCredentials>>()

  const stored: AppSettings['stored'] = async (pluginId) => {
    const row = await db.system.pluginInstall.findUnique({ where: { id: pluginId } })
    return { settings: (row?.appSettings ?? {}) as Record<string, unknown>, version: row?.appSettingsVersion ?? 0 }
  }
  const load = async (pluginId: string): Promise<AppCredentials> =>
    Object.freeze({
      hookUrl: `${deps.publicUrl}/hooks/app/${pluginId}`,
      settings: Object.freeze((await stored(pluginId)).settings),
      secrets: { get: rememberedSecrets(deps, deps.operatorTenant, appInstance(pluginId)) },
    })
  const offs = [
    cluster.on<{ pluginId: string }>(TOPIC, ({ pluginId }) => {
      known.delete(pluginId)
      background(deps.log, 'app settings changed', deps.onChanged(pluginId))
    }),
    // hints may have got lost meanwhile
    cluster.onReconnect(() => known.clear()),
  ]

  return {
    stored,
    of(pluginId) {
      const found = known.get(pluginId) ?? load(pluginId)
      known.set(pluginId, found)
      found.catch(() => known.delete(pluginId))
      return found
    },
    async save(pluginId, settings, version) {
      await db.system.pluginInstall.update({
        where: { id: pluginId },
        data: { appSettings: settings as object, appSettingsVersion: version },
      })
      cluster.notify(TOPIC, { pluginId })
    },
    close() {
      for (const off of offs) off()
    },
  }
}
