import { lockName } from '../../../platform/advisory-lock.ts'
import type { Tx } from '../../../platform/db/uow.ts'

export interface StoredKey {
  publicKey: string
  /** Sealed. */
  privateKey: Uint8Array
}

export const findKey = (tx: Tx): Promise<StoredKey | null> =>
  tx.db.pushKey.findFirst({ select: { publicKey: true, privateKey: true }, orderBy: { id: 'asc' } })

/** The first stays, however many nodes make one at the same moment: browsers are bound to it. */
export async function keepFirstKey(tx: Tx, made: StoredKey): Promise<StoredKey> {
  await lockName(tx, 'push-key')
  const found = await findKey(tx)
  if (found) return found
  await tx.db.pushKey.create({ data: { ...made, privateKey: new Uint8Array(made.privateKey) } })
  return made
}
