/** The keyword that carries a field's presentation through JSON Schema. */
export const UI = 'x-ui'

/** Closed vocabulary of widgets; a new one is a new minor version of the SDK. */
export const WIDGETS = [
  'text',
  'multiline',
  'number',
  'switch',
  'choice',
  'multi-choice',
  'secret',
  'keywords',
  'minutes',
  'colour',
  'file',
  'json',
  'host-port',
  'weekly-hours',
  'pick',
  'generated',
  'notice',
] as const
export type Widget = (typeof WIDGETS)[number]

export const PICKABLE = ['queue', 'user', 'team', 'tag', 'channel', 'flow'] as const
export type Pickable = (typeof PICKABLE)[number]

/** A condition on other fields of the same form. All listed fields must match. */
export type ShowWhen = Record<string, string | number | boolean | (string | number | boolean)[]>

export interface FieldUi {
  widget: Widget
  /** Locale key of the label. */
  label: string
  help?: string
  placeholder?: string
  /** Locale key of the section the field stands in. */
  group?: string
  order?: number
  secret?: boolean
  showWhen?: ShowWhen
  /** Name of an action that answers an `options` step. */
  optionsFrom?: string
  /** Locale keys by value, for `choice` and `multi-choice`. */
  choices?: Record<string, string>
  pick?: Pickable
  /** The host makes the value (32 random bytes, base64url) when it is absent; the field is shown with a copy button. */
  generated?: boolean
  /** Locale key of a question to answer before the value may change. */
  confirm?: string
}

/** A field's presentation, or null for a field that is not shown. */
export function fieldUi(schema: unknown): FieldUi | null {
  const ui = (schema as Record<string, unknown> | null | undefined)?.[UI]
  return (ui as FieldUi | undefined) ?? null
}
