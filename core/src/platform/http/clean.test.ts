import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { cleanerOf } from './clean.ts'
import { Nullable } from './shapes.ts'

const cases: [string, TSchema, unknown][] = [
  ['an object', Type.Object({ a: Type.Integer() }), { a: 1, b: 2 }],
  ['what is not given', Type.Object({ a: Type.Optional(Type.Object({ b: Type.Null() })) }), { c: 1 }],
  ['a list', Type.Array(Type.Object({ a: Type.Null() })), [{ a: null, b: 1 }, { a: null }]],
  [
    'a record',
    Type.Record(Type.String(), Type.Object({ a: Type.Null() })),
    { x: { a: null, b: 1 }, 'y\nz': { a: null } },
  ],
  ['a nullable', Type.Object({ a: Nullable(Type.Object({ b: Type.Null() })) }), { a: { b: null, c: 1 } }],
  ['nothing', Nullable(Type.Object({ b: Type.Null() })), null],
  [
    'the variant that fits',
    Type.Union([
      Type.Object({ type: Type.Literal('a'), a: Type.Integer() }),
      Type.Object({ type: Type.Literal('b'), b: Type.Integer() }),
    ]),
    { type: 'b', a: 1, b: 2 },
  ],
  [
    'a variant deep inside',
    Type.Object({ a: Type.Optional(Nullable(Type.Union([Type.Object({ id: Type.Integer() }), Type.String()]))) }),
    { a: { id: 1, b: 2 } },
  ],
  [
    'the narrower of two variants',
    Type.Union([Type.Object({ a: Type.Integer() }), Type.Object({ a: Type.Integer(), b: Type.Integer() })]),
    { a: 1, b: 2, c: 3 },
  ],
]

describe('fields that no contract knows', () => {
  it.each(cases)('go from %s, as typebox would leave them out', (_name, schema, value) => {
    expect(cleanerOf(schema)(structuredClone(value))).toEqual(Value.Clean(schema, structuredClone(value)))
  })

  it('does not take fields of every object for known ones', () => {
    const given = JSON.parse('{ "a": null, "constructor": 1, "toString": 2 }')
    expect(Object.keys(cleanerOf(Type.Object({ a: Type.Null() }))(given) as object)).toEqual(['a'])
  })

  it('cannot be told for kinds of schemas that no contract uses', () => {
    expect(() => cleanerOf(Type.Object({ a: Type.Tuple([Type.Null()]) }))).toThrow('cannot be cleaned')
    expect(() => cleanerOf(Type.Object({}, { additionalProperties: Type.Null() }))).toThrow('cannot be cleaned')
  })
})
