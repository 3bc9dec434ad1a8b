import type { Tx } from '../../platform/db/uow.ts'

export interface MemberRow {
  userId: number
  name: string
  profilePicId: string | null
  isActive: boolean
  isOnline: boolean
  isAdmin: boolean
  readSeq: number
}

/** By name. */
export const listMembers = (tx: Tx, chatId: number): Promise<MemberRow[]> =>
  tx.db.$queryRaw<MemberRow[]>`
    select u.id "userId", u.name, u.profile_pic_id "profilePicId", u.is_active "isActive", u.is_online "isOnline",
           m.is_admin "isAdmin", m.read_seq "readSeq"
      from internal_chat_member m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
     where m.chat_id = ${chatId} order by fold(u.name), u.id`

/** Two people who have said nothing to each other yet. */
export const listPair = (tx: Tx, ids: readonly number[]): Promise<MemberRow[]> =>
  tx.db.$queryRaw<MemberRow[]>`
    select u.id "userId", u.name, u.profile_pic_id "profilePicId", u.is_active "isActive", u.is_online "isOnline",
           false "isAdmin", 0 "readSeq"
      from app_user u where u.id = any(${[...ids]}::int[]) order by fold(u.name), u.id`

export const findMember = (tx: Tx, chatId: number, userId: number) =>
  tx.db.internalChatMember.findFirst({ where: { chatId, userId } })

export async function memberIds(tx: Tx, chatId: number): Promise<number[]> {
  const rows = await tx.db.internalChatMember.findMany({ where: { chatId }, select: { userId: true } })
  return rows.map(({ userId }) => userId)
}

/** What was said before they came counts as read. */
export async function addMembers(
  tx: Tx,
  chatId: number,
  userIds: readonly number[],
  more: { readSeq: number; joinedAt: Date; isAdmin?: boolean },
): Promise<void> {
  const data = userIds.map((userId) => ({ chatId, userId, ...more }))
  await tx.db.internalChatMember.createMany({ data, skipDuplicates: true })
}

export async function removeMembers(tx: Tx, chatId: number, userIds: readonly number[]): Promise<void> {
  await tx.db.internalChatMember.deleteMany({ where: { chatId, userId: { in: [...userIds] } } })
}

export async function setAdmins(tx: Tx, chatId: number, admins: readonly number[]): Promise<void> {
  await tx.db.internalChatMember.updateMany({ where: { chatId }, data: { isAdmin: false } })
  await tx.db.internalChatMember.updateMany({
    where: { chatId, userId: { in: [...admins] } },
    data: { isAdmin: true },
  })
}

/** Where nobody manages the group, those in it longest do. */
export async function keepAdmin(tx: Tx, chatId: number): Promise<void> {
  if ((await tx.db.internalChatMember.count({ where: { chatId, isAdmin: true } })) > 0) return
  const oldest = await tx.db.internalChatMember.findFirst({
    where: { chatId },
    orderBy: [{ joinedAt: 'asc' }, { userId: 'asc' }],
    select: { userId: true },
  })
  if (oldest) await setAdmins(tx, chatId, [oldest.userId])
}

/** @returns how far they have read, or null when that is not news */
export async function setRead(tx: Tx, chatId: number, userId: number, seq: number): Promise<number | null> {
  const [row] = await tx.db.$queryRaw<{ readSeq: number }[]>`
    update internal_chat_member m set read_seq = least(${seq}::int, c.last_seq)
      from internal_chat c
     where c.tenant_id = m.tenant_id and c.id = m.chat_id and m.chat_id = ${chatId} and m.user_id = ${userId}
       and m.read_seq < least(${seq}::int, c.last_seq)
    returning m.read_seq "readSeq"`
  return row?.readSeq ?? null
}

export const findPerson = (tx: Tx, id: number) =>
  tx.db.user.findFirst({ where: { id }, select: { id: true, name: true, isActive: true } })

/** Names of active people; fewer than asked when one is not there. */
export const findActive = (tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  tx.db.user.findMany({
    where: { id: { in: [...ids] }, isActive: true },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  })
