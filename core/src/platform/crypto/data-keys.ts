import { lockName } from '../advisory-lock.ts'
import type { Tx } from '../db/uow.ts'

export interface WrappedKey {
  id: number
  wrappedBy: string
  wrapped: Buffer
}

const toKey = (row: { id: number; wrappedBy: string; wrapped: Uint8Array }): WrappedKey => ({
  ...row,
  wrapped: Buffer.from(row.wrapped),
})
const select = { id: true, wrappedBy: true, wrapped: true }

export async function newestKey(tx: Tx): Promise<WrappedKey | null> {
  const row = await tx.db.dataKey.findFirst({ select, orderBy: { id: 'desc' } })
  return row && toKey(row)
}

export async function keyById(tx: Tx, id: number): Promise<WrappedKey | null> {
  const row = await tx.db.dataKey.findFirst({ select, where: { id } })
  return row && toKey(row)
}

/** One first key, however many nodes need it at the same moment. */
export async function firstKey(tx: Tx, make: () => Omit<WrappedKey, 'id'>): Promise<WrappedKey> {
  await lockName(tx, 'data-key')
  return (await newestKey(tx)) ?? addKey(tx, make())
}

export async function addKey(tx: Tx, { wrappedBy, wrapped }: Omit<WrappedKey, 'id'>): Promise<WrappedKey> {
  return toKey(await tx.db.dataKey.create({ select, data: { wrappedBy, wrapped: new Uint8Array(wrapped) } }))
}

/** Puts the key under another installation key, unless somebody else has done so. */
export async function rewrapKey(tx: Tx, before: WrappedKey, after: Omit<WrappedKey, 'id'>): Promise<void> {
  await tx.db.dataKey.updateMany({
    where: { id: before.id, wrappedBy: before.wrappedBy },
    data: { wrappedBy: after.wrappedBy, wrapped: new Uint8Array(after.wrapped) },
  })
}
