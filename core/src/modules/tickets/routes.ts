import type { Handlers } from '../../platform/http/bind.ts'
import type { ticketsContract } from './contract.ts'
import type { TicketService } from './service.ts'

export const ticketRoutes = (service: TicketService): Handlers<typeof ticketsContract> => ({
  list: ({ scope, query }) => service.list(scope, query),
  counts: ({ scope, query }) => service.counts(scope, query),
  get: ({ scope, params }) => service.get(scope, params.id),
  logs: ({ scope, params }) => service.logs(scope, params.id),
  why: ({ scope, params }) => service.why(scope, params.id),
  create: ({ scope, body }) => service.create(scope, body),
  createAlias: ({ scope, body }) => service.create(scope, body),
  update: ({ scope, params, body }) => service.update(scope, params.id, body),
  read: ({ scope, params, body }) => service.read(scope, params.id, body.seq ?? null),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'ticket deleted' }
  },
})
