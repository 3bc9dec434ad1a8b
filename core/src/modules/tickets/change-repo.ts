import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { loadTickets, type TicketRecord } from './record-repo.ts'
import { ask, type Source } from './source-repo.ts'

export type TicketColumns = Pick<
  Prisma.TicketUncheckedUpdateManyInput,
  | 'status'
  | 'userId'
  | 'queueId'
  | 'chatFlowId'
  | 'unreadMessages'
  | 'isFarewellMessage'
  | 'waitingSince'
  | 'closingReasonId'
  | 'startedAt'
  | 'closedAt'
  | 'snoozedUntil'
  | 'rememberedUserId'
  | 'heldSince'
  | 'transferNote'
  | 'isActiveDemand'
  | 'answered'
  | 'lastMessage'
  | 'lastMessageAt'
  | 'lastInboundAt'
>

/** The ticket, which nobody else changes until the unit of work ends; null when there is none. */
export async function lockTicket(tx: Tx, id: number): Promise<TicketRecord | null> {
  await tx.db.$queryRaw`select 1 "found" from ticket where id = ${id} for update`
  const [record] = await loadTickets(tx, tx.scope, [id])
  return record ?? null
}

/** The same for a ticket that nobody has yet, once whoever is busy with it is done; null otherwise. */
export async function claimWaiting(tx: Tx, id: number): Promise<TicketRecord | null> {
  const locked = await tx.db.$queryRaw<unknown[]>`
    select 1 "found" from ticket
     where id = ${id} and status = 'pending' and user_id is null and snoozed_until is null for update`
  const [record] = locked.length > 0 ? await loadTickets(tx, tx.scope, [id]) : []
  return record ?? null
}

export async function updateTicket(tx: Tx, id: number, columns: TicketColumns, now: number): Promise<void> {
  await tx.db.ticket.updateMany({
    where: { id },
    data: { ...columns, version: { increment: 1 }, updatedAt: new Date(now) },
  })
}

/** Its messages and logs go with it. */
export async function deleteTicket(tx: Tx, id: number): Promise<void> {
  await tx.db.ticket.deleteMany({ where: { id } })
}

export interface NewTicket {
  status: string
  contactId: number
  channelId: number
  addressId: number
  queueId: number | null
  userId: number | null
  isGroup: boolean
}

/** Null when the contact has a live ticket on the channel already. */
export async function insertTicket(tx: Tx, ticket: NewTicket, now: number): Promise<number | null> {
  const at = new Date(now)
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    insert into ticket (id, protocol, status, contact_id, channel_id, address_id, queue_id, user_id, is_group,
                        is_active_demand, started_at, last_message_at, created_at, updated_at)
    select n.id, to_char(${at}::timestamptz at time zone c.timezone, 'YYYYMMDDHH24MISS') || n.id, ${ticket.status},
           ${ticket.contactId}, ${ticket.channelId}, ${ticket.addressId}, ${ticket.queueId}::int,
           ${ticket.userId}::int, ${ticket.isGroup}, true,
           case when ${ticket.status} = 'open' then ${at}::timestamptz end, ${at}::timestamptz, ${at}::timestamptz,
           ${at}::timestamptz
      from tenant c, (select nextval('ticket_id_seq')::int as id) n
     where c.id = ${tx.scope.tenantId}
    on conflict (tenant_id, channel_id, contact_id, thread) where status <> 'closed' do nothing
    returning id`
  return rows[0]?.id ?? null
}

export interface LiveTicket {
  id: number
  status: string
  userId: number | null
  queueId: number | null
  chatFlowId: number | null
  userName: string | null
  queueName: string | null
}

/** The ticket of a contact on a channel that is not closed. */
export async function findLive(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  { channelId, contactId }: { channelId: number; contactId: number },
): Promise<LiveTicket | null> {
  const [row] = await ask<LiveTicket>(
    source,
    scope,
    Prisma.sql`
      select t.id, t.status, t.user_id "userId", t.queue_id "queueId", t.chat_flow_id "chatFlowId",
             u.name "userName", q.name "queueName"
        from ticket t
        left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
        left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
       where t.channel_id = ${channelId} and t.contact_id = ${contactId} and t.thread = '' and t.status <> 'closed'`,
  )
  return row ?? null
}

/** Has the conversation of a ticket, be it below a post, gone on in another one that is live? */
export async function hasLive(
  tx: Tx,
  { channelId, contactId, thread }: Pick<TicketRecord, 'channelId' | 'contactId' | 'thread'>,
): Promise<boolean> {
  const live = { channelId, contactId, thread, status: { not: 'closed' } }
  return (await tx.db.ticket.findFirst({ where: live, select: { id: true } })) !== null
}

/** The id of a contact's ticket on a channel: the one that is not closed, else the newest. */
export async function findNewest(
  tx: Tx,
  { channelId, contactId }: { channelId: number; contactId: number },
): Promise<number | null> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from ticket where channel_id = ${channelId} and contact_id = ${contactId} and thread = ''
     order by status <> 'closed' desc, id desc limit 1`
  return rows[0]?.id ?? null
}

/** Another live ticket of the contact appeared between the look and the write. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** Messages up to a number (all when null) are read; only those of an open ticket. Null when nothing was unread. */
export async function markReadUpTo(
  uow: UnitOfWork,
  scope: Scope,
  id: number,
  seq: number | null,
): Promise<{ unreadMessages: number } | null> {
  const left =
    seq === null
      ? Prisma.sql`0`
      : Prisma.sql`least(t.unread_messages, (
          select count(*)::int from message m
           where m.tenant_id = t.tenant_id and m.ticket_id = t.id and m.seq > ${seq}::int and not m.from_me))`
  const [row] = await ask<{ unreadMessages: number }>(
    uow,
    scope,
    Prisma.sql`
      update ticket t set unread_messages = ${left}, version = t.version + 1, updated_at = now()
       where t.id = ${id} and t.status = 'open' and t.unread_messages > 0
      returning t.unread_messages "unreadMessages"`,
  )
  return row ?? null
}

/** Open tickets of somebody who leaves wait for others. Answers their ids. */
export async function releaseTickets(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    update ticket set status = 'pending', user_id = null, held_since = null, version = version + 1, updated_at = now()
     where user_id = ${userId} and status <> 'closed' returning id`
  return rows.map(({ id }) => id)
}
