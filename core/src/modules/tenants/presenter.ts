import { Value } from 'typebox/value'
import { BusinessDay, type BusinessHours, type Plan, type TenantRow } from './contract.ts'
import { DEFAULT_WEEK } from './policy.ts'
import type { TenantRecord } from './repo.ts'

const weekOf = (stored: unknown): BusinessDay[] => {
  const days = Array.isArray(stored) ? stored.filter((entry) => Value.Check(BusinessDay, entry)) : []
  return days.length === 0 ? DEFAULT_WEEK : (days as BusinessDay[])
}

export const presentHours = (tenant: TenantRecord): BusinessHours => ({
  businessHours: weekOf(tenant.businessHours),
  messageBusinessHours: tenant.messageBusinessHours,
})

export const presentTenant = (tenant: TenantRecord): TenantRow => ({
  id: tenant.id,
  name: tenant.name,
  status: tenant.status,
  timezone: tenant.timezone,
  ...presentHours(tenant),
})

export const presentPlan = ({
  valueCents,
  ...plan
}: {
  id: number
  name: string
  maxUsers: number
  maxConnections: number
  valueCents: number
  isPublic: boolean
  groups: boolean
  campaigns: boolean
  integrations: boolean
  importMessages: boolean
}): Plan => ({
  id: plan.id,
  name: plan.name,
  maxUsers: plan.maxUsers,
  maxConnections: plan.maxConnections,
  value: valueCents / 100,
  isPublic: plan.isPublic,
  groups: plan.groups,
  campaigns: plan.campaigns,
  integrations: plan.integrations,
  importMessages: plan.importMessages,
})

/** Menu entries that the operator switched on or off. */
export const presentMenu = (stored: unknown): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    ),
  )
