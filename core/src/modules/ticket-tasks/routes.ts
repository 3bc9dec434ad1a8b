import type { Handlers } from '../../platform/http/bind.ts'
import type { ticketTasksContract } from './contract.ts'
import type { TicketTasks } from './tasks.ts'

const PDF = 'application/pdf'
const attached = (name: string) => `attachment; filename="${name}"`

export const ticketTaskRoutes = (tasks: TicketTasks): Handlers<typeof ticketTasksContract> => ({
  close: ({ scope, body }) => tasks.close(scope, body),
  remove: ({ scope, body }) => tasks.remove(scope, body),
  list: ({ scope, query }) => tasks.list(scope, query),
  get: ({ scope, params }) => tasks.get(scope, params.id),
  items: ({ scope, params, query }) => tasks.items(scope, params.id, query),
  cancel: ({ scope, params }) => tasks.cancel(scope, params.id),
  undo: ({ scope, params }) => tasks.undo(scope, params.id),
  async pdf({ scope, params, reply, signal }) {
    const made = await tasks.pdf.make(scope, params.ticketId, signal)
    if ('stream' in made) {
      reply.header('content-disposition', attached(made.name))
      return reply.stream(made.stream, { type: PDF })
    }
    reply.status(202)
    return made
  },
  async file({ scope, params, reply }) {
    const { name, stream } = await tasks.pdf.file(scope, params.id, params.part)
    reply.header('content-disposition', attached(name))
    return reply.stream(stream, { type: PDF })
  },
})
