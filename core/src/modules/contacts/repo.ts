import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { CONTACT_FLAGS } from './contract.ts'

export interface ContactRecord extends Prisma.ContactGetPayload<object> {
  extraInfo: { id: number; name: string; value: string; contactId: number }[]
  tags: { id: number; name: string; color: string; isActive: boolean }[]
  wallets: { id: number; name: string }[]
  addresses: { id: number; kind: string; scope: number; value: string }[]
}

/** Contacts with everything that belongs to them, in the order of the ids; unknown ids are left out. */
export async function loadContacts(tx: Tx, ids: number[]): Promise<ContactRecord[]> {
  if (ids.length === 0) return []
  const where = { contactId: { in: ids } }
  const rows = await tx.db.contact.findMany({ where: { id: { in: ids } } })
  const extras = await tx.db.contactExtra.findMany({ where, orderBy: { id: 'asc' } })
  const addresses = await tx.db.contactAddress.findMany({ where, orderBy: { id: 'asc' } })
  const tags = await tx.db.$queryRaw<(ContactRecord['tags'][number] & { contactId: number })[]>`
    select l.contact_id "contactId", t.id, t.name, t.color, t.is_active "isActive"
      from contact_tag l join tag t on t.tenant_id = l.tenant_id and t.id = l.tag_id
     where l.contact_id = any(${ids}::int[]) order by t.name`
  const wallets = await tx.db.$queryRaw<{ contactId: number; id: number; name: string }[]>`
    select l.contact_id "contactId", u.id, u.name
      from contact_wallet l join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id
     where l.contact_id = any(${ids}::int[]) order by u.name`
  const of = <T extends { contactId: number }>(list: T[], id: number) => list.filter((entry) => entry.contactId === id)
  const records = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        extraInfo: of(extras, row.id).map(({ id, name, value, contactId }) => ({ id, name, value, contactId })),
        addresses: of(addresses, row.id).map(({ id, kind, scope, value }) => ({ id, kind, scope, value })),
        tags: of(tags, row.id).map(({ id, name, color, isActive }) => ({ id, name, color, isActive })),
        wallets: of(wallets, row.id).map(({ id, name }) => ({ id, name })),
      },
    ]),
  )
  return ids.flatMap((id) => records.get(id) ?? [])
}

export type ContactValues = Omit<Prisma.ContactUncheckedUpdateManyInput, 'id' | 'tenantId'>

export async function insertContact(tx: Tx, values: Prisma.ContactUncheckedCreateInput): Promise<number> {
  const { id } = await tx.db.contact.create({ data: values, select: { id: true } })
  return id
}

export async function updateContact(tx: Tx, id: number, values: ContactValues): Promise<void> {
  await tx.db.contact.updateMany({ where: { id }, data: { ...values, updatedAt: new Date() } })
}

export interface LockedContact extends Record<(typeof CONTACT_FLAGS)[number], boolean> {
  number: string | null
  isMerged: boolean
  erasedAt: Date | null
}

/** Serialises changes of one contact. As it stands, or null when there is no such contact. */
export async function lockContact(tx: Tx, id: number): Promise<LockedContact | null> {
  const rows = await tx.db.$queryRaw<LockedContact[]>`
    select number, merged_into_id is not null "isMerged", erased_at "erasedAt", disable_bot "disableBot",
           disable_campaign "disableCampaign", disable_crm "disableCrm", ignore, disable_rating "disableRating",
           disable_transcription "disableTranscription"
      from contact where id = ${id} for update`
  return rows[0] ?? null
}

export async function numberOf(tx: Tx, id: number): Promise<string | null> {
  return (await tx.db.contact.findFirst({ where: { id }, select: { number: true } }))?.number ?? null
}

/** Nobody else makes these numbers known until the unit of work ends: they and their variants must not be taken. */
export async function lockNumbers(tx: Tx, numbers: string[]): Promise<void> {
  const addresses = JSON.stringify(numbers.map((value) => ({ kind: 'phone', scope: 0, value })))
  await tx.db.$executeRaw`select contact_addresses_lock(${tx.scope.tenantId}, ${addresses}::jsonb, true)`
}

