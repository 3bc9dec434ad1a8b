import type { ContentOf } from '@recado/sdk'

type Person = ContentOf<'contact'>['contacts'][number]

/** A person as a vCard; `waid` lets WhatsApp offer a chat with the number. */
export function vcardOf({ name, phones, emails = [] }: Person): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...phones.map((phone) => `TEL;type=CELL;waid=${phone.replace(/\D/g, '')}:${escaped(phone)}`),
    ...emails.map((email) => `EMAIL:${escaped(email)}`),
    'END:VCARD',
  ]
  return lines.join('\n')
}

const escaped = (value: string): string => value.replace(/[\\,;]/g, '\\$&').replace(/\s*[\r\n]+\s*/g, ' ')
