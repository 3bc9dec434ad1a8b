import type { ChannelDefinition } from '@recado/sdk'
import type { Locale } from '../../platform/db/scope.ts'
import { type Contributed, hasGuide, type InstalledPlugin, type PluginHost } from '../../plugin-host/index.ts'
import { type ChannelType, type OperatorPlugin, PLUGIN_STATES, type Plugin } from './contract.ts'
import type { DeadInboundRow, InstallRow } from './repo.ts'

type Contribution = Plugin['contributions'][number]

export const presentContribution = ({ definition, text }: Contributed, locale: Locale): Contribution => ({
  kind: definition.kind,
  type: definition.type,
  scope: definition.scope,
  name: text(locale, definition.name),
  description: definition.description ? text(locale, definition.description) : null,
  icon: definition.icon ?? null,
})

/** For a company, with a reason that is fit for who reads it. */
export const presentPlugin = (
  plugin: InstalledPlugin,
  contributions: readonly Contributed[],
  enabled: boolean,
  reason: string | null,
  locale: Locale,
): Plugin => ({
  id: plugin.id,
  version: plugin.version,
  kinds: plugin.kinds,
  state: plugin.state,
  reason,
  enabled: enabled && plugin.state === 'active',
  contributions: contributions.map((one) => presentContribution(one, locale)),
})

export const presentOperatorPlugin = (
  row: InstallRow,
  contributions: readonly Contributed[],
  counts: { tenants: number; instances: number },
  locale: Locale,
): OperatorPlugin => ({
  id: row.id,
  version: row.version,
  kinds: row.kinds,
  state: PLUGIN_STATES.find((state) => state === row.state) ?? 'missing',
  reason: row.reason,
  updatedAt: row.updatedAt.toISOString(),
  ...counts,
  hasApp: contributions.some(({ definition }) => definition.kind === 'channel' && definition.app !== undefined),
  contributions: contributions.map((one) => presentContribution(one, locale)),
})

export function presentChannelType(
  contributed: Contributed<ChannelDefinition>,
  panels: PluginHost['panels'],
  locale: Locale,
  forAdmin: boolean,
): ChannelType {
  const { plugin, definition, text } = contributed
  const { type, transport, features, address, actions = {} } = definition
  const { name, description, icon } = presentContribution(contributed, locale)
  return {
    type,
    pluginId: plugin.id,
    name,
    description,
    icon,
    transport,
    addressKind: address.kind,
    features,
    hasGuide: hasGuide(plugin),
    ...(forAdmin
      ? {
          settings: panels.schema(contributed, locale),
          actions: Object.entries(actions).map(([name, { label, when }]) => ({
            name,
            label: label ? text(locale, label) : null,
            when: when ?? null,
          })),
        }
      : {}),
  }
}

export const presentDeadInbound = (row: DeadInboundRow) => ({
  tenantId: row.tenantId,
  id: String(row.id),
  channelId: row.channelId,
  channelName: row.channelName,
  key: row.key,
  error: row.error,
  attempts: row.attempts,
  receivedAt: row.receivedAt.toISOString(),
})
