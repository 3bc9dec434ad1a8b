import type { Handlers } from '../../platform/http/bind.ts'
import type { ticketViewsContract } from './contract.ts'
import type { TicketViews } from './service.ts'

export const ticketViewRoutes = (views: TicketViews): Handlers<typeof ticketViewsContract> => ({
  list: ({ scope }) => views.list(scope),
  counts: ({ scope }) => views.counts(scope),
  create: ({ scope, body }) => views.create(scope, body),
  reorder: ({ scope, body }) => views.reorder(scope, body.ids),
  update: ({ scope, params, body }) => views.update(scope, params.id, body),
  async remove({ scope, params }) {
    await views.remove(scope, params.id)
    return { message: 'view deleted' }
  },
})
