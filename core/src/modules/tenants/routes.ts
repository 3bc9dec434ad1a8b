import type { Handlers } from '../../platform/http/bind.ts'
import type { tenantsContract } from './contract.ts'
import type { TenantService } from './service.ts'

export const tenantRoutes = (service: TenantService): Handlers<typeof tenantsContract> => ({
  businessHours: ({ scope, query }) => service.businessHours(scope, query),
  saveBusinessHours: ({ scope, body }) =>
    Array.isArray(body)
      ? service.saveBusinessHours(scope, body)
      : service.saveBusinessHours(scope, body.businessHours, body),
  saveAbsenceMessage: ({ scope, body }) => service.saveAbsenceMessage(scope, body.messageBusinessHours),
  date: ({ scope }) => service.date(scope),
  plan: ({ scope }) => service.plan(scope),
})
