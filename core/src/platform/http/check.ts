import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Format } from 'typebox/format'
import { Pointer, Value } from 'typebox/value'
import { AppError } from '../errors/app-error.ts'
import { cleanerOf } from './clean.ts'
import type { RouteSpec } from './contract.ts'
import { once } from './once.ts'

export type Check = (given: unknown) => unknown

if (!Format.Has('date-time')) throw new Error('typebox without its formats')

/**
 * The checks of a route. Query and path values are coerced from text; of bodies nothing is, so that a wrong type is
 * told instead of guessed. Unknown fields are left out.
 * @throws AppError ERR_VALIDATION, naming the field
 */
export function createCheck(spec: RouteSpec): { params: Check; query: Check; body: Check } {
  return {
    params: checkOf(spec.params, 'path', coerced),
    query: checkOf(spec.query, 'query', coerced),
    body: checkOf(spec.body, 'body', (_schema, given) => given ?? {}),
  }
}

function checkOf(
  schema: TSchema | undefined,
  place: string,
  prepare: (schema: TSchema, given: unknown) => unknown,
): Check {
  if (!schema) return () => undefined
  const read = once(() => ({ compiled: Compile(schema), clean: cleanerOf(schema) }))
  return (given) => {
    const { compiled, clean } = read()
    const value = prepare(schema, given)
    if (!compiled.Check(value)) {
      const [problem] = compiled.Errors(value)
      const field = problem?.instancePath.slice(1).replaceAll('/', '.') ?? ''
      const { requiredProperties, limit } = (problem?.params ?? {}) as { requiredProperties?: string[]; limit?: number }
      throw new AppError('ERR_VALIDATION', {
        params: {
          in: place,
          field: [field, requiredProperties?.[0]].filter(Boolean).join('.'),
          rule: isBlank(value, problem) ? 'required' : (problem?.keyword ?? 'type'),
          ...(limit === undefined ? {} : { limit }),
        },
      })
    }
    return clean(value)
  }
}

/** Nothing but spaces where something is to be written. */
const isBlank = (given: unknown, problem: { keyword: string; instancePath: string } | undefined): boolean => {
  if (problem?.keyword !== 'pattern') return false
  const value = Pointer.Get(given, problem.instancePath)
  return typeof value === 'string' && value.trim() === ''
}

/** Text from an address as the schema wants it; lists come as `a[]=1&a[]=2`, `a=1&a=2` or a single `a=1`. */
function coerced(schema: TSchema, given: unknown): unknown {
  const fields: Record<string, unknown> = {}
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {}
  for (const [rawName, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const name = rawName.endsWith('[]') ? rawName.slice(0, -2) : rawName
    const property = properties[name]
    if (!property || value === '') continue
    fields[name] = Type.IsArray(property) && !Array.isArray(value) ? [value] : value
  }
  return Value.Convert(schema, fields)
}
