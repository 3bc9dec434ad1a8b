import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { notificationsContract } from './contract.ts'
import type { Notifications } from './notifications.ts'

export const notificationRoutes = (service: Notifications): Handlers<typeof notificationsContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  read: ({ scope, params }) => service.read(scope, params.id),
  async readAll({ scope }) {
    await service.readAll(scope)
    return { message: translate(scope.locale, 'done.allRead') }
  },
  preferences: ({ scope }) => service.readPreferences(scope),
  savePreferences: ({ scope, body }) => service.savePreferences(scope, body),
  pushKey: async () => ({ publicKey: await service.publicKey() }),
  async subscribe({ scope, body }) {
    await service.subscribe(scope, body)
    return { message: translate(scope.locale, 'done.pushOn') }
  },
  async unsubscribe({ scope, body }) {
    await service.unsubscribe(scope, body.endpoint)
    return { message: translate(scope.locale, 'done.pushOff') }
  },
})
