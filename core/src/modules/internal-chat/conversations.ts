import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import * as chats from './chat-repo.ts'
import type { ChatConversation, ChatRead, ChatUser } from './contract.ts'
import * as members from './member-repo.ts'
import type { TellChat } from './news.ts'
import { chatAt, isPerson, personOf, placeOf } from './place.ts'
import { mayManage } from './policy.ts'
import { type PresentDeps, presentConversation, presentPerson } from './presenter.ts'
import type { ChatPlace } from './schemas.ts'

export interface ConversationDeps extends PresentDeps {
  uow: UnitOfWork
  tell: TellChat
}

const PAGE = 40

/** Who talks with whom, and how far each has read. */
export function createConversations(deps: ConversationDeps) {
  const { uow, tell } = deps

  return {
    async people(scope: Scope, query: { searchParam?: string; pageNumber?: number; pageSize?: number }) {
      if (!isPerson(scope)) return { users: [] as ChatUser[], count: 0, hasMore: false }
      const me = personOf(scope)
      const { skip, take } = pageOf(query, PAGE)
      const search = query.searchParam?.trim() ?? ''
      const { rows, count } = await uow.run(scope, (tx) => chats.listPeople(tx, me.userId, { search, skip, take }))
      const users = rows.map((row) => presentPerson(row, scope.tenantId, deps))
      return { users, count, hasMore: count > skip + rows.length }
    },

    async list(scope: Scope): Promise<{ conversations: ChatConversation[]; unread: number }> {
      if (!isPerson(scope)) return { conversations: [], unread: 0 }
      const me = personOf(scope)
      const rows = await uow.run(scope, (tx) => chats.listConversations(tx, me.userId))
      return {
        conversations: rows.map((row) => {
          const canManage = row.name !== null && mayManage(row, me.profile)
          return presentConversation(row, scope.tenantId, { ...deps, canManage })
        }),
        unread: rows.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
      }
    },

    /** Messages of others that the caller has not read, in all conversations. */
    async unread(scope: Scope): Promise<number> {
      if (!isPerson(scope)) return 0
      const { userId } = personOf(scope)
      return (await uow.run(scope, (tx) => chats.countUnread(tx, userId, 0))).all
    },

    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND */
    async read(scope: Scope, { seq, ...place }: ChatRead) {
      const me = personOf(scope)
      return uow.run(scope, async (tx) => {
        const chat = await chatAt(tx, me, place)
        if (!chat) return { readSeq: 0, unreadCount: 0, unread: (await chats.countUnread(tx, me.userId, 0)).all }
        const news = await members.setRead(tx, chat.id, me.userId, seq ?? chat.lastSeq)
        const { one, all } = await chats.countUnread(tx, me.userId, chat.id)
        const readSeq = news ?? (await members.findMember(tx, chat.id, me.userId))?.readSeq ?? 0
        if (news !== null) {
          const others = (await members.memberIds(tx, chat.id)).filter((id) => id !== me.userId)
          const payload = { ...placeOf(chat, me.userId), readSeq }
          tx.afterCommit(() => {
            tell(scope.tenantId, others, { type: 'read', payload })
            tell(scope.tenantId, [me.userId], { type: 'read', payload: { ...payload, unreadCount: one, unread: all } })
          })
        }
        return { readSeq, unreadCount: one, unread: all }
      })
    },

    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND */
    async typing(scope: Scope, { on, ...place }: ChatPlace & { on: boolean }): Promise<void> {
      const me = personOf(scope)
      const heard = await uow.run(scope, async (tx) => {
        const chat = await chatAt(tx, me, place)
        if (chat) return { to: placeOf(chat, me.userId), ids: await members.memberIds(tx, chat.id) }
        const toUserId = place.userId ?? 0
        return { to: { groupId: null, fromUserId: me.userId, toUserId }, ids: [toUserId] }
      })
      const others = heard.ids.filter((id) => id !== me.userId)
      tell(scope.tenantId, others, { type: 'typing', payload: { ...heard.to, fromName: me.name, on } })
    },
  }
}
