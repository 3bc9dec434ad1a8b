import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { escapeLike } from '../../platform/like.ts'

export type ChatRow = Prisma.InternalChatGetPayload<object>

/** Unread messages are counted up to here. */
const COUNTED = 1000
const MAX_CONVERSATIONS = 500

export const findChat = (tx: Tx, id: number): Promise<ChatRow | null> => tx.db.internalChat.findFirst({ where: { id } })

const pairOf = (one: number, other: number) => ({ userA: Math.min(one, other), userB: Math.max(one, other) })

export const findDirect = (tx: Tx, one: number, other: number): Promise<ChatRow | null> =>
  tx.db.internalChat.findFirst({ where: pairOf(one, other) })

/** The conversation of two people, which begins when one of them first writes. */
export async function ensureDirect(tx: Tx, one: number, other: number, now: Date): Promise<number> {
  const { userA, userB } = pairOf(one, other)
  await tx.db.$executeRaw`
    insert into internal_chat (user_a, user_b, created_by, last_message_at, created_at)
    values (${userA}, ${userB}, ${one}, ${now}, ${now})
    on conflict (tenant_id, user_a, user_b) where user_a is not null do nothing`
  const { id } = await tx.db.internalChat.findFirstOrThrow({ where: { userA, userB }, select: { id: true } })
  const members = [one, other].map((userId) => ({ chatId: id, userId, joinedAt: now }))
  await tx.db.internalChatMember.createMany({ data: members, skipDuplicates: true })
  return id
}

/** Whoever changes a conversation has it for themselves until the end of the unit of work. */
export async function lockChat(tx: Tx, id: number): Promise<ChatRow | null> {
  await tx.db.$queryRaw`select id from internal_chat where id = ${id} for update`
  return findChat(tx, id)
}

export async function nextSeq(tx: Tx, id: number, now: Date): Promise<number> {
  const { lastSeq } = await tx.db.internalChat.update({
    where: { tenantId_id: { tenantId: tx.scope.tenantId, id } },
    data: { lastSeq: { increment: 1 }, lastMessageAt: now },
    select: { lastSeq: true },
  })
  return lastSeq
}

export const insertGroup = (tx: Tx, name: string, createdBy: number, now: Date): Promise<ChatRow> =>
  tx.db.internalChat.create({ data: { name, createdBy, lastMessageAt: now, createdAt: now } })

export async function renameGroup(tx: Tx, id: number, name: string): Promise<void> {
  await tx.db.internalChat.updateMany({ where: { id }, data: { name } })
}

export async function deleteChat(tx: Tx, id: number): Promise<void> {
  await tx.db.internalChat.deleteMany({ where: { id } })
}

