import type { ContentOf } from '@recado/sdk'
import type { proto } from '@whiskeysockets/baileys'

type Contact = ContentOf<'contact'>['contacts'][number]

export function contactsMessage(contacts: Contact[]): proto.IMessage {
  const cards = contacts.map((contact) => ({ displayName: contact.name, vcard: vcardOf(contact) }))
  const [first] = cards
  if (cards.length === 1 && first) return { contactMessage: first }
  return { contactsArrayMessage: { displayName: `${cards.length}`, contacts: cards } }
}

/** Version 3.0; `waid` lets phones open a conversation with the number. */
function vcardOf({ name, phones, emails = [] }: Contact): string {
  const tel = phones.map((phone) => {
    const digits = phone.replace(/\D/g, '')
    return `TEL;type=CELL${digits.length >= 8 ? `;waid=${digits}` : ''}:${escaped(phone)}`
  })
  const mail = emails.map((email) => `EMAIL:${escaped(email)}`)
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${escaped(name)};;;`,
    `FN:${escaped(name)}`,
    ...tel,
    ...mail,
    'END:VCARD',
  ].join('\n')
}

const escaped = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/([\\,;])/g, '\\$1')
