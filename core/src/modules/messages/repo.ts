import type { Address, Content, MessageOrigin } from '@recado/sdk'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

export interface Reaction {
  emoji: string
  userId: number | null
  contactId: number | null
  name: string | null
}

/** Where ours stands on what brought it about: it answers a comment, and its author alone gets it. */
export const PRIVATE_REPLY = { type: 'private-reply' } as const

/** A message as the database hands it out: times as epoch milliseconds. */
export interface MessageBase {
  id: string
  ticketId: number
  seq: number
  channelId: number
  contactId: number | null
  userId: number | null
  fromMe: boolean
  sendType: string
  type: string
  body: string
  content: Content
  externalId: string | null
  replyToId: string | null
  status: string
  failCode: string | null
  failReason: string | null
  isDeleted: boolean
  isForwarded: boolean
  origin: MessageOrigin | typeof PRIVATE_REPLY | null
  editedAt: number | null
  reactions: Reaction[]
  sentAt: number
  createdAt: number
  updatedAt: number
  /** Until when it can be undone; null when it is on its way. */
  heldUntil: number | null
  media: MessageMedia | null
  userName: string | null
  contact: { id: number; name: string; number: string | null; profilePicId: string | null } | null
}

export interface MessageMedia {
  id: string
  state: string
  thumbKey: string | null
  mimeType: string
  fileName: string | null
  size: number
  width: number | null
  height: number | null
}

/** What a message quotes, which may have been said in another ticket of the same contact. */
export interface QuotedRecord extends MessageBase {
  /** In which queue that other ticket was then, if in any; null for what was said in the same ticket. */
  saidElsewhere: number | null
}

export interface MessageRecord extends MessageBase {
  quoted: QuotedRecord | null
}

const millis = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`round(date_part('epoch', ${column}) * 1000)`

