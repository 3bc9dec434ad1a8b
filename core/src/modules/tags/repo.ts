import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type TagRow = Prisma.TagGetPayload<object>
export interface TagValues {
  name?: string
  color?: string
  isActive?: boolean
}

/** Names are told apart without regard to case, one change at a time. */
export const lockTags = (tx: Tx): Promise<void> => lockName(tx, 'tags')

export const listTags = (tx: Tx, activeOnly: boolean): Promise<TagRow[]> =>
  tx.db.tag.findMany({
    where: activeOnly ? { isActive: true } : {},
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 5000,
  })

export const findTag = (tx: Tx, id: number): Promise<TagRow | null> => tx.db.tag.findFirst({ where: { id } })

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from tag where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export const insertTag = (
  tx: Tx,
  values: TagValues & { name: string; color: string; userId: number | null },
): Promise<TagRow> => tx.db.tag.create({ data: values })

export async function updateTag(tx: Tx, id: number, values: TagValues): Promise<void> {
  await tx.db.tag.updateMany({ where: { id }, data: values })
}

export async function hasContacts(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.contactTag.findFirst({ where: { tagId: id }, select: { tagId: true } })) !== null
}

export async function deleteTag(tx: Tx, id: number): Promise<void> {
  await tx.db.tag.deleteMany({ where: { id } })
}
