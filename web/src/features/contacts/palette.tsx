import { contactsContract } from '@recado/core/modules/contacts/contract'
import { formatPhone } from '../../lib/format/phone.ts'
import { call } from '../../lib/http/client.ts'
import type { PaletteItem } from '../../lib/palette/registry.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** People for the palette. */
export async function searchContacts(
  text: string,
  signal: AbortSignal,
  open: (id: number) => void,
): Promise<PaletteItem[]> {
  const { contacts } = await call(contactsContract.routes.list, {
    query: { searchParam: text, pageSize: 8 },
    signal,
    quiet: true,
  })
  return contacts.map((contact) => ({
    id: `contact-${contact.id}`,
    label: contact.name,
    hint: formatPhone(contact.number) || (contact.email ?? ''),
    icon: <Avatar name={contact.name} src={contact.profilePicUrl} size={24} />,
    run: () => open(contact.id),
  }))
}
