import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** What is wrong with one field: the schema's keyword and its parameters, worded by `problemText`. */
export interface Problem {
  rule: string
  params: Record<string, unknown>
}

export type Problems = Record<string, Problem>

const required = { rule: 'required', params: {} }

/** An empty text is no answer: optional fields drop it, required ones miss it. */
const blank = (value: unknown): boolean =>
  value === undefined || value === '' || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '')

interface ObjectSchema {
  properties?: Record<string, TSchema>
  required?: string[]
}

/** First problem of each top-level field, as the server would find it. */
export function checkForm(schema: TSchema, values: Record<string, unknown>): Problems {
  const { properties = {}, required: needed = [] } = schema as unknown as ObjectSchema
  const problems: Problems = {}
  for (const [name, field] of Object.entries(properties)) {
    const value = values[name]
    if (blank(value)) {
      if (needed.includes(name)) problems[name] = required
      continue
    }
    const [first] = Value.Errors(field, value)
    if (first) problems[name] = { rule: first.keyword, params: { ...(first.params as object) } }
  }
  return problems
}
