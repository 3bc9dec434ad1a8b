import type { Tx } from '../../platform/db/uow.ts'

export interface StoredSetting {
  key: string
  value: string
  updatedAt: Date
}

/** The company's stored values; its time zone is a column of the company and appears here as a setting. */
export async function readStored(tx: Tx): Promise<StoredSetting[]> {
  const rows = await tx.db.setting.findMany({ select: { key: true, value: true, updatedAt: true } })
  const tenant = await tx.db.tenant.findFirst({
    where: { id: tx.scope.tenantId },
    select: { timezone: true, updatedAt: true },
  })
  return tenant ? [...rows, { key: 'timezone', value: tenant.timezone, updatedAt: tenant.updatedAt }] : rows
}

export async function writeSetting(tx: Tx, key: string, value: string): Promise<void> {
  if (key === 'timezone') {
    await tx.db.$executeRaw`update tenant set timezone = ${value}, updated_at = now() where id = ${tx.scope.tenantId}`
    return
  }
  await tx.db.$executeRaw`
    insert into setting (key, value) values (${key}, ${value})
    on conflict (tenant_id, key) do update set value = excluded.value, updated_at = now()`
}
