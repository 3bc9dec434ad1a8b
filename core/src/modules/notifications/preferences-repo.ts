import type { Tx } from '../../platform/db/uow.ts'
import type { Preferences } from './schemas.ts'

export async function findPreferences(tx: Tx, userId: number): Promise<Partial<Preferences>> {
  const row = await tx.db.notificationPreference.findFirst({ where: { userId }, select: { values: true } })
  return (row?.values ?? {}) as Partial<Preferences>
}

export async function savePreferences(tx: Tx, userId: number, values: Partial<Preferences>): Promise<void> {
  await tx.db.$executeRaw`
    insert into notification_preference (user_id, values) values (${userId}, ${JSON.stringify(values)}::jsonb)
    on conflict (tenant_id, user_id) do update set values = excluded.values, updated_at = now()`
}

/** Changes of one person's choices wait for each other. */
export async function lockPreferences(tx: Tx, userId: number): Promise<void> {
  await tx.db.$queryRaw`select 1 from app_user where id = ${userId} for no key update`
}
