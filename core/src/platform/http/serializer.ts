import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { once } from './once.ts'

type JsonSchema = Record<string, unknown>

/** JSON of an answer with the contract's fields and no others: what a row carries besides never leaves. */
export function serializerOf(schema: TSchema): (value: unknown) => string {
  const write = once(() => build(schema))
  return (value) => write()(value)
}

function build(schema: TSchema): (value: unknown) => string {
  const plain = forSerializer(schema as unknown as JsonSchema)
  if (Object.keys(plain).length === 0) return (value) => JSON.stringify(value)
  return fastJson(plain as unknown as fastJson.AnySchema) as (value: unknown) => string
}

/**
 * The schema as the serializer is fastest with: `X | null` as a nullable X; what has no fixed fields as anything.
 * Checks of values and required fields are for tests and requests, not for answers.
 */
function forSerializer(schema: JsonSchema): JsonSchema {
  const union = schema.anyOf
  if (Array.isArray(union)) {
    const [first, ...others] = (union as JsonSchema[]).filter((one) => one.type !== 'null')
    if (!first || others.length > 0) return {}
    const inner = forSerializer(first)
    return Object.keys(inner).length === 0 ? {} : { ...inner, nullable: true }
  }
  switch (schema.type) {
    case 'object': {
      const properties = schema.properties as Record<string, JsonSchema> | undefined
      if (!properties) return {}
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, forSerializer(one)])),
      }
    }
    case 'array':
      return { type: 'array', items: forSerializer((schema.items ?? {}) as JsonSchema) }
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { type: schema.type }
    default:
      return {}
  }
}
