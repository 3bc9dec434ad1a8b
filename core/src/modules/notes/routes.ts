import type { Handlers } from '../../platform/http/bind.ts'
import type { notesContract } from './contract.ts'
import type { NoteService } from './service.ts'

export const noteRoutes = (service: NoteService): Handlers<typeof notesContract> => ({
  ofTicket: ({ scope, params }) => service.ofTicket(scope, params.id),
  create: ({ scope, params, body }) => service.create(scope, params.id, body.notes),
  people: ({ scope, params }) => service.people(scope, params.id),
  list: ({ scope, query }) => service.list(scope, query),
  update: ({ scope, params, body }) => service.update(scope, params.id, body.notes),
  async remove({ scope, params }) {
    await service.remove(scope, params.id)
    return { message: 'note deleted' }
  },
})
