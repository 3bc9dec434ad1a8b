import type { Address, Content, ConversationMessage, ConversationPage } from '@recado/sdk'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'

export interface ConversationRow {
  id: string
  seq: number
  externalId: string | null
  fromMe: boolean
  content: Content
  /** Epoch milliseconds as text. */
  at: string
  /** Of the customer's own ones: read by the company or only sent. */
  status: ConversationMessage['status']
  userName: string | null
  replyToId: string | null
  isDeleted: boolean
  isEdited: boolean
}

/** The contact behind an address, and the newest ticket on the channel. */
export async function findConversation(
  uow: UnitOfWork,
  tenantId: number,
  channelId: number,
  address: Address & { scope: number },
): Promise<{ contactId: number; ticket: ConversationPage['ticket'] } | null> {
  const [row] = await uow.query<{ contactId: number; ticket: ConversationPage['ticket'] }>(
    { tenantId },
    Prisma.sql`
      select a.contact_id "contactId", (
        select jsonb_build_object('id', t.id, 'status', t.status,
                 'agent', case when u.id is null then null else jsonb_build_object('name', u.name) end)
          from ticket t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
         where t.contact_id = a.contact_id and t.channel_id = ${channelId} order by t.id desc limit 1) "ticket"
        from contact_address a
       where a.kind = ${address.kind} and a.scope = ${address.scope} and a.value = ${address.value}`,
  )
  return row ?? null
}

/**
 * A page in the order of time, over all tickets of the contact on the channel. A cursor that is not a message of theirs
 * gives nothing.
 */
export async function loadPage(
  uow: UnitOfWork,
  tenantId: number,
  channelId: number,
  contactId: number,
  options: { afterId?: string; beforeId?: string; limit: number },
): Promise<ConversationRow[]> {
  const { afterId, beforeId, limit } = options
  const cursor = afterId ?? beforeId
  const order = afterId === undefined ? Prisma.raw('desc') : Prisma.raw('asc')
  const sign = afterId === undefined ? Prisma.raw('<') : Prisma.raw('>')
  const place = Prisma.raw('(m.created_at, m.ticket_id, m.seq)')
  const bounded =
    cursor === undefined
      ? Prisma.empty
      : Prisma.sql`and ${place} ${sign} (
          select c.created_at, c.ticket_id, c.seq from message c join own o on o.id = c.ticket_id
           where c.id::text = ${cursor.toLowerCase()})`
  const rows = await uow.query<ConversationRow>(
    { tenantId },
    Prisma.sql`
      with own as materialized (
        select t.id, case when t.unread_messages = 0 then t.seq else coalesce((
                 select i.seq from message i where i.ticket_id = t.id and not i.from_me
                  order by i.seq desc offset t.unread_messages limit 1), 0) end read_to
          from ticket t
         where t.contact_id = ${contactId} and t.channel_id = ${channelId} order by t.id desc limit 200)
      select m.id, m.seq, m.external_id "externalId", m.from_me "fromMe", m.content,
             (extract(epoch from m.created_at) * 1000)::bigint::text "at", u.name "userName",
             case when m.from_me then m.status when m.seq <= o.read_to then 'read' else 'sent' end "status",
             m.reply_to_id "replyToId", m.is_deleted "isDeleted", m.edited_at is not null "isEdited"
        from own o cross join lateral (
          select * from message m where m.ticket_id = o.id ${bounded} order by m.seq ${order} limit ${limit}) m
        left join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
       order by m.created_at ${order}, m.ticket_id ${order}, m.seq ${order} limit ${limit}`,
  )
  return afterId === undefined ? rows.reverse() : rows
}
