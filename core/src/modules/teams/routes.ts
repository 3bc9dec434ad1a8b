import type { Handlers } from '../../platform/http/bind.ts'
import type { teamsContract } from './contract.ts'
import type { TeamService } from './service.ts'

export const teamRoutes = (service: TeamService): Handlers<typeof teamsContract> => ({
  list: ({ scope }) => service.list(scope),
  create: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'Team deleted' }
  },
})
