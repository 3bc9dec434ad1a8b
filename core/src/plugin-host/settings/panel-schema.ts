import { UI } from '@recado/sdk'

const TEXTS = ['label', 'help', 'placeholder', 'group', 'confirm'] as const

type Json = Record<string, unknown>

/** A form's schema as plain JSON, its locale keys replaced by texts. */
export function translateSchema(schema: unknown, text: (key: string) => string): Json {
  return translated(JSON.parse(JSON.stringify(schema)) as Json, text)
}

function translated(schema: Json, text: (key: string) => string): Json {
  const properties = schema.properties
  if (!isObject(properties)) return schema
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, isObject(field) ? fieldOf(field, text) : field]),
    ),
  }
}

function fieldOf(field: Json, text: (key: string) => string): Json {
  const ui = field[UI]
  if (!isObject(ui)) return field
  const texts = TEXTS.flatMap((name) => (typeof ui[name] === 'string' ? [[name, text(ui[name])]] : []))
  const choices = isObject(ui.choices)
    ? { choices: Object.fromEntries(Object.entries(ui.choices).map(([value, key]) => [value, text(String(key))])) }
    : {}
  return { ...field, [UI]: { ...ui, ...Object.fromEntries(texts), ...choices } }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
