import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { json } from './repo.ts'
import type { TaskCounts } from './schemas.ts'

/** Which of these digests belong to people who were erased. */
export async function findErased(tx: Tx, digests: string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set()
  const rows = await tx.db.$queryRaw<{ digest: string }[]>`
    select distinct d.digest from contact_erasure e cross join unnest(e.digests) d(digest)
     where e.digests && ${digests}::text[] and d.digest = any(${digests}::text[])`
  return new Set(rows.map(({ digest }) => digest))
}

export interface Family {
  /** The contact and all that became part of it. */
  ids: number[]
  numbers: string[]
  addresses: { kind: string; value: string }[]
  pictures: string[]
  tickets: number[]
  hasLive: boolean
  messages: number
}

/** Everything that makes up a person, held until the unit of work ends. */
export async function loadFamily(tx: Tx, rootId: number): Promise<Family> {
  const rows = await tx.db.$queryRaw<{ id: number; number: string | null; pictures: string[] }[]>`
    with recursive part as (
      select c.id from contact c where c.id = ${rootId}
      union select c.id from part p join contact c on c.merged_into_id = p.id)
    select c.id, c.number, array_remove(array[c.profile_pic_id, c.avatar_id], null)::text[] "pictures"
      from contact c where c.id in (select id from part) order by c.id for update`
  const ids = rows.map(({ id }) => id)
  const where = { contactId: { in: ids } }
  const addresses = await tx.db.contactAddress.findMany({ where, select: { kind: true, value: true } })
  const tickets = await tx.db.$queryRaw<{ id: number; status: string; seq: number }[]>`
    select id, status, seq from ticket where contact_id = any(${ids}::int[]) order by id for update`
  return {
    ids,
    numbers: rows.flatMap(({ number }) => number ?? []),
    addresses,
    pictures: rows.flatMap(({ pictures }) => pictures),
    tickets: tickets.map(({ id }) => id),
    hasLive: tickets.some(({ status }) => status !== 'closed'),
    messages: tickets.reduce((sum, { seq }) => sum + seq, 0),
  }
}

/**
 * Makes them nobody, with everything that hangs on them but the messages. Addresses that tickets answer to stay as
 * rows that say nothing. Every table that tells of a contact is dealt with here; a new one must be. Answers the files of
 * conversations that somebody had made.
 */
export async function eraseFamily(
  tx: Tx,
  { ids, numbers, tickets }: Family,
  name: string,
  now: Date,
): Promise<string[]> {
  const where = { contactId: { in: ids } }
  await tx.db.$executeRaw`
    update contact set name = ${name}, number = null, email = null, pushname = null, profile_pic_id = null,
           avatar_id = null, avatar_refs = '{}', erased_at = ${now}, updated_at = ${now}
     where id = any(${ids}::int[])`
  await tx.db.contactExtra.deleteMany({ where })
  await tx.db.draft.deleteMany({ where: { ticketId: { in: tickets } } })
  await tx.db.contactTag.deleteMany({ where })
  await tx.db.contactWallet.deleteMany({ where })
  await tx.db.$executeRaw`
    delete from contact_address a
     where a.contact_id = any(${ids}::int[])
       and not exists (select 1 from ticket t where t.tenant_id = a.tenant_id and t.address_id = a.id)`
  await tx.db.$executeRaw`
    update contact_address set value = 'erased ' || id where contact_id = any(${ids}::int[])`
  await tx.db.contactMerge.deleteMany({ where: { OR: [{ intoId: { in: ids } }, { mergedId: { in: ids } }] } })
  const promised = { where: { ...where, state: 'pending', userId: { not: null } }, select: { id: true, userId: true } }
  for (const { id, userId } of await tx.db.scheduledMessage.findMany(promised))
    tx.emit('schedule.cancelled', { scheduleId: id, userId, by: null })
  await tx.db.scheduledMessage.deleteMany({ where })
  await tx.db.$executeRaw`
    update contact_task_item set input = null, key = null, before = null, after = null, detail = null
     where contact_id = any(${ids}::int[]) or key = any(${numbers}::text[])`
  await tx.db.$executeRaw`
    update ticket set last_message = '', transfer_note = null, version = version + 1, updated_at = ${now}
     where id = any(${tickets}::int[])`
  await tx.db
    .$executeRaw`update ticket_log set note = null where ticket_id = any(${tickets}::int[]) and note is not null`
  await tx.db.$executeRaw`delete from ticket_note where ticket_id = any(${tickets}::int[])`
  await tx.db.$executeRaw`delete from notification where ticket_id = any(${tickets}::int[])`
  await tx.db.$executeRaw`delete from push_delivery where ticket_id = any(${tickets}::int[])`
  await tx.db.$executeRaw`delete from webhook_delivery where ticket_id = any(${tickets}::int[])`
  await tx.db.$executeRaw`delete from delivery where ticket_id = any(${tickets}::int[])`
  const papers = await tx.db.$queryRaw<{ files: { id: string }[] }[]>`
    delete from ticket_task where kind = 'pdf' and (params->>'ticketId')::int = any(${tickets}::int[])
    returning params->'files' "files"`
  return papers.flatMap(({ files }) => files.map(({ id }) => id))
}

const NOTHING = '{"type":"text","text":""}'

/** Takes the words out of the next messages of these contacts; answers how many, and the files that they had. */
export async function wipeMessages(
  tx: Tx,
  contactIds: number[],
  take: number,
): Promise<{ count: number; files: string[] }> {
  const rows = await tx.db.$queryRaw<{ mediaId: string | null }[]>`
    with next as materialized (
      select m.tenant_id, m.id, m.media_id from message m
       where m.ticket_id in (select t.id from ticket t where t.contact_id = any(${contactIds}::int[]))
         and not (m.is_deleted and m.content = ${NOTHING}::jsonb and m.media_id is null and m.external_id is null)
       limit ${take} for update),
    forgotten as (
      delete from message_alias a using next n where a.tenant_id = n.tenant_id and a.message_id = n.id)
    update message m
       set type = 'text', body = '', content = ${NOTHING}::jsonb, media_id = null, external_id = null, reply_to_id = null,
           origin = null, reactions = '[]', fail_reason = null, is_deleted = true, edited_at = null, updated_at = now()
      from next n where m.tenant_id = n.tenant_id and m.id = n.id
    returning n.media_id "mediaId"`
  return { count: rows.length, files: [...new Set(rows.flatMap(({ mediaId }) => mediaId ?? []))] }
}

export interface ErasureRow {
  id: number
  taskId: number
  contactIds: number[]
  userName: string
  counts: TaskCounts
  createdAt: Date
  finishedAt: Date | null
}

const rowOf = ({ counts, ...row }: Prisma.ContactErasureGetPayload<object>): ErasureRow => ({
  ...row,
  counts: counts as TaskCounts,
})

export const insertErasure = async (tx: Tx, values: Prisma.ContactErasureUncheckedCreateInput): Promise<ErasureRow> =>
  rowOf(await tx.db.contactErasure.create({ data: values }))

export async function finishErasure(tx: Tx, taskId: number, counts: TaskCounts, finishedAt: Date): Promise<void> {
  await tx.db.contactErasure.updateMany({ where: { taskId }, data: { counts: json(counts), finishedAt } })
}

export async function listErasures(
  tx: Tx,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: ErasureRow[]; count: number }> {
  const count = await tx.db.contactErasure.count()
  const rows = await tx.db.contactErasure.findMany({ orderBy: { id: 'desc' }, skip, take })
  return { rows: rows.map(rowOf), count }
}
