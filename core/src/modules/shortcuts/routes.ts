import type { Handlers } from '../../platform/http/bind.ts'
import type { shortcutsContract } from './contract.ts'
import type { ShortcutService } from './service.ts'

export const shortcutRoutes = (service: ShortcutService): Handlers<typeof shortcutsContract> => ({
  read: ({ scope }) => service.read(scope),
  save: ({ scope, body }) => service.save(scope, body.keys),
})
