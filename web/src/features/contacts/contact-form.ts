import { type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { call } from '../../lib/http/client.ts'
import type { Problems } from '../../ui/form/problems.ts'

const { create, update } = contactsContract.routes
export const contactSchema = create.body

export interface ContactValues {
  name: string
  number: string
  email: string
  tags: number[]
  wallets: number[]
  disableBot: boolean
  disableCampaign: boolean
}

export const initialOf = (contact: Contact | null): ContactValues => ({
  name: contact?.name ?? '',
  number: contact?.number ?? '',
  email: contact?.email ?? '',
  tags: contact?.tags.map((tag) => tag.id) ?? [],
  wallets: contact?.wallets.map((owner) => owner.id) ?? [],
  disableBot: contact?.disableBot ?? false,
  disableCampaign: contact?.disableCampaign ?? false,
})

/** The number is hidden from this person, so it may not be sent back. */
const isMasked = (number: string): boolean => number.includes('•')

/** Country, area code and number: 10 to 15 digits; the server adds 55 where the country is missing. */
export function checkContact({ number, email }: ContactValues): Problems {
  const problems: Problems = {}
  const digits = number.replace(/[\s()+.-]/g, '')
  if (number !== '' && !isMasked(number) && !/^\d{10,15}$/.test(digits)) problems.number = { rule: 'phone', params: {} }
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim())) problems.email = { rule: 'email', params: {} }
  return problems
}

export function saveContact(contact: Contact | null, values: ContactValues): Promise<Contact> {
  const { number, email, ...rest } = values
  const body = {
    ...rest,
    name: rest.name.trim(),
    email: email.trim() || null,
    ...(isMasked(number) ? {} : { number: number.replace(/\D/g, '') || null }),
  }
  return contact ? call(update, { params: { id: contact.id }, body }) : call(create, { body })
}
