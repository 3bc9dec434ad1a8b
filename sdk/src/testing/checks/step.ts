import { type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

const Shown = Type.Object({
  as: Type.Enum(['qr', 'code', 'link', 'text']),
  value: Type.String({ minLength: 1 }),
  message: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Type.Integer()),
})

const STEPS = {
  done: Type.Object({ message: Type.Optional(Type.String()), detail: Type.Optional(Type.Object({})) }),
  error: Type.Object({
    message: Type.String({ minLength: 1 }),
    field: Type.Optional(Type.String()),
    hint: Type.Optional(Type.String()),
  }),
  form: Type.Object({
    step: Type.String({ minLength: 1 }),
    title: Type.String({ minLength: 1 }),
    schema: Type.Object({}),
  }),
  show: Type.Object({ show: Shown, wait: Type.Optional(Type.Boolean()) }),
  options: Type.Object({
    options: Type.Array(Type.Object({ value: Type.String(), label: Type.String({ minLength: 1 }) })),
  }),
}

/** What is wrong with an action's answer. */
export function stepProblems(step: unknown): string[] {
  const type = (step as { type?: unknown } | null | undefined)?.type
  if (typeof type !== 'string' || !(type in STEPS)) return ['the answer is not a step']
  return shapeProblems('the step', STEPS[type as keyof typeof STEPS], step)
}

/** The problems of a value against its shape, one sentence each. */
export const shapeProblems = (what: string, shape: TSchema, value: unknown): string[] =>
  Value.Errors(shape, value).map((error) => `${what}${error.instancePath} ${error.message}`)
