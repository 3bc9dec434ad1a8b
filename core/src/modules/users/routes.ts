import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { usersContract } from './contract.ts'
import type { UserService } from './service.ts'

export const userRoutes = (service: UserService): Handlers<typeof usersContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  create: ({ scope, body }) => service.create(scope, body),
  get: ({ scope, params }) => service.get(scope, params.id),
  update: ({ scope, params, body, meta }) => service.update(scope, params.id, body, meta.ip),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'User deleted' }
  },
  async resetTwoFactor({ scope, params }) {
    await service.resetTwoFactor(scope, params.id)
    return { message: translate(scope.locale, 'done.twoFactorOff') }
  },
  async saveConfigs({ scope, params, body }) {
    await service.saveConfigs(scope, params.id, body)
    return null
  },
  getLoginSchedule: ({ scope, params }) => service.getSchedule(scope, params.id),
  saveLoginSchedule: ({ scope, params, body }) => service.saveSchedule(scope, params.id, body),
})
