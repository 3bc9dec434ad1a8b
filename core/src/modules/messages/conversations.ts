import type { Address, Content, ConversationMessage, ConversationPage } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ChannelRef, HostPorts } from '../../plugin-host/index.ts'
import * as repo from './conversations-repo.ts'

const MAX = 100
const HOURS_CACHE_MS = 5000

export interface ConversationDeps {
  uow: UnitOfWork
  clock: Clock
  /** Whether a channel is open now, and what customers are told if not. */
  availability(tenantId: number, channelId: number): Promise<{ open: boolean; message: string | null }>
  onlineUsers(tenantId: number): number[]
}

/** What channels with a client of their own (web chat) may know of a conversation: the customer's side of it. */
export function createConversations(deps: ConversationDeps): HostPorts['conversations'] {
  const { uow, clock } = deps
  const hours = new Map<string, { at: number; value: ReturnType<ConversationDeps['availability']> }>()

  return {
    async history(
      { tenantId, channelId, addressScope }: ChannelRef,
      chat: Address,
      options,
    ): Promise<ConversationPage> {
      const address = { ...chat, scope: addressScope }
      const limit = Math.min(options.limit ?? MAX, MAX)
      const conversation = await repo.findConversation(uow, tenantId, channelId, address)
      if (!conversation) return { messages: [], hasMore: false, ticket: null }
      const rows = await repo.loadPage(uow, tenantId, channelId, conversation.contactId, {
        ...options,
        limit: limit + 1,
      })
      const isForward = options.afterId !== undefined
      const page = isForward ? rows.slice(0, limit) : rows.slice(-limit)
      return { messages: page.map(present), hasMore: rows.length > limit, ticket: conversation.ticket }
    },

    async availability({ tenantId, channelId }) {
      const now = clock.now()
      const key = `${tenantId}:${channelId}`
      const known = hours.get(key)
      const value = known && now - known.at < HOURS_CACHE_MS ? known.value : deps.availability(tenantId, channelId)
      if (value !== known?.value) {
        hours.set(key, { at: now, value })
        value.catch(() => hours.delete(key))
      }
      return { ...(await value), agentsOnline: deps.onlineUsers(tenantId).length > 0 }
    },
  }
}

function present(row: repo.ConversationRow): ConversationMessage {
  const removed: Content = { type: 'text', text: '' }
  return {
    id: row.id,
    seq: row.seq,
    externalId: row.externalId,
    fromMe: row.fromMe,
    content: row.isDeleted ? removed : row.content,
    at: Number(row.at),
    status: row.status,
    sender: row.userName === null ? null : { name: row.userName },
    replyTo: row.replyToId,
    removed: row.isDeleted,
    edited: row.isEdited,
  }
}
