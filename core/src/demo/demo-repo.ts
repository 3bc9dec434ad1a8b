import type { Database } from '../platform/db/database.ts'
import type { Tx } from '../platform/db/uow.ts'
import type { MessageRow } from './conversation.ts'
import type { LogRow, TicketRow } from './story.ts'

export async function findCompany(system: Database['system'], adminEmail: string): Promise<number | null> {
  const login = await system.loginEmail.findUnique({ where: { email: adminEmail }, select: { tenantId: true } })
  return login?.tenantId ?? null
}

export const hasTickets = async (tx: Tx): Promise<boolean> =>
  (await tx.db.ticket.findFirst({ select: { id: true } })) !== null

/** Numbers for rows that are written in one go. */
export async function reserveIds(tx: Tx, table: 'contact' | 'contact_address' | 'ticket', count: number) {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int "id" from generate_series(1, ${count}::int)`
  return rows.map((row) => row.id)
}

export interface ContactRow {
  id: number
  addressId: number
  address: string
  name: string
  number: string
  email: string | null
  createdAt: string
}

export async function insertContacts(tx: Tx, rows: ContactRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  await tx.db.$executeRaw`
    insert into contact (id, name, number, email, created_at, updated_at)
    select r.id, r.name, r.number, r.email, r."createdAt", r."createdAt"
      from jsonb_to_recordset(${json}::jsonb) r(id int, name text, number text, email text, "createdAt" timestamptz)`
  await tx.db.$executeRaw`
    insert into contact_address (id, contact_id, kind, value, created_at)
    select r."addressId", r.id, 'webchat', r.address, r."createdAt"
      from jsonb_to_recordset(${json}::jsonb) r(id int, "addressId" int, address text, "createdAt" timestamptz)`
}

export async function insertLinks(
  tx: Tx,
  links: { contactId: number; tagId?: number; userId?: number }[],
): Promise<void> {
  const json = JSON.stringify(links)
  await tx.db.$executeRaw`
    insert into contact_tag (contact_id, tag_id)
    select distinct r."contactId", r."tagId" from jsonb_to_recordset(${json}::jsonb) r("contactId" int, "tagId" int)
     where r."tagId" is not null`
  await tx.db.$executeRaw`
    insert into contact_wallet (contact_id, user_id)
    select distinct r."contactId", r."userId" from jsonb_to_recordset(${json}::jsonb) r("contactId" int, "userId" int)
     where r."userId" is not null`
}

export async function insertTickets(tx: Tx, rows: TicketRow[]): Promise<void> {
  await tx.db.$executeRaw`
    insert into ticket (id, protocol, status, contact_id, channel_id, address_id, queue_id, user_id, unread_messages,
                        answered, last_message, last_message_at, last_inbound_at, waiting_since,
                        closing_reason_id, seq, version, started_at, closed_at, created_at, updated_at)
    select r.id, r.protocol, r.status, r."contactId", r."channelId", r."addressId", r."queueId", r."userId",
           r."unreadMessages", r.answered, r."lastMessage", r."lastMessageAt", r."lastInboundAt", r."waitingSince",
           r."closingReasonId", r.seq, r.seq, r."startedAt", r."closedAt", r."createdAt", coalesce(r."closedAt", r."lastMessageAt")
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(
           id int, protocol text, status text, "contactId" int, "channelId" int, "addressId" int, "queueId" int,
           "userId" int, "unreadMessages" int, answered boolean, "lastMessage" text, "lastMessageAt" timestamptz,
           "lastInboundAt" timestamptz, "waitingSince" timestamptz, "closingReasonId" int, seq int, "startedAt" timestamptz,
           "closedAt" timestamptz, "createdAt" timestamptz)`
}

export async function insertMessages(tx: Tx, rows: MessageRow[]): Promise<void> {
  await tx.db.$executeRaw`
    insert into message (id, ticket_id, seq, channel_id, contact_id, user_id, from_me, type, body, content, media_id,
                         external_id, reply_to_id, status, fail_code, edited_at, reactions, sent_at, created_at, updated_at)
    select r.id, r."ticketId", r.seq, r."channelId", r."contactId", r."userId", r."fromMe", r.type, r.body, r.content,
           r."mediaId", r."externalId", r."replyToId", r.status, r."failCode", r."editedAt", r.reactions, r."sentAt",
           r."sentAt", r."sentAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(
           id uuid, "ticketId" int, seq int, "channelId" int, "contactId" int, "userId" int, "fromMe" boolean,
           type text, body text, content jsonb, "mediaId" uuid, "externalId" text, "replyToId" uuid, status text,
           "failCode" text, "editedAt" timestamptz, reactions jsonb, "sentAt" timestamptz)`
}

export async function insertLogs(tx: Tx, rows: LogRow[]): Promise<void> {
  await tx.db.$executeRaw`
    insert into ticket_log (ticket_id, type, cause, user_id, queue_id, from_queue_id, to_user_id, closing_reason_id,
                            created_at)
    select r."ticketId", r.type, r.cause, r."userId", r."queueId", r."fromQueueId", r."toUserId", r."closingReasonId",
           r."createdAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(
           "ticketId" int, type text, cause text, "userId" int, "queueId" int, "fromQueueId" int, "toUserId" int,
           "closingReasonId" int, "createdAt" timestamptz)
     order by r."createdAt"`
}
