import type { Tx } from '../../platform/db/uow.ts'
import { loadContacts } from '../contacts/index.ts'
import type { Facts, Person } from './plan.ts'
import { sortedIds } from './plan.ts'

/** Who goes by these numbers, in any spelling: id by number. Contacts that stand for themselves alone. */
export async function findByNumbers(tx: Tx, numbers: string[]): Promise<Map<string, number>> {
  const rows = await tx.db.$queryRaw<{ number: string; id: number }[]>`
    select c.number, c.id from contact c
     where c.number = any(${numbers}) and c.merged_into_id is null and c.erased_at is null
    union
    select a.value, c.id from contact_address a join contact c on c.tenant_id = a.tenant_id and c.id = a.contact_id
     where a.kind = 'phone' and a.scope = 0 and a.value = any(${numbers}) and c.merged_into_id is null
       and c.erased_at is null`
  return new Map(rows.map(({ number, id }) => [number, id]))
}

/** Nobody else changes or deletes them until the unit of work ends. Those that are still there. */
export async function lockPeople(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from contact where id = any(${ids}::int[]) and merged_into_id is null and erased_at is null
     order by id for update`
  return rows.map(({ id }) => id)
}

export async function loadPeople(tx: Tx, ids: number[]): Promise<Map<number, Person>> {
  const records = await loadContacts(tx, [...new Set(ids)])
  return new Map(
    records.map(({ id, name, number, email, tags, wallets, extraInfo }) => [
      id,
      {
        name,
        number,
        email,
        tags: sortedIds(tags.map((tag) => tag.id)),
        wallets: sortedIds(wallets.map((owner) => owner.id)),
        extra: Object.fromEntries(extraInfo.map((fact) => [fact.name, fact.value])),
      },
    ]),
  )
}

/** Makes contacts of people with numbers that nobody has; ids by number. Tags, owners and facts come by `changePeople`. */
export async function insertPeople(tx: Tx, people: Facts[]): Promise<Map<string, number>> {
  const rows = await tx.db.$queryRaw<{ id: number; number: string }[]>`
    insert into contact (name, number, email, updated_at)
    select p.name, p.number, p.email, now()
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) p(name text, number text, email text)
    returning id, number`
  await tx.db.$executeRaw`
    insert into contact_address (contact_id, kind, scope, value)
    select c.id, 'phone', 0, c.number from contact c where c.id = any(${rows.map(({ id }) => id)}::int[])
    on conflict (tenant_id, kind, scope, value) do nothing`
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** Others are responsible for a contact that has tickets. */
export interface WalletChange {
  contactId: number
  /** Who was. */
  former: number[]
}

/** Those of whom others will be responsible than now. Whoever has no tickets is of no interest. */
const findWalletChanges = (tx: Tx, given: string): Promise<WalletChange[]> => tx.db.$queryRaw`
  select n.id "contactId", n.former
    from (select p.id,
                 array(select l.user_id from contact_wallet l where l.contact_id = p.id order by l.user_id) former,
                 array(select u.id from app_user u where u.id = any(p.wallets) order by u.id) next
            from jsonb_to_recordset(${given}::jsonb) p(id int, wallets int[]) where p.wallets is not null) n
   where n.former <> n.next and exists (select 1 from ticket t where t.contact_id = n.id)`

/**
 * Writes what is named of each: lists replace what there is, a fact that is null goes. Tags and users that are gone are
 * passed over. Answers whose owners changed.
 */
export async function changePeople(tx: Tx, changes: ({ id: number } & Facts)[]): Promise<WalletChange[]> {
  if (changes.length === 0) return []
  const given = JSON.stringify(changes)
  const wallets = await findWalletChanges(tx, given)
  await tx.db.$executeRaw`
    update contact c
       set name = coalesce(p.v->>'name', c.name), email = case when p.v ? 'email' then p.v->>'email' else c.email end,
           number = case when p.v ? 'number' then p.v->>'number' else c.number end, updated_at = now()
      from jsonb_array_elements(${given}::jsonb) p(v) where c.id = (p.v->>'id')::int`
  await tx.db.$executeRaw`
    delete from contact_tag l using jsonb_to_recordset(${given}::jsonb) p(id int, tags int[])
     where l.contact_id = p.id and p.tags is not null and l.tag_id <> all(p.tags)`
  await tx.db.$executeRaw`
    insert into contact_tag (contact_id, tag_id)
    select p.id, g.id from jsonb_to_recordset(${given}::jsonb) p(id int, tags int[]) join tag g on g.id = any(p.tags)
    on conflict do nothing`
  await tx.db.$executeRaw`
    delete from contact_wallet l using jsonb_to_recordset(${given}::jsonb) p(id int, wallets int[])
     where l.contact_id = p.id and p.wallets is not null and l.user_id <> all(p.wallets)`
  await tx.db.$executeRaw`
    insert into contact_wallet (contact_id, user_id)
    select p.id, u.id from jsonb_to_recordset(${given}::jsonb) p(id int, wallets int[])
      join app_user u on u.id = any(p.wallets)
    on conflict do nothing`
  await tx.db.$executeRaw`
    delete from contact_extra e
     using jsonb_array_elements(${given}::jsonb) p(v), jsonb_each_text(coalesce(p.v->'extra', '{}')) f(name, value)
     where e.contact_id = (p.v->>'id')::int and e.name = f.name and f.value is null`
  await tx.db.$executeRaw`
    insert into contact_extra (contact_id, name, value)
    select (p.v->>'id')::int, f.name, f.value
      from jsonb_array_elements(${given}::jsonb) p(v), jsonb_each_text(coalesce(p.v->'extra', '{}')) f(name, value)
     where f.value is not null
    on conflict (tenant_id, contact_id, name) do update set value = excluded.value`
  for (const { contactId, former } of wallets) tx.emit('contact.wallets', { contactId, former })
  return wallets
}

/** Of these, who has tickets. */
export async function withTickets(tx: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select c.id from contact c
     where c.id = any(${ids}::int[])
       and exists (select 1 from ticket t where t.tenant_id = c.tenant_id and t.contact_id = c.id)`
  return new Set(rows.map(({ id }) => id))
}

/** Of these, who got something that would be lost with them: another contact became part of them, or a message is promised. */
export async function withMore(tx: Tx, ids: number[]): Promise<Set<number>> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select c.id from contact c
     where c.id = any(${ids}::int[]) and (
       exists (select 1 from contact o where o.tenant_id = c.tenant_id and o.merged_into_id = c.id)
       or exists (select 1 from scheduled_message s where s.tenant_id = c.tenant_id and s.contact_id = c.id))`
  return new Set(rows.map(({ id }) => id))
}

export async function deletePeople(tx: Tx, ids: number[]): Promise<void> {
  await tx.db.$executeRaw`delete from contact where id = any(${ids}::int[])`
}

/** Live tickets of these contacts. */
export async function liveTicketsOf(tx: Tx, ids: number[]): Promise<number[]> {
  const rows = await tx.db.ticket.findMany({
    where: { contactId: { in: ids }, status: { not: 'closed' } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}
