import type { Tx } from '../../platform/db/uow.ts'

export const countRecentCodes = (tx: Tx, userId: number, since: Date): Promise<number> =>
  tx.db.recoveryCode.count({ where: { userId, createdAt: { gt: since } } })

/** A new code makes the older ones worthless. */
export async function replaceCode(
  tx: Tx,
  code: { id: string; userId: number; codeHash: Uint8Array<ArrayBuffer>; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.db.recoveryCode.updateMany({
    where: { userId: code.userId, usedAt: null },
    data: { usedAt: code.createdAt },
  })
  await tx.db.recoveryCode.createMany({ data: [code] })
}

/** Counts the try before the code is compared. Null when there is no code left to try. */
export async function tryNewestCode(
  tx: Tx,
  userId: number,
  maxTries: number,
  now: Date,
): Promise<{ id: string; codeHash: Uint8Array } | null> {
  const newest = await tx.db.recoveryCode.findFirst({
    where: { userId, usedAt: null, resetHash: null, expiresAt: { gt: now } },
    orderBy: { createdAt: 'desc' },
    select: { id: true, codeHash: true },
  })
  if (!newest) return null
  const counted = await tx.db.recoveryCode.updateMany({
    where: { id: newest.id, tries: { lt: maxTries }, resetHash: null, usedAt: null },
    data: { tries: { increment: 1 } },
  })
  return counted.count === 1 ? newest : null
}

export async function allowReset(
  tx: Tx,
  id: string,
  resetHash: Uint8Array<ArrayBuffer>,
  expiresAt: Date,
): Promise<boolean> {
  const { count } = await tx.db.recoveryCode.updateMany({
    where: { id, usedAt: null, resetHash: null },
    data: { resetHash, expiresAt },
  })
  return count === 1
}

export const findReset = (tx: Tx, id: string, now: Date) =>
  tx.db.recoveryCode.findFirst({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    select: { userId: true, resetHash: true },
  })

/** False when somebody else used it first. */
export async function spendReset(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.db.recoveryCode.updateMany({ where: { id, usedAt: null }, data: { usedAt: now } })
  return count === 1
}
