import type { Address } from '@recado/sdk'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { StoredAddress } from '../contacts/index.ts'

/** A contact by one of the addresses that were asked for. */
export interface KnownPerson extends StoredAddress {
  contactId: number
  name: string
  number: string | null
  profilePicId: string | null
}

export const peopleBehind = (
  uow: UnitOfWork,
  tenantId: number,
  addresses: readonly StoredAddress[],
): Promise<KnownPerson[]> =>
  uow.query<KnownPerson>(
    { tenantId },
    Prisma.sql`
      select a.kind, a.scope, a.value, c.id "contactId", c.name, c.number, c.profile_pic_id "profilePicId"
        from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as w (kind text, scope int, value text)
        join contact_address a on a.kind = w.kind and a.scope = w.scope and a.value = w.value
        join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id`,
  )

/** Where contacts are reached, by their ids; the phone first, where there is one. */
export async function addressesOfContacts(
  uow: UnitOfWork,
  tenantId: number,
  contactIds: readonly number[],
): Promise<Map<number, Address>> {
  const rows = await uow.query<Address & { contactId: number }>(
    { tenantId },
    Prisma.sql`
      select distinct on (contact_id) contact_id "contactId", kind, value from contact_address
       where contact_id = any(${contactIds}::int[]) and scope = 0
       order by contact_id, kind = 'phone' desc, id`,
  )
  return new Map(rows.map(({ contactId, kind, value }) => [contactId, { kind, value }]))
}
