import { clip, list, text } from '@recado/loose-json'
import type { ContentOf } from '@recado/sdk'

type Person = ContentOf<'contact'>['contacts'][number]

/** The people on vCards; undefined when there is none. */
export function contactsOf(cards: unknown): ContentOf<'contact'> | undefined {
  const contacts = list(cards)
    .flatMap((card) => text(card)?.split(/(?=BEGIN:VCARD)/i) ?? [])
    .flatMap((card) => personOf(card) ?? [])
    .slice(0, 50)
  return contacts.length > 0 ? { type: 'contact', contacts } : undefined
}

function personOf(card: string): Person | undefined {
  // A line that starts with a space goes on the one above (RFC 6350, 3.2).
  const lines = card.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const phones: string[] = []
  const emails: string[] = []
  let name: string | undefined
  for (const line of lines) {
    const [, property = '', params = '', raw = ''] = /^(?:item\d+\.)?([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? []
    const value = unescaped(raw).trim()
    const kind = property.toUpperCase()
    if (kind === 'FN' && value) name = value
    if (kind === 'N' && !name) name = value.split(';').reverse().join(' ').trim()
    if (kind === 'TEL') phones.push((/waid=(\d+)/i.exec(params)?.[1] ?? value).slice(0, 64))
    if (kind === 'EMAIL') emails.push(value.slice(0, 255))
  }
  if (!name && phones.length === 0) return undefined
  return {
    name: clip(name ?? phones[0] ?? '', 255),
    phones: phones.filter(Boolean).slice(0, 20),
    ...(emails.length > 0 ? { emails: emails.slice(0, 20) } : {}),
  }
}

const unescaped = (value: string): string => value.replace(/\\n/gi, ' ').replace(/\\([\\,;:])/g, '$1')
