import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { ChatMessage, ChatMessagesQuery, ChatSearchQuery } from './contract.ts'
import * as members from './member-repo.ts'
import * as repo from './message-repo.ts'
import { chatAt, personOf } from './place.ts'
import { type PresentDeps, presentMember, presentMessage } from './presenter.ts'

const PAGE = 50
const FOUND = 50
const MIN_SEARCH = 2

type Range = Pick<ChatMessagesQuery, 'before' | 'after' | 'around'>

/** Pages of conversations, and what is found in them. */
export function createReading(deps: PresentDeps & { uow: UnitOfWork }) {
  const { uow } = deps

  return {
    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND */
    async list(scope: Scope, { before, after, around, pageSize = PAGE, ...place }: ChatMessagesQuery) {
      const me = personOf(scope)
      return uow.run(scope, async (tx) => {
        const chat = await chatAt(tx, me, place)
        const isPart = before !== undefined || after !== undefined
        const page = chat ? await pageOf(tx, chat.id, { before, after, around } as Range, pageSize) : NOTHING
        const pair = [me.userId, place.userId ?? me.userId]
        const people = chat ? members.listMembers(tx, chat.id) : members.listPair(tx, pair)
        return {
          messages: page.rows.map((row) => presentMessage(row, scope.tenantId, deps)),
          hasMore: page.hasMore,
          hasNewer: page.hasNewer,
          lastSeq: chat?.lastSeq ?? 0,
          count: chat?.lastSeq ?? 0,
          members: isPart ? [] : (await people).map((row) => presentMember(row, scope.tenantId, deps)),
        }
      })
    },

    /** @throws ERR_NO_CHAT_FOUND, ERR_NO_USER_FOUND */
    async search(scope: Scope, { searchParam = '', ...place }: ChatSearchQuery) {
      const me = personOf(scope)
      const text = searchParam.trim()
      const isEverywhere = place.userId === undefined && place.groupId === undefined
      if (text.length < MIN_SEARCH) return { messages: [] as ChatMessage[], hasMore: false }
      const rows = await uow.run(scope, async (tx) => {
        const chat = isEverywhere ? null : await chatAt(tx, me, place)
        if (!chat && !isEverywhere) return []
        return repo.searchMessages(tx, { userId: me.userId, chatId: chat?.id ?? null, text, take: FOUND + 1 })
      })
      const messages = rows.slice(0, FOUND).map((row) => presentMessage(row, scope.tenantId, deps))
      return { messages, hasMore: rows.length > FOUND }
    },
  }
}

const NOTHING = { rows: [] as repo.MessageRow[], hasMore: false, hasNewer: false }

async function pageOf(tx: Tx, chatId: number, { before, after, around }: Range, size: number) {
  if (around !== undefined) {
    const half = Math.ceil(size / 2)
    const earlier = await repo.listMessages(tx, chatId, { before: around + 1, take: half + 1 })
    const later = await repo.listMessages(tx, chatId, { after: around, take: half + 1 })
    return {
      rows: [...earlier.slice(-half), ...later.slice(0, half)],
      hasMore: earlier.length > half,
      hasNewer: later.length > half,
    }
  }
  if (after !== undefined) {
    const rows = await repo.listMessages(tx, chatId, { after, take: size + 1 })
    return { rows: rows.slice(0, size), hasMore: rows.length > size, hasNewer: rows.length > size }
  }
  const rows = await repo.listMessages(tx, chatId, { ...(before === undefined ? {} : { before }), take: size + 1 })
  return { rows: rows.slice(-size), hasMore: rows.length > size, hasNewer: before !== undefined }
}
