import { Type } from 'typebox'
import { type FieldUi, type Pickable, UI } from './ui.ts'

/** What the author says about a field; the widget comes from the builder. */
export type FieldOptions = Omit<FieldUi, 'widget' | 'secret' | 'generated' | 'pick' | 'choices'>

const ui = (widget: FieldUi['widget'], options: FieldOptions, more: Partial<FieldUi> = {}) => ({
  [UI]: { widget, ...options, ...more } satisfies FieldUi,
})

type Text = FieldOptions & {
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  default?: string
}

const textRules = ({ minLength, maxLength, pattern, format, default: preset }: Text) => ({
  maxLength: maxLength ?? 1000,
  ...(minLength === undefined ? {} : { minLength }),
  ...(pattern === undefined ? {} : { pattern }),
  ...(format === undefined ? {} : { format }),
  ...(preset === undefined ? {} : { default: preset }),
})

const labels = <T extends FieldOptions>(options: T): FieldOptions => {
  const { label, help, placeholder, group, order, showWhen, optionsFrom, confirm } = options
  return Object.fromEntries(
    Object.entries({ label, help, placeholder, group, order, showWhen, optionsFrom, confirm }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as unknown as FieldOptions
}

export const textField = (options: Text) => Type.String({ ...textRules(options), ...ui('text', labels(options)) })

export const multilineField = (options: Text) =>
  Type.String({ ...textRules({ maxLength: 10_000, ...options }), ...ui('multiline', labels(options)) })

/** Sealed at rest and write-only: reads answer `{ set, hint }`. */
export const secretField = (options: Text) =>
  Type.String({ ...textRules({ maxLength: 4096, ...options }), ...ui('secret', labels(options), { secret: true }) })

/** A value that the host makes; e.g. a webhook secret to copy into the provider's console. */
export const generatedField = (options: FieldOptions & { secret?: boolean }) =>
  Type.String({
    maxLength: 255,
    ...ui('generated', labels(options), { generated: true, ...(options.secret ? { secret: true } : {}) }),
  })

export const numberField = (
  options: FieldOptions & { minimum?: number; maximum?: number; integer?: boolean; default?: number },
) => {
  const rules = {
    ...(options.minimum === undefined ? {} : { minimum: options.minimum }),
    ...(options.maximum === undefined ? {} : { maximum: options.maximum }),
    ...(options.default === undefined ? {} : { default: options.default }),
    ...ui('number', labels(options)),
  }
  return options.integer === false ? Type.Number(rules) : Type.Integer(rules)
}

export const minutesField = (options: FieldOptions & { maximum?: number; default?: number }) =>
  Type.Integer({
    minimum: 0,
    maximum: options.maximum ?? 525_600,
    ...(options.default === undefined ? {} : { default: options.default }),
    ...ui('minutes', labels(options)),
  })

export const switchField = (options: FieldOptions & { default?: boolean }) =>
  Type.Boolean({ default: options.default ?? false, ...ui('switch', labels(options)) })

/** `choices` maps each value to the locale key of its label. */
export const choiceField = <const T extends Record<string, string>>(
  options: FieldOptions & { choices: T; default?: keyof T & string },
) =>
  Type.Enum(Object.keys(options.choices) as (keyof T & string)[], {
    ...(options.default === undefined ? {} : { default: options.default }),
    ...ui('choice', labels(options), { choices: options.choices }),
  })

export const multiChoiceField = <const T extends Record<string, string>>(
  options: FieldOptions & { choices: T; default?: (keyof T & string)[] },
) =>
  Type.Array(Type.Enum(Object.keys(options.choices) as (keyof T & string)[]), {
    uniqueItems: true,
    default: options.default ?? [],
    ...ui('multi-choice', labels(options), { choices: options.choices }),
  })

/** A list of words or short lines. */
export const keywordsField = (options: FieldOptions & { maxItems?: number; pattern?: string }) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 255, ...(options.pattern ? { pattern: options.pattern } : {}) }), {
    maxItems: options.maxItems ?? 100,
    default: [],
    ...ui('keywords', labels(options)),
  })

export const colourField = (options: FieldOptions & { default?: string }) =>
  Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    ...(options.default === undefined ? {} : { default: options.default }),
    ...ui('colour', labels(options)),
  })

/** The id of something of the tenant; the host checks that it exists there. */
export const pickField = (options: FieldOptions & { pick: Pickable }) =>
  Type.Integer({ minimum: 1, ...ui('pick', labels(options), { pick: options.pick }) })

/** A media id of an uploaded file. */
export const fileField = (options: FieldOptions) => Type.String({ maxLength: 64, ...ui('file', labels(options)) })

export const jsonField = (options: FieldOptions) => Type.Unknown({ ...ui('json', labels(options)) })

export const hostPortField = (options: FieldOptions) =>
  Type.Object(
    {
      host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9.:-]+$' }),
      port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    },
    ui('host-port', labels(options)),
  )

const time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

/** Seven days, 0 = Sunday, each with up to four periods. */
export const weeklyHoursField = (options: FieldOptions) =>
  Type.Array(
    Type.Object({
      day: Type.Integer({ minimum: 0, maximum: 6 }),
      periods: Type.Array(Type.Object({ start: time, end: time }), { maxItems: 4 }),
    }),
    { maxItems: 7, default: [], ...ui('weekly-hours', labels(options)) },
  )

/** A paragraph between fields; carries no value. */
export const notice = (options: FieldOptions) => Type.Optional(Type.Null({ ...ui('notice', labels(options)) }))
