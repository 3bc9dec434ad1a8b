import type { ErrorCode } from '../errors/catalogue.ts'
import type { Locale } from './locale.ts'
import { type TextKey, type TextParams, translate } from './translate.ts'

/** What is wrong with a field, by the rule of its schema (specification §5). */
const REASONS: Record<string, TextKey> = {
  required: 'invalid.required',
  minimum: 'invalid.minimum',
  maximum: 'invalid.maximum',
  minLength: 'invalid.minLength',
  maxLength: 'invalid.maxLength',
  minItems: 'invalid.minItems',
  maxItems: 'invalid.maxItems',
  format: 'invalid.date',
}

const reasonOf = ({ rule, field, limit }: TextParams): TextKey | null => {
  if (rule === 'pattern' && typeof field === 'string' && /(^|\.)e?mail$/i.test(field)) return 'invalid.email'
  // a text that must have one letter is missing
  if (rule === 'minLength' && limit === 1) return 'invalid.required'
  return (typeof rule === 'string' && Object.hasOwn(REASONS, rule) && REASONS[rule]) || null
}

/** Why a contact gets no other ticket (specification §8). */
const CONFLICTS = new Map<unknown, TextKey>([
  ['exists', 'conflict.exists'],
  ['assignedUser', 'conflict.assignedUser'],
  ['assignedQueue', 'conflict.assignedQueue'],
  ['openNoQueue', 'conflict.openNoQueue'],
  ['inChatbot', 'conflict.inChatbot'],
])

/** A refusal in somebody's language; of data that is not valid, with what is wrong. */
export function refusalText(locale: Locale, code: ErrorCode, params: TextParams = {}): string {
  const conflict = code === 'ERR_OTHER_OPEN_TICKET' ? CONFLICTS.get(params.reason) : undefined
  if (conflict) return translate(locale, conflict, params)
  const text = translate(locale, code as TextKey, params)
  const reason = code === 'ERR_VALIDATION' ? reasonOf(params) : null
  return reason ? `${text} ${translate(locale, reason, params)}` : text
}
