import type { Handlers } from '../../platform/http/bind.ts'
import type { farewellsContract } from './contract.ts'
import type { FarewellService } from './service.ts'

export const farewellRoutes = (service: FarewellService): Handlers<typeof farewellsContract> => ({
  list: ({ scope }) => service.list(scope),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Farewell deleted' }
  },
})