/** Does somebody else go by one of these numbers? */
export async function isNumberTaken(tx: Tx, numbers: string[], except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ found: number }[]>`
    select 1 "found" from contact
     where number = any(${numbers}) and id is distinct from ${except}::int and merged_into_id is null
    union all
    select 1 from contact_address
     where kind = 'phone' and scope = 0 and value = any(${numbers}) and contact_id is distinct from ${except}::int
    limit 1`
  return rows.length > 0
}

/** Lets the contact be reached by a number; an address that no ticket answers to makes room for it. */
export async function movePhone(tx: Tx, contactId: number, from: string | null, to: string | null): Promise<void> {
  if (from !== null)
    await tx.db.$executeRaw`
      delete from contact_address a
       where a.contact_id = ${contactId} and a.kind = 'phone' and a.scope = 0 and a.value = ${from}
         and not exists (select 1 from ticket t where t.tenant_id = a.tenant_id and t.address_id = a.id)`
  if (to !== null)
    await tx.db.$executeRaw`
      insert into contact_address (contact_id, kind, scope, value) values (${contactId}, 'phone', 0, ${to})
      on conflict (tenant_id, kind, scope, value) do nothing`
}

export async function replaceExtras(
  tx: Tx,
  contactId: number,
  extras: { name: string; value: string }[],
): Promise<void> {
  await tx.db.contactExtra.deleteMany({ where: { contactId } })
  await tx.db.contactExtra.createMany({ data: extras.map(({ name, value }) => ({ contactId, name, value })) })
}

/** All or nothing: false when one of the tags is not of this company. */
export async function replaceTags(tx: Tx, contactId: number, tagIds: number[]): Promise<boolean> {
  if ((await tx.db.tag.count({ where: { id: { in: tagIds } } })) !== tagIds.length) return false
  await tx.db.contactTag.deleteMany({ where: { contactId } })
  await tx.db.contactTag.createMany({ data: tagIds.map((tagId) => ({ contactId, tagId })) })
  return true
}

/** All or nothing: false when one of the users is not of this company. */
/** People responsible for a contact. */
export async function walletsOf(tx: Tx, contactId: number): Promise<number[]> {
  const rows = await tx.db.contactWallet.findMany({ where: { contactId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
}

export async function replaceWallets(tx: Tx, contactId: number, userIds: number[]): Promise<boolean> {
  if ((await tx.db.user.count({ where: { id: { in: userIds } } })) !== userIds.length) return false
  await tx.db.contactWallet.deleteMany({ where: { contactId } })
  await tx.db.contactWallet.createMany({ data: userIds.map((userId) => ({ contactId, userId })) })
  return true
}

/**
 * Takes somebody out of all wallets. Answers the contacts whose tickets are under way, each with all in whose wallets it
 * was.
 */
export const leaveWallets = (tx: Tx, userId: number): Promise<{ contactId: number; former: number[] }[]> =>
  // the look at the wallets is from before the deletion
  tx.db.$queryRaw<{ contactId: number; former: number[] }[]>`
    with gone as (delete from contact_wallet where user_id = ${userId} returning contact_id)
    select g.contact_id "contactId",
           array(select w.user_id from contact_wallet w where w.contact_id = g.contact_id) former
      from gone g
     where exists (select 1 from ticket t where t.contact_id = g.contact_id and t.status <> 'closed')`

export async function hasTickets(tx: Tx, contactId: number): Promise<boolean> {
  return (await tx.db.ticket.findFirst({ where: { contactId }, select: { id: true } })) !== null
}

export async function deleteContact(tx: Tx, contactId: number): Promise<void> {
  const where = { contactId }
  await tx.db.contactExtra.deleteMany({ where })
  await tx.db.contactTag.deleteMany({ where })
  await tx.db.contactWallet.deleteMany({ where })
  await tx.db.contactAddress.deleteMany({ where })
  await tx.db.contact.deleteMany({ where: { id: contactId } })
}
