import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { BusinessDay } from './contract.ts'

export interface TenantRecord {
  id: number
  name: string
  status: string
  timezone: string
  dueDate: string | null
  businessHours: Prisma.JsonValue
  messageBusinessHours: string
  menuPermissions: Prisma.JsonValue
  planId: number | null
  maxUsers: number | null
  maxConnections: number | null
}

export async function findTenant(tx: Tx): Promise<TenantRecord | null> {
  const rows = await tx.db.$queryRaw<TenantRecord[]>`
    select id, name, status, timezone, due_date::text "dueDate", business_hours "businessHours",
           message_business_hours "messageBusinessHours", menu_permissions "menuPermissions", plan_id "planId",
           max_users "maxUsers", max_connections "maxConnections"
      from tenant where id = ${tx.scope.tenantId}`
  return rows[0] ?? null
}

export async function saveWeek(tx: Tx, week: BusinessDay[]): Promise<void> {
  await tx.db.$executeRaw`
    update tenant set business_hours = ${JSON.stringify(week)}::jsonb, updated_at = now() where id = ${tx.scope.tenantId}`
}

export async function saveAbsenceMessage(tx: Tx, message: string): Promise<void> {
  await tx.db.$executeRaw`
    update tenant set message_business_hours = ${message}, updated_at = now() where id = ${tx.scope.tenantId}`
}

export const findPlan = (tx: Tx, id: number) => tx.db.plan.findFirst({ where: { id } })

export async function countUsage(tx: Tx): Promise<{ users: number; connections: number }> {
  return {
    users: await tx.db.user.count({ where: { isActive: true } }),
    connections: await tx.db.channel.count({ where: { isDeleted: false } }),
  }
}
