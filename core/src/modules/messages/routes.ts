import type { Handlers } from '../../platform/http/bind.ts'
import type { messagesContract } from './contract.ts'
import type { MessageService } from './service.ts'

export const messageRoutes = (service: MessageService): Handlers<typeof messagesContract> => ({
  list: ({ scope, params, query }) => service.list(scope, params.ticketId, query),
  search: ({ scope, query }) => service.search(scope, query),
  send: ({ scope, params, body, files }) => service.send(scope, params.ticketId, body, files),
  retry: ({ scope, params, body }) => service.retry(scope, params.messageId, body.decision),
  undo: ({ scope, params }) => service.undo(scope, params.messageId),
  remove: ({ scope, params, body }) => service.remove(scope, ownId(params.messageId, body.id)),
  edit: ({ scope, params, body }) => service.edit(scope, ownId(params.messageId, body.id), body.body),
  react: ({ scope, params, body }) => service.react(scope, ownId(params.messageId, body.id), body.emoji),
  forward: ({ scope, body }) => service.forward(scope, body),
  answerComment: ({ scope, params, body }) => service.answerComment(scope, params.id, body),
  async sync({ scope, params, body }) {
    return { message: 'Messages synchronised.', ...(await service.sync(scope, params.ticketId, body.count)) }
  },
  window: ({ scope, params }) => service.window(scope, params.ticketId),
  members: ({ scope, params }) => service.members(scope, params.ticketId),
  count: ({ scope }) => service.unread(scope),
})

/** Clients of the ancestors name the provider's id in the path, which may be the text `null`, and ours in the body. */
const ownId = (inPath: string, inBody: unknown): string =>
  typeof inBody === 'string' && inBody !== '' ? inBody : inPath
