import type { Handlers } from '../../platform/http/bind.ts'
import type { settingsContract } from './contract.ts'
import type { SettingService } from './service.ts'

export const settingRoutes = (service: SettingService): Handlers<typeof settingsContract> => ({
  list: ({ scope }) => service.list(scope),
  catalogue: async () => service.catalogue(),
  save: ({ scope, params, body }) => service.save(scope, body.key ?? params.key, body.value),
  mailStatus: async () => service.mailStatus(),
})
