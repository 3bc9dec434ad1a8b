import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { fieldUi } from './ui.ts'
import { dropHidden, propertiesOf, visibleFields } from './visibility.ts'

export interface FieldProblem {
  /** Name of the field; empty for the form as a whole. */
  field: string
  /** JSON Schema keyword that failed: `required`, `minLength`, `pattern`, `enum`, … */
  rule: string
  params: Record<string, unknown>
}

/** Values of a form with the schema's defaults filled in. */
export function withDefaults(schema: TSchema, values: Record<string, unknown>): Record<string, unknown> {
  const presets = Object.entries(propertiesOf(schema))
    .filter(([, field]) => (field as { default?: unknown }).default !== undefined)
    .map(([name, field]) => [name, structuredClone((field as { default?: unknown }).default)])
  return { ...Object.fromEntries(presets), ...values }
}

/**
 * Checks a form as the server does it: hidden fields are dropped, defaults filled in, an empty text counts as absent.
 * `stored` names the secrets that are already set and therefore need no value.
 */
export function checkSettings(
  schema: TSchema,
  draft: Record<string, unknown>,
  stored: readonly string[] = [],
): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const given = Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )
  const values = dropHidden(schema, withDefaults(schema, given))
  const properties = propertiesOf(schema)
  const required = new Set((schema as unknown as { required?: string[] }).required ?? [])
  const problems: FieldProblem[] = []
  for (const name of visibleFields(schema, values)) {
    const field = properties[name] as TSchema
    const ui = fieldUi(field)
    if (!(name in values)) {
      const missing = required.has(name) && !stored.includes(name) && !ui?.generated
      if (missing) problems.push({ field: name, rule: 'required', params: {} })
      continue
    }
    const [first] = Value.Errors(field, values[name])
    if (first) {
      problems.push({ field: name, rule: first.keyword, params: { ...(first.params as object) } })
    }
  }
  return { values, problems }
}
