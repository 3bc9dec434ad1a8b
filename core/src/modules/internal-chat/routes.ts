import type { Handlers } from '../../platform/http/bind.ts'
import { translate } from '../../platform/i18n/index.ts'
import type { internalChatContract } from './contract.ts'
import type { InternalChat } from './service.ts'

export const internalChatRoutes = ({
  conversations,
  reading,
  writing,
  groups,
}: InternalChat): Handlers<typeof internalChatContract> => ({
  people: ({ scope, query }) => conversations.people(scope, query),
  conversations: ({ scope }) => conversations.list(scope),
  messages: ({ scope, query }) => reading.list(scope, query),
  search: ({ scope, query }) => reading.search(scope, query),
  send: ({ scope, body }) => writing.send(scope, body),
  edit: ({ scope, params, body }) => writing.edit(scope, params.messageId, body.body),
  remove: ({ scope, params }) => writing.remove(scope, params.messageId),
  read: ({ scope, body }) => conversations.read(scope, body),
  async typing({ scope, body }) {
    await conversations.typing(scope, body)
    return null
  },
  groups: ({ scope }) => groups.list(scope),
  getGroup: ({ scope, params }) => groups.get(scope, params.id),
  createGroup: ({ scope, body }) => groups.create(scope, body),
  updateGroup: ({ scope, params, body }) => groups.update(scope, params.id, body),
  async leaveGroup({ scope, params }) {
    await groups.leave(scope, params.id)
    return { message: translate(scope.locale, 'done.groupLeft') }
  },
  async removeGroup({ scope, params }) {
    await groups.remove(scope, params.id)
    return { message: translate(scope.locale, 'done.deleted') }
  },
})
