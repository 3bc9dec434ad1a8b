import type { Handlers } from '../../platform/http/bind.ts'
import type { quickMessagesContract } from './contract.ts'
import type { QuickMessageService } from './service.ts'

export const quickMessageRoutes = (service: QuickMessageService): Handlers<typeof quickMessagesContract> => ({
  list: ({ scope }) => service.list(scope),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  fill: ({ scope, body }) => service.fill(scope, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Fast Reply deleted' }
  },
})
