import type { Handlers } from '../../platform/http/bind.ts'
import type { tagsContract } from './contract.ts'
import type { TagService } from './service.ts'

export const tagRoutes = (service: TagService): Handlers<typeof tagsContract> => ({
  list: ({ scope, query }) => service.list(scope, query.isActive === 'true'),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Tag deleted' }
  },
})
