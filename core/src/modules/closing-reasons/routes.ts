import type { Handlers } from '../../platform/http/bind.ts'
import type { closingReasonsContract } from './contract.ts'
import type { ClosingReasonService } from './service.ts'

export const closingReasonRoutes = (service: ClosingReasonService): Handlers<typeof closingReasonsContract> => ({
  list: ({ scope, query }) => service.list(scope, query.isActive === 'true'),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Closing reason deleted' }
  },
})
