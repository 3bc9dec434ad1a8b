import type { ContentOf } from '@recado/sdk'

const escaped = (text: string) => text.replace(/([\\;,])/g, '\\$1').replace(/\r?\n/g, '\\n')

/** A person as vCard 3.0; `waid` lets WhatsApp offer to write to the number. */
export function vcardOf({ name, phones, emails = [] }: ContentOf<'contact'>['contacts'][number]): string {
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...phones.map((phone) => `TEL;type=CELL;waid=${phone.replace(/\D/g, '')}:${escaped(phone)}`),
    ...emails.map((email) => `EMAIL:${escaped(email)}`),
    'END:VCARD',
  ].join('\n')
}
