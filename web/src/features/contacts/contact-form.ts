import { CONTACT_FLAGS, type Contact, contactsContract } from '@recado/core/modules/contacts/contract'
import { typedPhone } from '../../lib/format/phone.ts'
import { call } from '../../lib/http/client.ts'
import type { Problems } from '../../ui/form/problems.ts'
import type { ExtraValue } from './extra-fields.tsx'

const { create, update } = contactsContract.routes
export const contactSchema = create.body

export interface ContactValues extends Record<(typeof CONTACT_FLAGS)[number], boolean> {
  name: string
  number: string
  email: string
  tags: number[]
  wallets: number[]
  extraInfo: ExtraValue[]
}

export const initialOf = (contact: Contact | null): ContactValues => ({
  name: contact?.name ?? '',
  number: contact?.number ?? '',
  email: contact?.email ?? '',
  tags: contact?.tags.map((tag) => tag.id) ?? [],
  wallets: contact?.wallets.map((owner) => owner.id) ?? [],
  extraInfo: contact?.extraInfo.map(({ id, name, value }) => ({ key: String(id), name, value })) ?? [],
  disableBot: contact?.disableBot ?? false,
  disableCampaign: contact?.disableCampaign ?? false,
  disableCrm: contact?.disableCrm ?? false,
  ignore: contact?.ignore ?? false,
  disableRating: contact?.disableRating ?? false,
  disableTranscription: contact?.disableTranscription ?? false,
})

/** The number is hidden from this person, so it may not be sent back. */
const isMasked = (number: string): boolean => number.includes('•')

/** Country, area code and number: 10 to 15 digits; the server adds 55 where the country is missing. */
export function checkContact({ number, email, extraInfo }: ContactValues): Problems {
  const problems: Problems = {}
  const digits = number.replace(/[\s()+.-]/g, '')
  if (number !== '' && !isMasked(number) && !/^\d{10,15}$/.test(digits)) problems.number = { rule: 'phone', params: {} }
  if (email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email.trim())) problems.email = { rule: 'email', params: {} }
  const names = factsOf(extraInfo).map(({ name }) => name)
  if (names.some((name) => name === '')) problems.extraInfo = { rule: 'required', params: {} }
  else if (new Set(names).size < names.length) problems.extraInfo = { rule: 'unique', params: {} }
  return problems
}

/** Lines that were left empty are none. */
const factsOf = (facts: readonly ExtraValue[]): { name: string; value: string }[] =>
  facts
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => name !== '' || value !== '')

interface SaveOptions {
  /** This person may change what the contact is left out of. */
  flags: boolean
  checkNumber: boolean
}

export function saveContact(
  contact: Contact | null,
  values: ContactValues,
  { flags, checkNumber }: SaveOptions,
): Promise<Contact> {
  const { number, email, ...all } = values
  const rest = { ...all, extraInfo: factsOf(values.extraInfo) }
  if (!flags) for (const flag of CONTACT_FLAGS) Reflect.deleteProperty(rest, flag)
  const body = {
    ...rest,
    checkNumber,
    name: rest.name.trim(),
    email: email.trim() || null,
    ...(isMasked(number) ? {} : { number: typedPhone(number) }),
  }
  return contact ? call(update, { params: { id: contact.id }, body }) : call(create, { body })
}
