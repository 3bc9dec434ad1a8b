import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'

export interface MessageRow {
  id: string
  seq: number
  version: number
  kind: string
  chatId: number
  isGroup: boolean
  userA: number | null
  userB: number | null
  userId: number
  userName: string
  body: string
  mentions: Prisma.JsonValue
  event: Prisma.JsonValue
  editedAt: Date | null
  deletedAt: Date | null
  createdAt: Date
  /** Of the other one of two people. */
  peerReadSeq: number | null
  fileId: string | null
  fileState: string | null
  fileThumbKey: string | null
  fileMimeType: string | null
  fileName: string | null
  fileSize: bigint | null
  fileWidth: number | null
  fileHeight: number | null
  replyId: string | null
  replySeq: number | null
  replyUserId: number | null
  replyUserName: string | null
  replyBody: string | null
  replyMimeType: string | null
  replyIsDeleted: boolean | null
}

const select = (where: Prisma.Sql, rest: Prisma.Sql) => Prisma.sql`
  select g.id, g.seq, g.version, g.kind, g.chat_id "chatId", c.name is not null "isGroup", c.user_a "userA",
         c.user_b "userB", g.user_id "userId", coalesce(u.name, g.user_name) "userName", g.body,
         g.mentions, g.event, g.edited_at "editedAt", g.deleted_at "deletedAt", g.created_at "createdAt",
         case when c.name is null then (
           select p.read_seq from internal_chat_member p
            where p.tenant_id = g.tenant_id and p.chat_id = g.chat_id and p.user_id <> g.user_id limit 1) end "peerReadSeq",
         f.id "fileId", f.state "fileState", f.thumb_key "fileThumbKey", f.mime_type "fileMimeType",
         f.file_name "fileName", f.size "fileSize", f.width "fileWidth", f.height "fileHeight",
         r.id "replyId", r.seq "replySeq", r.user_id "replyUserId", coalesce(ru.name, r.user_name) "replyUserName",
         left(r.body, 200) "replyBody", rf.mime_type "replyMimeType", r.deleted_at is not null "replyIsDeleted"
    from internal_chat_message g
    join internal_chat c on c.tenant_id = g.tenant_id and c.id = g.chat_id
    left join app_user u on u.tenant_id = g.tenant_id and u.id = g.user_id
    left join media f on f.tenant_id = g.tenant_id and f.id = g.media_id
    left join internal_chat_message r on r.tenant_id = g.tenant_id and r.id = g.reply_to_id
    left join app_user ru on ru.tenant_id = r.tenant_id and ru.id = r.user_id
    left join media rf on rf.tenant_id = r.tenant_id and rf.id = r.media_id
   where ${where} ${rest}`

export async function findMessage(tx: Tx, id: string): Promise<MessageRow | null> {
  const rows = await tx.db.$queryRaw<MessageRow[]>(select(Prisma.sql`g.id = ${id}::uuid`, Prisma.empty))
  return rows[0] ?? null
}

/** In the order of `seq`. */
export async function listMessages(
  tx: Tx,
  chatId: number,
  range: { before?: number; after?: number; take: number },
): Promise<MessageRow[]> {
  const within = Prisma.sql`g.chat_id = ${chatId}
    ${range.before === undefined ? Prisma.empty : Prisma.sql`and g.seq < ${range.before}`}
    ${range.after === undefined ? Prisma.empty : Prisma.sql`and g.seq > ${range.after}`}`
  const isUpwards = range.after === undefined
  const rows = await tx.db.$queryRaw<MessageRow[]>(
    select(within, Prisma.sql`order by g.seq ${isUpwards ? Prisma.sql`desc` : Prisma.sql`asc`} limit ${range.take}`),
  )
  return isUpwards ? rows.reverse() : rows
}

/** Newest first. */
export const searchMessages = (
  tx: Tx,
  search: { userId: number; chatId: number | null; text: string; take: number },
): Promise<MessageRow[]> =>
  tx.db.$queryRaw<MessageRow[]>(
    select(
      Prisma.sql`g.id in (
        select internal_chat_search(${search.userId}::int, ${search.chatId}::int, ${search.text}, ${search.take}::int))`,
      Prisma.sql`order by g.created_at desc, g.id desc`,
    ),
  )

export interface NewMessage {
  id: string
  chatId: number
  seq: number
  kind: 'text' | 'event'
  userId: number
  userName: string
  body: string
  mediaId: string | null
  replyToId: string | null
  mentions: { userId: number; name: string }[]
  event: { type: string; names: string[]; name: string | null } | null
  createdAt: Date
}

/** False when the id is taken. */
export async function insertMessage(tx: Tx, { event, mentions, ...message }: NewMessage): Promise<boolean> {
  const { count } = await tx.db.internalChatMessage.createMany({
    data: {
      ...message,
      mentions: mentions as unknown as Prisma.InputJsonArray,
      event: event ?? Prisma.DbNull,
    },
    skipDuplicates: true,
  })
  return count === 1
}

/** Whether a message can be replied to there. */
export const isInChat = async (tx: Tx, chatId: number, id: string): Promise<boolean> =>
  (await tx.db.internalChatMessage.count({ where: { id, chatId, kind: 'text', deletedAt: null } })) === 1

export async function changeBody(
  tx: Tx,
  id: string,
  change: { body: string; mentions: { userId: number; name: string }[]; editedAt: Date },
): Promise<void> {
  const mentions = change.mentions as unknown as Prisma.InputJsonArray
  await tx.db.internalChatMessage.updateMany({
    where: { id },
    data: { body: change.body, mentions, editedAt: change.editedAt, version: { increment: 1 } },
  })
}

/** Nothing of it stays but that there was something. */
export async function clearMessage(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  await tx.db.internalChatMessage.updateMany({
    where: { id },
    data: { body: '', mediaId: null, mentions: [], deletedAt, version: { increment: 1 } },
  })
}

/** Does the file stand in a message of a conversation of theirs? */
export async function hasFile(uow: UnitOfWork, tenantId: number, userId: number, mediaId: string): Promise<boolean> {
  const rows = await uow.query<{ found: number }>(
    { tenantId },
    Prisma.sql`select 1 "found" from internal_chat_message g
                 join internal_chat_member m on m.tenant_id = g.tenant_id and m.chat_id = g.chat_id
                where g.media_id = ${mediaId}::uuid and m.user_id = ${userId} limit 1`,
  )
  return rows.length > 0
}