/** What a message and the rows beside it make; `joins` names those by the message's alias. */
function fieldsOf(alias: 'm' | 'q'): Record<keyof MessageBase, Prisma.Sql> {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`)
  const file = (name: string) => Prisma.raw(`${alias}f.${name}`)
  const contact = (name: string) => Prisma.raw(`${alias}c.${name}`)
  return {
    id: column('id'),
    ticketId: column('ticket_id'),
    seq: column('seq'),
    channelId: column('channel_id'),
    contactId: column('contact_id'),
    userId: column('user_id'),
    fromMe: column('from_me'),
    sendType: column('send_type'),
    type: column('type'),
    body: column('body'),
    content: column('content'),
    externalId: column('external_id'),
    replyToId: column('reply_to_id'),
    status: column('status'),
    failCode: column('fail_code'),
    failReason: column('fail_reason'),
    isDeleted: column('is_deleted'),
    isForwarded: column('is_forwarded'),
    origin: column('origin'),
    editedAt: millis(column('edited_at')),
    reactions: column('reactions'),
    sentAt: millis(column('sent_at')),
    createdAt: millis(column('created_at')),
    updatedAt: millis(column('updated_at')),
    heldUntil: millis(column('held_until')),
    userName: Prisma.raw(`${alias}u.name`),
    contact: Prisma.sql`case when ${contact('id')} is not null then json_build_object('id', ${contact('id')},
      'name', ${contact('name')}, 'number', ${contact('number')}, 'profilePicId', ${contact('profile_pic_id')}) end`,
    media: Prisma.sql`case when ${file('id')} is not null then json_build_object('id', ${file('id')},
      'state', ${file('state')}, 'thumbKey', ${file('thumb_key')}, 'mimeType', ${file('mime_type')},
      'fileName', ${file('file_name')}, 'size', ${file('size')}, 'width', ${file('width')},
      'height', ${file('height')}) end`,
  }
}

const joins = (alias: 'm' | 'q'): Prisma.Sql =>
  Prisma.raw(`
    left join media ${alias}f on ${alias}f.tenant_id = ${alias}.tenant_id and ${alias}f.id = ${alias}.media_id
    left join app_user ${alias}u on ${alias}u.tenant_id = ${alias}.tenant_id and ${alias}u.id = ${alias}.user_id
    left join contact ${alias}c on ${alias}c.tenant_id = ${alias}.tenant_id and ${alias}c.id = ${alias}.contact_id`)

const listed = (alias: 'm' | 'q', form: (name: string, value: Prisma.Sql) => Prisma.Sql): Prisma.Sql =>
  Prisma.join(Object.entries(fieldsOf(alias)).map(([name, value]) => form(name, value)))

const saidElsewhere = Prisma.sql`case when q.ticket_id <> m.ticket_id then (
  select case when p.is_past then p."queueId" else o.queue_id end
    from ticket o
    left join lateral (
      select true is_past, r."queueId" from jsonb_to_recordset(o.past_queues) r("from" int, "until" int, "queueId" int)
       where q.seq between r."from" and r."until" limit 1) p on true
   where o.tenant_id = q.tenant_id and o.id = q.ticket_id) end`

/** Plain columns, since building JSON of every row would take twice as long; the few quoted ones come as JSON. */
const select = Prisma.sql`
  select ${listed('m', (name, value) => Prisma.sql`${value} ${Prisma.raw(`"${name}"`)}`)},
         case when q.id is not null then json_build_object(
           ${listed('q', (name, value) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`)},
           'saidElsewhere', ${saidElsewhere}) end "quoted"`
const from = Prisma.sql`
  left join message q on q.tenant_id = m.tenant_id and q.id = m.reply_to_id ${joins('m')} ${joins('q')}`

const records = (uow: UnitOfWork, scope: Pick<Scope, 'tenantId'>, sql: Prisma.Sql): Promise<MessageRecord[]> =>
  uow.query<MessageRecord>(scope, sql)

export async function loadMessages(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  ids: string[],
): Promise<MessageRecord[]> {
  if (ids.length === 0) return []
  const [only] = ids
  // a single id is asked for as such: for lists of any length the planner starts anew each time, which costs more than
  // the reading
  const wanted = ids.length === 1 ? Prisma.sql`m.id = ${only}::uuid` : Prisma.sql`m.id = any(${ids}::uuid[])`
  return records(uow, scope, Prisma.sql`${select} from message m ${from} where ${wanted} order by m.seq`)
}

export interface Range {
  from: number
  to: number
  /** Counted from the newest message, which is 0. */
  isBack?: boolean
}

/**
 * Messages of a ticket with `from <= seq <= to`, in order. Numbers have no gaps, so any page of a ticket of any length
 * is a range of the same index.
 */
export const loadRange = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  ticketId: number,
  range: Range,
): Promise<MessageRecord[]> => {
  const start = range.isBack ? Prisma.sql`(select t.seq from ticket t where t.id = ${ticketId})` : Prisma.sql`0`
  return records(
    uow,
    scope,
    Prisma.sql`${select} from message m ${from}
      where m.ticket_id = ${ticketId} and m.seq between ${start} + ${range.from}::bigint and ${start} + ${range.to}::bigint
      order by m.seq`,
  )
}

/** By our id, or by the provider's on any channel. */
export async function findMessage(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  id: string,
): Promise<MessageRecord | null> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
  const condition = isUuid
    ? Prisma.sql`m.id = ${id}::uuid`
    : Prisma.sql`m.channel_id in (select id from channel) and m.external_id = ${id}`
  const [found] = await records(uow, scope, Prisma.sql`${select} from message m ${from} where ${condition} limit 1`)
  return found ?? null
}

/** Messages with this file. */
export async function messagesWithMedia(
  uow: UnitOfWork,
  tenantId: number,
  mediaId: string,
): Promise<{ id: string; ticketId: number; seq: number }[]> {
  return uow.query(
    { tenantId },
    Prisma.sql`select id, ticket_id "ticketId", seq from message where media_id = ${mediaId}::uuid limit 20`,
  )
}

/** Where the answers of a ticket go, and the provider's ids of what the contact wrote last, newest first. */
export async function chatOf(
  uow: UnitOfWork,
  tenantId: number,
  ticketId: number,
  limit: number,
): Promise<{ chat: Address; externalIds: string[] } | null> {
  const [row] = await uow.query<{ chat: Address; externalIds: string[] }>(
    { tenantId },
    Prisma.sql`
      select jsonb_build_object('kind', a.kind, 'value', a.value) "chat", coalesce((
               select array_agg(l.external_id) from (
                 select m.external_id from message m
                  where m.ticket_id = t.id and not m.from_me and m.external_id is not null
                  order by m.seq desc limit ${limit}) l), '{}') "externalIds"
        from ticket t join contact_address a on a.tenant_id = t.tenant_id and a.id = t.address_id
       where t.id = ${ticketId}`,
  )
  return row ?? null
}

/** When the customer last wrote on the channel of this ticket; comments open no window. */
export async function lastInboundAt(
  uow: UnitOfWork,
  tenantId: number,
  { contactId, channelId }: { contactId: number; channelId: number },
): Promise<number | null> {
  const [row] = await uow.query<{ at: number | null }>(
    { tenantId },
    Prisma.sql`
      select ${millis(Prisma.raw('max(t.last_inbound_at)'))} "at"
        from ticket t where t.contact_id = ${contactId} and t.channel_id = ${channelId} and t.thread = ''`,
  )
  return row?.at ?? null
}

/** Unread messages and waiting tickets among those that a condition on `t` lets through. */
export async function sumUnread(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  visible: Prisma.Sql,
): Promise<{ unread: number; pending: number }> {
  const [row] = await uow.query<{ unread: number; pending: number }>(
    scope,
    Prisma.sql`
      select coalesce(sum(t.unread_messages), 0)::int "unread", count(*) filter (where t.status = 'pending')::int "pending"
        from ticket t where t.status <> 'closed' and ${visible}`,
  )
  return row ?? { unread: 0, pending: 0 }
}

export async function setReaction(tx: Tx, id: string, userId: number, emoji: string, name: string): Promise<void> {
  const mine = JSON.stringify(emoji === '' ? [] : [{ emoji, userId, contactId: null, name, from: `user:${userId}` }])
  await tx.db.$executeRaw`
    update message set updated_at = now(), reactions = coalesce((
      select jsonb_agg(r) from jsonb_array_elements(reactions) r where r->>'from' is distinct from ${`user:${userId}`}),
      '[]') || ${mine}::jsonb where id = ${id}::uuid`
}

export async function setEdited(tx: Tx, id: string, content: Content): Promise<void> {
  await tx.db.$executeRaw`
    update message set content = ${JSON.stringify(content)}::jsonb, edited_at = now(), updated_at = now()
     where id = ${id}::uuid`
}

export async function setDeleted(tx: Tx, id: string): Promise<void> {
  await tx.db.$executeRaw`update message set is_deleted = true, updated_at = now() where id = ${id}::uuid`
}

/** Leaves nothing of a message that still waits but its number. False when it has gone. */
export async function undoSend(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.db.$queryRaw<{ done: boolean }[]>`
    select message_undo(${tx.scope.tenantId}::int, ${id}::uuid) "done"`
  return row?.done === true
}

/** The last answer that a colleague gave after a message; none for a message that is here already. */
export async function answerAfter(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { ticketId, seq, userId, id }: { ticketId: number; seq: number; userId: number | null; id: string | null },
): Promise<{ name: string; text: string; seq: number } | null> {
  const [row] = await uow.query<{ name: string; text: string; seq: number }>(
    scope,
    Prisma.sql`
      select u.name, m.body "text", m.seq from message m
        join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
       where m.ticket_id = ${ticketId} and m.seq > ${seq} and m.from_me and m.send_type = 'chat' and not m.is_deleted
         and m.user_id is distinct from ${userId}::int
         and not exists (select 1 from message o where o.tenant_id = m.tenant_id and o.id = ${id}::uuid)
       order by m.seq desc limit 1`,
  )
  return row ?? null
}

/** True when it had not been taken for sending yet. */
export async function cancelSend(tx: Tx, messageId: string): Promise<boolean> {
  const gone = await tx.db.$executeRaw`
    delete from delivery where message_id = ${messageId}::uuid and kind = 'send' and state in ('queued', 'failed')`
  return gone > 0
}

export async function queueChange(
  tx: Tx,
  message: Pick<MessageRecord, 'id' | 'ticketId' | 'channelId'>,
  kind: 'edit' | 'remove' | 'react',
  payload: object,
): Promise<void> {
  await tx.db.$executeRaw`
    insert into delivery (id, channel_id, ticket_id, message_id, kind, payload)
    values (gen_random_uuid(), ${message.channelId}, ${message.ticketId}, ${message.id}::uuid, ${kind},
            ${JSON.stringify(payload)}::jsonb)`
}

/** Sends once more what failed or hangs in doubt. False when its state is another by now. */
export async function requeue(tx: Tx, message: Pick<MessageRecord, 'id' | 'ticketId' | 'channelId'>): Promise<boolean> {
  const marked = await tx.db.$executeRaw`
    update message set status = 'queued', fail_code = null, fail_reason = null, updated_at = now()
     where id = ${message.id}::uuid and status in ('failed', 'unknown')`
  if (marked === 0) return false
  await tx.db.$executeRaw`
    with old as (delete from delivery where message_id = ${message.id}::uuid and kind = 'send' returning payload)
    insert into delivery (id, channel_id, ticket_id, message_id, payload)
    values (gen_random_uuid(), ${message.channelId}, ${message.ticketId}, ${message.id}::uuid,
            coalesce((select payload from old limit 1), '{}'))`
  return true
}

/** A person saw that it arrived. */
export async function markSent(tx: Tx, messageId: string): Promise<boolean> {
  const marked = await tx.db.$executeRaw`
    update message set status = 'sent', fail_code = null, fail_reason = null, updated_at = now()
     where id = ${messageId}::uuid and status = 'unknown'`
  await tx.db.$executeRaw`delete from delivery where message_id = ${messageId}::uuid and state = 'unknown'`
  return marked > 0
}
