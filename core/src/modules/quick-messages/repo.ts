import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export interface QuickMessageRow extends Prisma.QuickMessageGetPayload<object> {
  userName: string | null
  /** In their order. */
  mediaIds: string[]
}

export interface QuickMessageValues {
  key?: string
  message?: string
  folder?: string
  showAll?: boolean
}

const MAX_LISTED = 5000

/** Keys are told apart by one change at a time. */
export const lockQuickMessages = (tx: Tx): Promise<void> => lockName(tx, 'quick-messages')

/** What this person sees; everything without an owner too where `ownerless`. */
export async function listQuickMessages(
  tx: Tx,
  { userId, ownerless }: { userId: number | null; ownerless: boolean },
): Promise<QuickMessageRow[]> {
  const seen: Prisma.QuickMessageWhereInput[] = [{ showAll: true }]
  if (userId !== null) seen.push({ userId })
  if (ownerless) seen.push({ userId: null })
  const rows = await tx.db.quickMessage.findMany({
    where: { OR: seen },
    orderBy: [{ key: 'asc' }, { id: 'asc' }],
    take: MAX_LISTED,
  })
  return complete(tx, rows)
}

export async function findQuickMessage(tx: Tx, id: number): Promise<QuickMessageRow | null> {
  const rows = await tx.db.quickMessage.findMany({ where: { id } })
  return (await complete(tx, rows))[0] ?? null
}

async function complete(tx: Tx, rows: Prisma.QuickMessageGetPayload<object>[]): Promise<QuickMessageRow[]> {
  if (rows.length === 0) return []
  const files = await tx.db.quickMessageFile.findMany({
    where: { quickMessageId: { in: rows.map((row) => row.id) } },
    orderBy: { position: 'asc' },
  })
  const owners = [...new Set(rows.flatMap((row) => row.userId ?? []))]
  const people = await tx.db.user.findMany({ where: { id: { in: owners } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const filesOf = Map.groupBy(files, (file) => file.quickMessageId)
  return rows.map((row) => ({
    ...row,
    userName: row.userId === null ? null : (names.get(row.userId) ?? null),
    mediaIds: (filesOf.get(row.id) ?? []).map((file) => file.mediaId),
  }))
}

/** Among those that all see, or among this person's own; accents and case make no difference. */
export async function isKeyTaken(
  tx: Tx,
  { key, showAll, userId }: { key: string; showAll: boolean; userId: number | null },
  except: number | null,
): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from quick_message
     where fold(key) = fold(${key}) and show_all = ${showAll}
       and (${showAll} or user_id is not distinct from ${userId}::int) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export async function insertQuickMessage(
  tx: Tx,
  values: QuickMessageValues & { key: string; userId: number | null },
): Promise<number> {
  return (await tx.db.quickMessage.create({ data: values, select: { id: true } })).id
}

export async function updateQuickMessage(tx: Tx, id: number, values: QuickMessageValues): Promise<void> {
  await tx.db.quickMessage.updateMany({ where: { id }, data: values })
}

export async function setFiles(tx: Tx, id: number, mediaIds: string[]): Promise<void> {
  await tx.db.quickMessageFile.deleteMany({ where: { quickMessageId: id } })
  await tx.db.quickMessageFile.createMany({
    data: mediaIds.map((mediaId, position) => ({ quickMessageId: id, position, mediaId })),
  })
}

export async function deleteQuickMessage(tx: Tx, id: number): Promise<void> {
  await tx.db.quickMessage.deleteMany({ where: { id } })
}

/** Who owns the quick messages that hold a file, and whether all see them. */
export const holdersOf = (tx: Tx, mediaId: string): Promise<{ userId: number | null; showAll: boolean }[]> =>
  tx.db.$queryRaw`
    select q.user_id "userId", q.show_all "showAll"
      from quick_message_file f join quick_message q on q.tenant_id = f.tenant_id and q.id = f.quick_message_id
     where f.media_id = ${mediaId}::uuid`

/** Of whoever sends the text; null for the operator, who is nobody of the company. */
export async function emailOf(tx: Tx, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  return (await tx.db.user.findFirst({ where: { id: userId }, select: { email: true } }))?.email ?? null
}
