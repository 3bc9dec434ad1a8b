import { isPlanExpired } from '../auth/policy.ts'
import { statusOf } from '../channels/schemas.ts'
import type { Plan } from '../tenants/contract.ts'
import { presentMenu } from '../tenants/index.ts'
import { type Company, type OperatorChannel, RECURRENCES } from './contract.ts'
import type { CompanyRow, OperatorChannelRow } from './repo.ts'

export const presentCompany = (row: CompanyRow, plans: readonly Plan[], now: number): Company => ({
  id: row.id,
  name: row.name,
  status: row.status === 'active' ? 'active' : 'inactive',
  whatsapp: row.whatsapp,
  email: row.email,
  dueDate: row.dueDate,
  isExpired: isPlanExpired(row.dueDate, row.timezone, now),
  planId: row.planId,
  plan: plans.find((plan) => plan.id === row.planId) ?? null,
  recurrence: RECURRENCES.find((recurrence) => recurrence === row.recurrence) ?? 'monthly',
  timezone: row.timezone,
  trial: row.isTrial,
  menuPermissions: presentMenu(row.menuPermissions),
  maxUsers: row.maxUsers,
  maxConnections: row.maxConnections,
  usersCount: row.usersCount,
  channelsCount: row.channelsCount,
  ownerId: row.ownerId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const presentOperatorChannel = (row: OperatorChannelRow): OperatorChannel => ({
  id: row.id,
  name: row.name,
  type: row.type,
  status: statusOf(row.state),
  state: row.state,
  reason: row.stateReason,
  number: row.number,
  isDefault: row.isDefault,
  isActive: row.isActive,
  updatedAt: row.updatedAt.toISOString(),
  tenant: { id: row.tenantId, name: row.tenantName },
})