export const groupIdsOf = async (tx: Tx, userId: number): Promise<number[]> => {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select c.id from internal_chat_member m join internal_chat c on c.tenant_id = m.tenant_id and c.id = m.chat_id
     where m.user_id = ${userId} and c.name is not null order by fold(c.name), c.id limit ${MAX_CONVERSATIONS}`
  return rows.map(({ id }) => id)
}

/** Messages of others that somebody has not read; `m` is their membership. */
const UNREAD = Prisma.sql`(
  select count(*)::int from (
    select 1 from internal_chat_message x
     where x.tenant_id = m.tenant_id and x.chat_id = m.chat_id and x.seq > m.read_seq and x.user_id <> m.user_id
       and x.kind = 'text' and x.deleted_at is null limit ${COUNTED}) n)`

export interface ConversationRow {
  id: number
  name: string | null
  peerId: number | null
  peerName: string | null
  formerName: string | null
  peerPicture: string | null
  peerIsActive: boolean | null
  peerIsOnline: boolean | null
  peerLastOnline: Date | null
  memberCount: number
  isAdmin: boolean
  unreadCount: number
  isMentioned: boolean
  readSeq: number
  lastSeq: number
  lastMessageAt: Date
  messageId: string | null
  messageKind: string | null
  messageUserId: number | null
  messageUserName: string | null
  messageBody: string | null
  messageMimeType: string | null
  messageIsDeleted: boolean | null
  messageEvent: Prisma.JsonValue
}

/** The latest first; conversations of two in which nothing was said are not there. */
export const listConversations = (tx: Tx, userId: number): Promise<ConversationRow[]> =>
  tx.db.$queryRaw<ConversationRow[]>`
    select c.id, c.name, case when c.user_a = m.user_id then c.user_b else c.user_a end "peerId", p.name "peerName",
           c.former_name "formerName", p.profile_pic_id "peerPicture", p.is_active "peerIsActive",
           p.is_online "peerIsOnline", p.last_online "peerLastOnline", m.is_admin "isAdmin", ${UNREAD} "unreadCount",
           (select count(*)::int from internal_chat_member o where o.tenant_id = c.tenant_id and o.chat_id = c.id)
             "memberCount",
           exists (select 1 from internal_chat_message x
                    where x.tenant_id = m.tenant_id and x.chat_id = m.chat_id and x.seq > m.read_seq
                      and x.deleted_at is null
                      and x.mentions @> jsonb_build_array(jsonb_build_object('userId', m.user_id))) "isMentioned",
           m.read_seq "readSeq", c.last_seq "lastSeq", c.last_message_at "lastMessageAt",
           g.id "messageId", g.kind "messageKind", g.user_id "messageUserId", coalesce(a.name, g.user_name)
             "messageUserName", left(g.body, 200) "messageBody", f.mime_type "messageMimeType",
           g.deleted_at is not null "messageIsDeleted", g.event "messageEvent"
      from internal_chat_member m
      join internal_chat c on c.tenant_id = m.tenant_id and c.id = m.chat_id
      left join app_user p on p.tenant_id = c.tenant_id
       and p.id = case when c.user_a = m.user_id then c.user_b else c.user_a end
      left join internal_chat_message g on g.tenant_id = c.tenant_id and g.chat_id = c.id and g.seq = c.last_seq
      left join app_user a on a.tenant_id = g.tenant_id and a.id = g.user_id
      left join media f on f.tenant_id = g.tenant_id and f.id = g.media_id
     where m.user_id = ${userId} and (c.name is not null or c.last_seq > 0)
     order by c.last_message_at desc, c.id desc limit ${MAX_CONVERSATIONS}`

/** In one conversation, and in all of them. */
export async function countUnread(tx: Tx, userId: number, chatId: number): Promise<{ one: number; all: number }> {
  const rows = await tx.db.$queryRaw<{ chatId: number; unread: number }[]>`
    select m.chat_id "chatId", ${UNREAD} "unread" from internal_chat_member m where m.user_id = ${userId}`
  return {
    one: rows.find((row) => row.chatId === chatId)?.unread ?? 0,
    all: rows.reduce((sum, { unread }) => sum + unread, 0),
  }
}

export interface PersonRow {
  id: number
  name: string
  profilePicId: string | null
  isOnline: boolean
  lastOnline: Date | null
  unreadCount: number
  lastMessage: string | null
  lastMessageAt: Date | null
}

export async function listPeople(
  tx: Tx,
  userId: number,
  page: { search: string; skip: number; take: number },
): Promise<{ rows: PersonRow[]; count: number }> {
  const pattern = `%${escapeLike(page.search)}%`
  const where = Prisma.sql`u.is_active and u.id <> ${userId} and fold(u.name) like fold(${pattern})`
  const [total] = await tx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from app_user u where ${where}`
  const rows = await tx.db.$queryRaw<PersonRow[]>`
    select u.id, u.name, u.profile_pic_id "profilePicId", u.is_online "isOnline", u.last_online "lastOnline",
           coalesce(s.unread, 0) "unreadCount", s.body "lastMessage", s.at "lastMessageAt"
      from app_user u
      left join lateral (
        select ${UNREAD} unread, left(g.body, 200) body, c.last_message_at at
          from internal_chat c
          join internal_chat_member m on m.tenant_id = c.tenant_id and m.chat_id = c.id and m.user_id = ${userId}
          left join internal_chat_message g on g.tenant_id = c.tenant_id and g.chat_id = c.id and g.seq = c.last_seq
         where c.tenant_id = u.tenant_id and c.user_a = least(u.id, ${userId}) and c.user_b = greatest(u.id, ${userId})
           and c.last_seq > 0) s on true
     where ${where}
     order by coalesce(s.unread, 0) = 0, fold(u.name), u.id
     offset ${page.skip} limit ${page.take}`
  return { rows, count: total?.count ?? 0 }
}

/** What somebody who is deleted leaves behind keeps their name. */
export async function keepName(tx: Tx, userId: number): Promise<void> {
  await tx.db.$executeRaw`
    update internal_chat c set former_name = u.name from app_user u
     where u.tenant_id = c.tenant_id and u.id = ${userId} and (c.user_a = ${userId} or c.user_b = ${userId})`
}
