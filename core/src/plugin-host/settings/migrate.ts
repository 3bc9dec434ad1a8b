import { type AnyContribution, PluginError } from '@recado/sdk'

/** Stored settings as the present form understands them. */
export interface MigratedSettings {
  settings: Record<string, unknown>
  version: number
  /** Something changed and is to be stored. */
  changed: boolean
}

/**
 * Turns settings of an older version into those of the definition's. Pure; secrets are not part of it.
 * @throws PluginError MISCONFIGURED when they are newer than the code, or a step of the plugin fails
 */
export function migrateSettings(
  definition: Pick<AnyContribution, 'migrate' | 'settingsVersion'>,
  stored: { settings: Record<string, unknown>; version: number },
): MigratedSettings {
  const { settingsVersion, migrate = {} } = definition
  if (stored.version > settingsVersion)
    throw new PluginError('MISCONFIGURED', { detail: `settings of version ${stored.version}, newer than the plugin` })
  let settings = stored.settings
  for (let version = stored.version; version < settingsVersion; version += 1) {
    try {
      settings = { ...migrate[version]?.(structuredClone(settings)) }
    } catch (error) {
      throw new PluginError('MISCONFIGURED', { detail: `migration ${version} failed`, cause: error })
    }
  }
  return { settings, version: settingsVersion, changed: stored.version !== settingsVersion }
}
