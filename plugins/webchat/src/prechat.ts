import { type Profile, profileOf } from './identity.ts'
import type { Session } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'
import type { PrechatField } from './wire.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[0-9 ().-]{6,31}$/
const MOST_ANSWER = 1_000

/** Fields still to be asked of this visitor; none when the form is off, answered, or all is known from the site. */
export function prechatFields(settings: WebchatSettings, session: Session): PrechatField[] {
  if (!settings.prechat || session.prechatDone) return []
  const required = new Set<string>(settings.prechatRequired ?? [])
  const known = (settings.prechatFields ?? [])
    .filter((key) => !session.profile[key])
    .map((key) => ({ key, kind: key, label: null, required: required.has(key) }))
  const questions = (settings.prechatQuestions ?? []).map((label, index) => ({
    key: `q${index}`,
    kind: 'text' as const,
    label,
    required: required.has('questions'),
  }))
  const fields = [...known, ...questions]
  return session.verified && fields.every((field) => !field.required) ? [] : fields
}

function wellFormed(field: PrechatField, value: string): boolean {
  if (value.length > MOST_ANSWER) return false
  if (field.kind === 'email') return EMAIL.test(value)
  if (field.kind === 'phone') return PHONE.test(value)
  return true
}

/**
 * Checks the answers of a form against its fields.
 * @returns the answers by where they belong, or the key of the first field that is wrong
 */
export function readAnswers(
  fields: PrechatField[],
  values: Record<string, string>,
): { profile: Profile; answers: Record<string, string> } | { wrong: string } {
  const answers: Record<string, string> = {}
  const profile: Record<string, string> = {}
  for (const field of fields) {
    const value = (values[field.key] ?? '').trim()
    if (value ? !wellFormed(field, value) : field.required) return { wrong: field.key }
    if (!value) continue
    if (field.kind === 'text') answers[field.label ?? field.key] = value
    else profile[field.kind] = value
  }
  return { profile: profileOf(profile), answers }
}
