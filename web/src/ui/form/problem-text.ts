import type { TFunction } from 'i18next'
import type { Problem } from './problems.ts'

const KNOWN = [
  'required',
  'textOrFile',
  'unchanged',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'enum',
  'minItems',
  'maxItems',
  'email',
  'colour',
  'integer',
  'mismatch',
  'password',
  'phone',
  'time',
  'date',
  'inverted',
  'overlap',
  'past',
  'future',
  'unique',
] as const

/** A problem in the person's language. */
export function problemText(t: TFunction<'ui'>, problem: Problem): string {
  const rule = KNOWN.find((known) => known === problem.rule) ?? 'invalid'
  const { limit } = problem.params as { limit?: number }
  // One missing letter is a missing answer.
  if (rule === 'minLength' && limit === 1) return t('problem.required')
  return t(`problem.${rule}`, { count: limit ?? 0, limit: limit ?? 0 })
}
