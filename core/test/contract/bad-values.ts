import type { TSchema } from 'typebox'

/** What people and attackers send where something else is expected. */
export const WRONG: Record<string, unknown> = {
  null: null,
  true: true,
  negative: -1,
  fraction: 1.5,
  'number too large': 9_007_199_254_740_991,
  'text of a number': '1',
  empty: '',
  blank: '   ',
  NUL: 'a\u0000b',
  'half a surrogate pair': 'a\ud83d',
  'huge text': 'á'.repeat(70_000),
  list: [],
  'list of all': [null, 1, 'x', {}, []],
  object: {},
  query: { $ne: null },
  injection: `'; drop table ticket; -- %_\\ {{constructor}} <script>`,
}

/** Whole bodies instead of an object. */
export const WHOLE: Record<string, unknown> = {
  null: null,
  text: 'x',
  number: 1,
  list: [],
  lists: [[[]]],
}

/** Text that is sent as it is. */
export const RAW: Record<string, string> = {
  nothing: '',
  'broken JSON': '{"a":',
  'two values': '{} {}',
  'not JSON': 'a=1&b=2',
  prototype: '{"__proto__":{"isAdmin":true,"profile":"admin"},"constructor":{"prototype":{"x":1}}}',
  'deep lists': `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  'deep objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'escaped NUL': '{"name":"a\\u0000","body":"\\ud800","\\u0000":1}',
}

interface AnySchema {
  type?: string
  properties?: Record<string, AnySchema>
  items?: AnySchema
  anyOf?: AnySchema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  minItems?: number
  minLength?: number
}

const TEXTS: [RegExp, string][] = [
  [/@/, 'pessoa@recado.test'],
  [/#/, '#123456'],
  [/\[01\]\[0-9\]/, '08:00'],
  [/\{4\}-\(0/, '2031-03-01'],
  [/a-fA-F/, '01999999-9999-7999-8999-999999999999'],
]

/** Something that fits the schema, so that one field at a time can be spoilt. */
export function fitting(schema: TSchema | AnySchema): unknown {
  const {
    type,
    properties,
    items,
    anyOf,
    enum: choices,
    const: only,
    pattern,
    minimum,
    minItems,
    minLength,
  } = schema as AnySchema
  if (only !== undefined) return only
  if (choices) return choices[0]
  if (anyOf) return fitting(anyOf[0] ?? {})
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, one]) => [name, fitting(one)]))
    case 'array':
      return Array.from({ length: minItems ?? 0 }, () => fitting(items ?? {}))
    case 'integer':
    case 'number':
      return Math.max(minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'string':
      return TEXTS.find(([known]) => known.test(pattern ?? ''))?.[1] ?? 'x'.repeat(Math.max(minLength ?? 0, 3))
    default:
      return 'x'
  }
}

/** The names of a body's or a query's fields. */
export const fieldsOf = (schema: TSchema | undefined): string[] => {
  const { properties, anyOf } = (schema ?? {}) as AnySchema
  return Object.keys(properties ?? anyOf?.find((one) => one.properties)?.properties ?? {})
}

/** Bodies with one field spoilt each, and what was done to it. */
export function* spoilt(schema: TSchema): Generator<[what: string, body: unknown]> {
  const good = fitting(schema)
  for (const field of fieldsOf(schema))
    for (const [what, value] of Object.entries(WRONG))
      yield [`${field}: ${what}`, { ...(good as Record<string, unknown>), [field]: value }]
}
