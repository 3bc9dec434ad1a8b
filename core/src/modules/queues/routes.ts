import type { Handlers } from '../../platform/http/bind.ts'
import type { queuesContract } from './contract.ts'
import type { QueueService } from './service.ts'

export const queueRoutes = (service: QueueService): Handlers<typeof queuesContract> => ({
  list: ({ scope }) => service.list(scope),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Queue deleted' }
  },
})
