import {
  checkSettings,
  type FieldProblem,
  fieldUi,
  propertiesOf,
  secretFields,
  visibleFields,
  withDefaults,
} from '@recado/sdk/settings'
import type { TSchema } from 'typebox'

/** How a stored secret is read: never its value. */
export interface StoredSecret {
  set: boolean
  hint?: string
}

export type Values = Record<string, unknown>

/** A form under way: plain values, and for secrets what is stored beside what is to change. */
export interface Draft {
  /** Secrets: absent = keep, null = clear, text = replace. */
  values: Values
  stored: Record<string, StoredSecret>
}

const isStored = (value: unknown): value is StoredSecret =>
  typeof value === 'object' && value !== null && typeof (value as StoredSecret).set === 'boolean'

/** The saved settings (none for something new) as a draft, with the schema's defaults. */
export function draftOf(schema: TSchema, saved: Values = {}): Draft {
  const secrets = new Set(secretFields(schema))
  const stored: Record<string, StoredSecret> = {}
  const values: Values = {}
  for (const [name, value] of Object.entries(saved)) {
    if (secrets.has(name) && isStored(value)) stored[name] = value
    else values[name] = value
  }
  return { values: withDefaults(schema, values), stored }
}

/** Names of secrets that need no value because one is kept. */
export const keptSecrets = ({ values, stored }: Draft): string[] =>
  Object.entries(stored)
    .filter(([name, secret]) => secret.set && values[name] !== null)
    .map(([name]) => name)

/** Problems as the server would find them, by field. */
export function checkDraft(schema: TSchema, draft: Draft): Record<string, FieldProblem> {
  const { problems } = checkSettings(schema, draft.values, keptSecrets(draft))
  return Object.fromEntries(problems.map((problem) => [problem.field, problem]))
}

/** What to send: visible fields, secrets only where they change. */
export function payloadOf(schema: TSchema, draft: Draft): Values {
  const { values } = checkSettings(schema, draft.values, keptSecrets(draft))
  const cleared = Object.keys(draft.stored).filter((name) => draft.values[name] === null)
  return { ...values, ...Object.fromEntries(cleared.map((name) => [name, null])) }
}

export interface Section {
  /** Heading; empty for fields without a group. */
  title: string
  fields: string[]
}

/** Visible fields by group, groups in the order of their first field, fields by `order`, then as declared. */
export function sectionsOf(schema: TSchema, values: Values): Section[] {
  const properties = propertiesOf(schema)
  const sections = new Map<string, { name: string; order: number }[]>()
  for (const name of visibleFields(schema, values)) {
    const ui = fieldUi(properties[name])
    if (!ui) continue
    const title = ui.group ?? ''
    sections.set(title, [...(sections.get(title) ?? []), { name, order: ui.order ?? 0 }])
  }
  return [...sections].map(([title, fields]) => ({
    title,
    fields: fields.toSorted((a, b) => a.order - b.order).map(({ name }) => name),
  }))
}
