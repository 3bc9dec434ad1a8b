import { type ChannelDefinition, checkSettings, PluginError } from '@recado/sdk'
import type { Clock } from '../platform/clock.ts'
import { CallError } from './call-error.ts'
import { channelInstance } from './instance-name.ts'
import { asPlugin } from './plugin-scope.ts'
import type { ChannelRecord, HostPorts } from './ports.ts'
import { migrateSettings } from './settings/migrate.ts'
import type { Secrets } from './settings/secrets.ts'
import type { Contributed } from './types.ts'

const SECRET_MS = 60_000
const MAX_SECRETS = 100

/** Tells whether stored settings are those that an instance was opened with. */
export const fingerprintOf = ({ settings, settingsVersion }: ChannelRecord): string =>
  JSON.stringify([settings, settingsVersion])

/**
 * Hooks ask for their secret each time. A change opens the instance anew; the short life of what is remembered covers
 * a hint that got lost.
 */
export function rememberedSecrets(
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  tenantId: number,
  instance: string,
) {
  const known = new Map<string, { value: Promise<string | null>; until: number }>()
  return (field: string): Promise<string | null> => {
    const found = known.get(field)
    if (found && found.until > clock.now()) return found.value
    const value = secrets.get(tenantId, instance, field)
    if (known.size < MAX_SECRETS) known.set(field, { value, until: clock.now() + SECRET_MS })
    value.catch(() => known.delete(field))
    return value
  }
}

/**
 * Stored settings as the plugin gets them: migrated (and stored so), checked, defaults filled in.
 * @throws CallError MISCONFIGURED
 */
export async function readySettings(
  deps: { ports: Pick<HostPorts, 'channels'>; secrets: Secrets },
  { definition, plugin }: Contributed<ChannelDefinition>,
  record: ChannelRecord,
): Promise<{ values: Record<string, unknown>; fingerprint: string }> {
  const { tenantId, channelId } = record
  let migrated: ReturnType<typeof migrateSettings>
  try {
    migrated = asPlugin(plugin.id, () =>
      migrateSettings(definition, { settings: record.settings, version: record.settingsVersion }),
    )
  } catch (error) {
    const detail = error instanceof PluginError ? (error.detail ?? '') : String(error)
    throw new CallError('MISCONFIGURED', 'told', { detail, cause: error })
  }
  if (migrated.changed) await deps.ports.channels.saveSettings(record, migrated.settings, migrated.version)
  const stored = Object.keys(await deps.secrets.states(tenantId, channelInstance(channelId)))
  const { values, problems } = checkSettings(definition.settings, migrated.settings, stored)
  const [first] = problems
  if (first) throw new CallError('MISCONFIGURED', 'told', { field: first.field, detail: first.rule })
  const { settings, version: settingsVersion } = migrated
  return { values, fingerprint: fingerprintOf({ ...record, settings, settingsVersion }) }
}
