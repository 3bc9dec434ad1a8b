import { randomBytes } from 'node:crypto'
import {
  type AnyContribution,
  checkSettings,
  type FieldProblem,
  fieldUi,
  propertiesOf,
  secretFields,
  visibleFields,
} from '@recado/sdk'

export interface FormResult {
  /** Values to store: defaults filled in; hidden fields, notices and secrets left out. */
  settings: Record<string, unknown>
  /** Secrets that change; null clears. */
  secrets: Map<string, string | null>
  problems: FieldProblem[]
}

/**
 * Sorts a form into what is stored plainly and what is sealed. For secrets: absent (or what a read answered) keeps,
 * null or an empty text clears, a text replaces. Generated fields that are visible and have no value get one.
 */
export function readForm(
  definition: Pick<AnyContribution, 'settings'>,
  draft: Record<string, unknown>,
  before: { settings: Record<string, unknown>; secrets: readonly string[] },
): FormResult {
  const schema = definition.settings
  const properties = propertiesOf(schema)
  const isSecret = new Set(secretFields(schema))
  const secrets = new Map<string, string | null>()
  const wanted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(draft)) {
    if (!Object.hasOwn(properties, name) || value === undefined) continue
    if (!isSecret.has(name)) wanted[name] = value
    else if (value === null || value === '') secrets.set(name, null)
    else if (typeof value === 'string') wanted[name] = value
    else if (!isStoredMark(value)) wanted[name] = value
  }
  const kept = before.secrets.filter((name) => secrets.get(name) !== null)
  const checked = checkSettings(schema, wanted, kept)
  const visible = new Set(visibleFields(schema, checked.values))
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(checked.values)) {
    if (isSecret.has(name)) secrets.set(name, String(value))
    else if (fieldUi(properties[name])?.widget !== 'notice') settings[name] = value
  }
  for (const name of visible) {
    if (!fieldUi(properties[name])?.generated || name in checked.values) continue
    if (isSecret.has(name)) {
      if (!kept.includes(name)) secrets.set(name, generate())
    } else settings[name] = before.settings[name] ?? generate()
  }
  return { settings, secrets, problems: checked.problems }
}

const generate = (): string => randomBytes(32).toString('base64url')

/** A form that sends back what it was shown changes nothing. */
const isStoredMark = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as { set?: unknown }).set === 'boolean'
