import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { operatorContract } from './contract.ts'
import type { OperatorService } from './service.ts'

export const operatorRoutes = (service: OperatorService): Handlers<typeof operatorContract> => ({
  tenants: ({ query }) => service.tenants(query),
  createTenant: ({ scope, body }) => service.createTenant(scope, body),
  updateTenant: ({ scope, params, body }) => service.updateTenant(scope, params.id, body),
  setStatus: ({ scope, params, body }) => service.setStatus(scope, params.id, body.status),
  saveMenu: ({ scope, params, body }) => service.saveMenu(scope, params.id, body.menuPermissions),
  addMonth: ({ scope, params }) => service.addMonth(scope, params.id),
  tenantUsers: ({ scope, params, query }) => service.tenantUsers(scope, params.id, query),
  updateUser({ scope, params, body, meta }) {
    const { tenantId, ...change } = body
    return service.updateUser(scope, params.id, tenantId ?? null, change, meta.ip)
  },
  async resetTwoFactor({ scope, params }) {
    await service.resetTwoFactor(scope, params.id)
    return { message: translate(scope.locale, 'done.twoFactorOff') }
  },
  channels: ({ query }) => service.channels(query.tenantId ?? null),
  usersTotal: () => service.usersTotal(),
  plans: () => service.plans(),
  createPlan: ({ scope, body }) => service.createPlan(scope, body),
  updatePlan: ({ scope, params, body }) => service.updatePlan(scope, params.id, body),
  async removePlan({ scope, params }) {
    await service.removePlan(scope, params.id)
    return { message: 'Plan deleted' }
  },
})
