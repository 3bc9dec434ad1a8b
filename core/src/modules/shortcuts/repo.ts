import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { ShortcutKeys } from './contract.ts'

export async function findKeys(tx: Tx, userId: number): Promise<ShortcutKeys> {
  const row = await tx.db.shortcutChoice.findFirst({ where: { userId }, select: { keys: true } })
  return (row?.keys ?? {}) as ShortcutKeys
}

export async function saveKeys(tx: Tx, userId: number, keys: ShortcutKeys): Promise<void> {
  if (Object.keys(keys).length === 0) {
    await tx.db.shortcutChoice.deleteMany({ where: { userId } })
    return
  }
  await tx.db.$executeRaw`
    insert into shortcut_choice (user_id, keys) values (${userId}, ${JSON.stringify(keys satisfies Prisma.InputJsonObject)}::jsonb)
    on conflict (tenant_id, user_id) do update set keys = excluded.keys, updated_at = now()`
}
