import type { Handlers } from '../../platform/http/bind.ts'
import type { tenantsContract } from './contract.ts'
import type { TenantService } from './service.ts'

export const tenantRoutes = (service: TenantService): Handlers<typeof tenantsContract> => ({
  businessHours: ({ scope }) => service.businessHours(scope),
  saveBusinessHours: ({ scope, body }) =>
    service.saveBusinessHours(scope, Array.isArray(body) ? body : body.businessHours),
  saveAbsenceMessage: ({ scope, body }) => service.saveAbsenceMessage(scope, body.messageBusinessHours),
  date: ({ scope }) => service.date(scope),
  plan: ({ scope }) => service.plan(scope),
})
