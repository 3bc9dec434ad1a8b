import type { ContentOf } from '@recado/sdk'

type Person = ContentOf<'contact'>['contacts'][number]

/** Telegram's limit for a contact's vCard, in bytes. */
const MAX_BYTES = 2048

/** What one phone number cannot hold, as a vCard; undefined when there is no more, or too much. */
export function vcardOf(person: Person): string | undefined {
  if (person.phones.length < 2 && !person.emails?.length) return undefined
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(person.name)}`,
    ...person.phones.map((phone) => `TEL:${escaped(phone)}`),
    ...(person.emails ?? []).map((email) => `EMAIL:${escaped(email)}`),
    'END:VCARD',
  ]
  const card = lines.join('\r\n')
  return Buffer.byteLength(card) <= MAX_BYTES ? card : undefined
}

const escaped = (text: string): string => text.replace(/[\\,;]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')
