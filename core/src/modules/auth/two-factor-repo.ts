import type { Tx } from '../../platform/db/uow.ts'

export interface FactorRow {
  secret: Uint8Array
  confirmedAt: Date | null
  lastStep: bigint
  /** Another one with each proposed secret. */
  trustId: string
}

export const findFactor = (tx: Tx, userId: number): Promise<FactorRow | null> =>
  tx.db.twoFactor.findFirst({
    where: { userId },
    select: { secret: true, confirmedAt: true, lastStep: true, trustId: true },
  })

/** A new secret in place of one that was never confirmed. False when one is in force. */
export async function proposeSecret(
  tx: Tx,
  userId: number,
  secret: Uint8Array<ArrayBuffer>,
  trustId: string,
): Promise<boolean> {
  const changed = await tx.db.$executeRaw`
    insert into two_factor as f (tenant_id, user_id, secret, trust_id)
    values (${tx.scope.tenantId}, ${userId}, ${secret}, ${trustId}::uuid)
    on conflict (tenant_id, user_id) do update
       set secret = excluded.secret, trust_id = excluded.trust_id, last_step = 0
     where f.confirmed_at is null`
  return changed === 1
}

/** Puts the secret in force that came with this id. False when another one is stored by now, or it is in force already. */
export async function confirmSecret(tx: Tx, userId: number, trustId: string, step: number, at: Date): Promise<boolean> {
  const { count } = await tx.db.twoFactor.updateMany({
    where: { userId, trustId, confirmedAt: null },
    data: { confirmedAt: at, lastStep: BigInt(step) },
  })
  return count === 1
}

/** Of several requests with the same code one alone may pass. */
export async function useStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const { count } = await tx.db.twoFactor.updateMany({
    where: { userId, confirmedAt: { not: null }, lastStep: { lt: BigInt(step) } },
    data: { lastStep: BigInt(step) },
  })
  return count === 1
}

export async function useRecoveryCode(
  tx: Tx,
  userId: number,
  codeHash: Uint8Array<ArrayBuffer>,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.db.twoFactorCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: at },
  })
  return count === 1
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: Uint8Array<ArrayBuffer>[]): Promise<void> {
  await tx.db.twoFactorCode.deleteMany({ where: { userId } })
  await tx.db.twoFactorCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) })
}

export const countRecoveryCodes = (tx: Tx, userId: number): Promise<number> =>
  tx.db.twoFactorCode.count({ where: { userId, usedAt: null } })

/** False when there was none. */
export async function deleteFactor(tx: Tx, userId: number): Promise<boolean> {
  const { count } = await tx.db.twoFactor.deleteMany({ where: { userId } })
  return count === 1
}

export async function renewTrust(tx: Tx, userId: number, trustId: string): Promise<void> {
  await tx.db.twoFactor.updateMany({ where: { userId }, data: { trustId } })
}
