import type { TSchema } from 'typebox'
import { fieldUi } from './ui.ts'

type Values = Record<string, unknown>
type Properties = Record<string, TSchema>

export const propertiesOf = (schema: TSchema): Properties =>
  (schema as unknown as { properties?: Properties }).properties ?? {}

/** One rule for browser and server: is the field shown, given the others' values? */
export function isVisible(field: unknown, values: Values): boolean {
  const showWhen = fieldUi(field)?.showWhen
  if (!showWhen) return true
  return Object.entries(showWhen).every(([name, wanted]) => {
    const value = values[name] as string | number | boolean
    return Array.isArray(wanted) ? wanted.includes(value) : value === wanted
  })
}

/** Names of the visible fields; a field that depends on a hidden one is hidden too. */
export function visibleFields(schema: TSchema, values: Values): string[] {
  const properties = propertiesOf(schema)
  let shown = Object.keys(properties)
  for (;;) {
    const kept = Object.fromEntries(shown.filter((name) => name in values).map((name) => [name, values[name]]))
    const next = shown.filter((name) => isVisible(properties[name], kept))
    if (next.length === shown.length) return next
    shown = next
  }
}

/** The values without those of hidden or unknown fields. */
export function dropHidden(schema: TSchema, values: Values): Values {
  const shown = new Set(visibleFields(schema, values))
  return Object.fromEntries(Object.entries(values).filter(([name]) => shown.has(name)))
}

/** Names of the fields that are sealed at rest. */
export function secretFields(schema: TSchema): string[] {
  return Object.entries(propertiesOf(schema))
    .filter(([, field]) => fieldUi(field)?.secret)
    .map(([name]) => name)
}
