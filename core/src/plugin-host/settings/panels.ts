import { type AnyContribution, fieldUi, propertiesOf, secretFields, visibleFields, withDefaults } from '@recado/sdk'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Panels } from '../types.ts'
import { readForm } from './form.ts'
import { migrateSettings } from './migrate.ts'
import { translateSchema } from './panel-schema.ts'
import type { Secrets } from './secrets.ts'

/** The settings panel: from schema to screen, from form to database. */
export function createPanels(secrets: Secrets): Panels {
  return {
    schema: ({ definition, text }, locale) => translateSchema(definition.settings, (key) => text(locale, key)),

    async read({ definition }, tenantId, instance, stored) {
      const states = await secrets.states(tenantId, instance)
      const settings = shownSettings(definition, stored)
      const sealed = secretFields(definition.settings).map((name) => [name, states[name] ?? { set: false }])
      return { ...settings, ...Object.fromEntries(sealed) }
    },

    async check({ definition }, draft, before) {
      const stored = before ? await secrets.states(before.tenantId, before.instance) : {}
      const form = readForm(definition, draft, {
        settings: before ? shownSettings(definition, before) : {},
        secrets: Object.keys(stored),
      })
      const [first] = form.problems
      if (first)
        throw new AppError('ERR_CHANNEL_SETTINGS_INVALID', {
          params: { ...plainParams(first.params), field: first.field, rule: first.rule },
        })
      return {
        settings: form.settings,
        version: definition.settingsVersion,
        secrets: form.secrets,
        commit: (tenantId, instance) => secrets.change(tenantId, instance, form.secrets),
      }
    },
  }
}

/** What a person sees of stored settings; those that no longer migrate are shown as they are, to be mended. */
function shownSettings(
  definition: AnyContribution,
  stored: { settings: Record<string, unknown>; version: number },
): Record<string, unknown> {
  try {
    return withDefaults(definition.settings, migrateSettings(definition, stored).settings)
  } catch {
    return stored.settings
  }
}

const plainParams = (params: Record<string, unknown>): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(params).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  ) as Record<string, string | number | boolean>

/** Addresses that the tenant typed in: every text that is one, and hosts with ports. */
export function addressesIn(settings: Record<string, unknown>): string[] {
  const found = (value: unknown): string[] => {
    if (typeof value === 'string') return /^https?:\/\//i.test(value) && URL.canParse(value) ? [value] : []
    if (Array.isArray(value)) return value.flatMap(found)
    if (typeof value !== 'object' || value === null) return []
    const { host, port } = value as { host?: unknown; port?: unknown }
    if (typeof host === 'string' && typeof port === 'number') {
      const name = host.includes(':') ? `[${host}]` : host
      return [`http://${name}:${port}`, `https://${name}:${port}`]
    }
    return Object.values(value).flatMap(found)
  }
  return found(settings)
}

/** Picks and files of a form: ids that must exist in the company (reliability R-23). */
export function referencesIn(
  definition: Pick<AnyContribution, 'settings'>,
  settings: Record<string, unknown>,
): { field: string; kind: string; id: string | number }[] {
  const properties = propertiesOf(definition.settings)
  return visibleFields(definition.settings, settings).flatMap((field) => {
    const ui = fieldUi(properties[field])
    const id = settings[field]
    if (typeof id !== 'string' && typeof id !== 'number') return []
    if (ui?.widget === 'file') return [{ field, kind: 'file', id }]
    return ui?.pick ? [{ field, kind: ui.pick, id }] : []
  })
}
