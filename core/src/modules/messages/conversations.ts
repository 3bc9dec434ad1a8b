import type { Address, Content, ConversationMessage, ConversationPage } from '@recado/sdk'
import type { Clock } from '../../platform/clock.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { ChannelRef, HostPorts } from '../../plugin-host/index.ts'
import { isOpenAt, type TenantService } from '../tenants/index.ts'
import * as repo from './conversations-repo.ts'

const MAX = 100
const WEEK_CACHE_MS = 30_000

export interface ConversationDeps {
  uow: UnitOfWork
  clock: Clock
  tenants: Pick<TenantService, 'businessHours'>
  onlineUsers(tenantId: number): number[]
}

/** What channels with a client of their own (web chat) may know of a conversation: the customer's side of it. */
export function createConversations(deps: ConversationDeps): HostPorts['conversations'] {
  const { uow, clock } = deps
  const hours = new Map<number, { at: number; value: ReturnType<typeof load> }>()
  const load = async (tenantId: number) => {
    const scope = systemScope(tenantId, 'availability')
    return { ...(await deps.tenants.businessHours(scope)), timezone: await repo.timezoneOf(uow, tenantId) }
  }

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

    async availability({ tenantId }) {
      const now = clock.now()
      const known = hours.get(tenantId)
      const value = known && now - known.at < WEEK_CACHE_MS ? known.value : load(tenantId)
      if (value !== known?.value) {
        hours.set(tenantId, { at: now, value })
        value.catch(() => hours.delete(tenantId))
      }
      const { businessHours, messageBusinessHours, timezone } = await value
      const open = isOpenAt(businessHours, timezone, now)
      return { open, agentsOnline: deps.onlineUsers(tenantId).length > 0, message: open ? null : messageBusinessHours }
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
