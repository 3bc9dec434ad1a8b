import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { UnionPrioritySort } from 'typebox/value'

export type Clean = (value: unknown) => unknown

/**
 * Leaves unknown fields out of a value that fits the schema, in place. What typebox's `Value.Clean` does, with the
 * schema read once instead of at each call, which took a third of a request that sends a message.
 */
export const cleanerOf = (schema: TSchema): Clean => cleaner(UnionPrioritySort(schema)) ?? ((value) => value)

/** Null where nothing can be left out. */
function cleaner(schema: TSchema): Clean | null {
  if (isStrange(schema)) throw new TypeError('values of this schema cannot be cleaned')
  if (Type.IsObject(schema)) return objectCleaner(schema.properties)
  if (Type.IsRecord(schema)) return recordCleaner(Type.RecordPattern(schema), cleaner(Type.RecordValue(schema)))
  if (Type.IsUnion(schema)) return unionCleaner(schema.anyOf)
  if (!Type.IsArray(schema)) return null
  const item = cleaner(schema.items)
  return item && ((value) => (Array.isArray(value) ? value.map(item) : value))
}

/** No contract has them. */
const isStrange = (schema: TSchema): boolean =>
  'additionalProperties' in schema ||
  [Type.IsTuple, Type.IsIntersect, Type.IsRef, Type.IsCyclic].some((isKind) => isKind(schema))

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectCleaner(properties: Record<string, TSchema>): Clean {
  const fields = new Map(Object.entries(properties).map(([name, field]) => [name, cleaner(field)]))
  return (value) => {
    if (!isFields(value)) return value
    for (const name of Object.keys(value)) {
      const field = fields.get(name)
      if (field) value[name] = field(value[name])
      else if (field === undefined) delete value[name]
    }
    return value
  }
}

function recordCleaner(pattern: string, entry: Clean | null): Clean {
  const names = new RegExp(pattern)
  return (value) => {
    if (!isFields(value)) return value
    for (const name of Object.keys(value)) {
      if (!names.test(name)) delete value[name]
      else if (entry) value[name] = entry(value[name])
    }
    return value
  }
}

/** The first that fits, the narrowest first. */
function unionCleaner(schemas: TSchema[]): Clean | null {
  const variants = schemas.map((schema) => ({ clean: cleaner(schema), fits: Compile(schema) }))
  if (variants.every(({ clean }) => clean === null)) return null
  return (value) => {
    const variant = variants.find(({ fits }) => fits.Check(value))
    return variant?.clean ? variant.clean(value) : value
  }
}
