import { type Loose, record, text } from '@recado/loose-json'
import type { Address, Party } from '@recado/sdk'
import { defined } from '../defined.ts'
import { groupAddress, personAddresses } from '../ids.ts'
import { words } from './words.ts'

/** The ids that a message gives of one person; any may be missing, and each may hold either kind. */
export interface PersonIds {
  phone?: string | undefined
  user?: string | undefined
  parent?: string | undefined
}

/** The writer of a message: never by position, since contacts and messages of a batch do not line up. */
export function personOf(ids: PersonIds, contacts: readonly Loose[]): Party | null {
  const contact = contactOf(ids, contacts)
  const known = record(contact)
  const addresses = personAddresses(
    ids.phone,
    text(known.wa_id),
    ids.user,
    text(known.user_id),
    ids.parent,
    text(known.parent_user_id),
  )
  return addresses.length === 0 ? null : { addresses, ...profileOf(known) }
}

export const writerOf = (message: Loose, contacts: readonly Loose[]): Party | null =>
  personOf(
    { phone: text(message.from), user: text(message.from_user_id), parent: text(message.from_parent_user_id) },
    contacts,
  )

export const groupOf = (id: string): Party => ({ addresses: [groupAddress(id)] })

/** Where a reaction comes from, and what a receipt is about. */
export const firstOf = (party: Party): Address | undefined => party.addresses[0]

function contactOf({ phone, user }: PersonIds, contacts: readonly Loose[]): Loose | undefined {
  const ids = [phone, user].filter((id) => id !== undefined)
  const named = contacts.find(({ wa_id, user_id }) => ids.some((id) => id === text(wa_id) || id === text(user_id)))
  // A message that names nobody can only be from the one person that the batch names.
  return named ?? (ids.length === 0 && contacts.length === 1 ? contacts[0] : undefined)
}

/** Some payloads write user names with the @ in front. */
function profileOf(contact: Loose) {
  const profile = record(contact.profile)
  const username = words(profile.username, 255)?.replace(/^@/, '')
  return defined({ name: words(profile.name, 255), username: username || undefined })
}
