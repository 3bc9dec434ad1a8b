import { type Definition, SETTING_KEYS, SETTINGS, type SettingKey, withDefaults } from './catalogue.ts'
import type { Setting, SettingDefinition } from './contract.ts'
import type { StoredSetting } from './repo.ts'

export function presentSettings(tenantId: number, stored: StoredSetting[]): Setting[] {
  const values = withDefaults(stored)
  const moments = new Map(stored.map((row) => [row.key, row.updatedAt]))
  return SETTING_KEYS.map((key, index) => {
    const moment = (moments.get(key) ?? new Date(0)).toISOString()
    return { id: index + 1, key, value: values[key], tenantId, createdAt: moment, updatedAt: moment }
  })
}

export function presentDefinition(key: SettingKey): SettingDefinition {
  const definition: Definition = SETTINGS[key]
  return {
    key,
    type: definition.type,
    default: definition.default,
    group: definition.group,
    choices: definition.type === 'choice' ? [...definition.choices] : null,
    minimum: definition.type === 'number' ? definition.minimum : null,
    maximum: definition.type === 'number' ? definition.maximum : null,
  }
}
