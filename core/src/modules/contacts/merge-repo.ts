import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

/**
 * Merges happen with nobody else changing contacts: `alone` is for them, others share. Call it first in a unit of work.
 */
export async function lockContacts(tx: Tx, alone: boolean): Promise<void> {
  await tx.db.$executeRaw`select contacts_lock(${tx.scope.tenantId}, ${alone})`
}

export interface Standing {
  id: number
  name: string
  isGroup: boolean
  mergedIntoId: number | null
}

export const findStanding = (tx: Tx, ids: number[]): Promise<Standing[]> =>
  tx.db.contact.findMany({
    where: { id: { in: ids }, erasedAt: null },
    select: { id: true, name: true, isGroup: true, mergedIntoId: true },
  })

/** The contact itself, or the one that it was merged into; null when there is none. */
export async function findRoot(tx: Tx, id: number): Promise<number | null> {
  const rows = await tx.db.$queryRaw<{ id: number | null }[]>`select contact_root(${tx.scope.tenantId}, ${id}) "id"`
  return rows[0]?.id ?? null
}

/** Makes `from` part of `into`; see `contact_merge`. Answers the merge's id. */
export async function merge(tx: Tx, into: number, from: number, userId: number | null): Promise<number> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select contact_merge(${tx.scope.tenantId}, ${into}, ${from}, 'person', null, '{}', ${userId}::int) "id"`
  const [row] = rows
  if (!row) throw new Error('merge answered nothing')
  return row.id
}

/** Ids of the tickets that changed; null when there is nothing to take apart. See `contact_unmerge`. */
export async function unmerge(tx: Tx, mergeId: number, userId: number | null): Promise<number[] | null> {
  const rows = await tx.db.$queryRaw<{ ids: number[] | null }[]>`
    select contact_unmerge(${tx.scope.tenantId}, ${mergeId}, ${userId}::int) "ids"`
  return rows[0]?.ids ?? null
}

export interface MergeRecord {
  id: number
  intoId: number
  merged: { id: number; name: string; number: string | null }
  reason: string
  channel: { id: number; name: string } | null
  kinds: string[]
  user: { id: number; name: string } | null
  createdAt: Date
  undoneAt: Date | null
  undoneBy: { id: number; name: string } | null
  /** The contact that it made has been merged since. */
  isNested: boolean
  moved: { addresses: number; tickets: number; closed: number; tags: number; wallets: number; extra: number }
}

const named = (alias: string): Prisma.Sql => {
  const table = Prisma.raw(alias)
  return Prisma.sql`case when ${table}.id is not null then json_build_object('id', ${table}.id, 'name', ${table}.name) end`
}
const count = (part: string): Prisma.Sql => Prisma.sql`${part}::text, jsonb_array_length(m.moved->${part}::text)`

const mergesSql = (condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select m.id, m.into_id "intoId", json_build_object('id', f.id, 'name', f.name, 'number', f.number) "merged", m.reason,
         ${named('h')} "channel", m.kinds, ${named('u')} "user", m.created_at "createdAt", m.undone_at "undoneAt",
         ${named('b')} "undoneBy", i.merged_into_id is not null "isNested",
         json_build_object(${Prisma.join(['addresses', 'tickets', 'closed', 'tags', 'wallets', 'extra'].map(count))}) "moved"
    from contact_merge m
    join contact i on i.tenant_id = m.tenant_id and i.id = m.into_id
    join contact f on f.tenant_id = m.tenant_id and f.id = m.merged_id
    left join channel h on h.tenant_id = m.tenant_id and h.id = m.channel_id
    left join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
    left join app_user b on b.tenant_id = m.tenant_id and b.id = m.undone_by
   where ${condition} order by m.id desc`

/** What became part of a contact, also through others, and was taken apart again; newest first. */
export const listMerges = (tx: Tx, contactId: number): Promise<MergeRecord[]> =>
  tx.db.$queryRaw(
    mergesSql(Prisma.sql`m.into_id in (
      with recursive part as (
        select ${contactId}::int id
        union select c.id from part p join contact c on c.merged_into_id = p.id)
      select id from part)`),
  )

export async function findMerge(tx: Tx, id: number): Promise<MergeRecord | null> {
  const rows = await tx.db.$queryRaw<MergeRecord[]>(mergesSql(Prisma.sql`m.id = ${id}::int`))
  return rows[0] ?? null
}

export interface MergeNews {
  intoId: number
  mergedId: number
  ticketIds: number[]
  /** Who is responsible now, who was for the merged one, and who is only since. */
  owners: number[]
  mergedOwners: number[]
  newOwners: number[]
}

/** Whom screens have to be told about after merges. */
export const findNews = (uow: UnitOfWork, scope: Pick<Scope, 'tenantId'>, mergeIds: number[]): Promise<MergeNews[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select contact_root(m.tenant_id, m.into_id) "intoId", m.merged_id "mergedId", array(
          select (t->>'id')::int from jsonb_array_elements(m.moved->'tickets') t
          union select (t->>'id')::int from jsonb_array_elements(m.moved->'closed') t
          union select (t->>'goesOnIn')::int from jsonb_array_elements(m.moved->'closed') t) "ticketIds",
          array(select w.user_id from contact_wallet w where w.contact_id = contact_root(m.tenant_id, m.into_id)
                 order by w.user_id) "owners",
          array(select w::int from jsonb_array_elements_text(m.moved->'wallets') w order by w::int) "mergedOwners",
          array(select w::int from jsonb_array_elements_text(m.moved->'newWallets') w) "newOwners"
        from contact_merge m where m.id = any(${mergeIds}::int[])`,
  )

export interface Contents {
  tickets: number
  live: { id: number; protocol: string; channel: { id: number; name: string }; thread: string; lastMessageAt: Date }[]
}

/** What a merge would move besides the contact's own data. */
export async function findContents(tx: Tx, contactId: number): Promise<Contents> {
  const tickets = await tx.db.ticket.count({ where: { contactId } })
  const live = await tx.db.$queryRaw<Contents['live']>`
    select t.id, t.protocol, json_build_object('id', h.id, 'name', h.name) "channel", t.thread,
           t.last_message_at "lastMessageAt"
      from ticket t join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
     where t.contact_id = ${contactId} and t.status <> 'closed' order by t.last_message_at desc`
  return { tickets, live }
}
