import type { ChannelContext, ConversationMessage, ConversationPage } from '@recado/sdk'
import { addressOf } from './address.ts'
import type { Limits } from './limits.ts'
import type { WebchatSettings } from './settings.ts'

export interface Replay {
  /** The gap could not be closed: what the widget holds is to be forgotten. */
  reset: boolean
  messages: ConversationMessage[]
  cursor: string | null
  older: boolean
  ticket: ConversationPage['ticket']
}

const UNDELIVERED: readonly ConversationMessage['status'][] = ['queued', 'sending', 'sent', 'unknown']
const FORWARD_PAGE = 100

export type Conversation = ReturnType<typeof createConversation>

/** The host's history of one address, read the three ways that a widget needs. */
export function createConversation(ctx: ChannelContext<WebchatSettings>, limits: Limits) {
  const { history } = ctx.conversations

  async function forward(address: string, afterId: string, pages: number) {
    const messages: ConversationMessage[] = []
    for (let page = 0; page < pages; page += 1) {
      const cursor = messages.at(-1)?.id ?? afterId
      const next = await history(addressOf(address), { afterId: cursor, limit: FORWARD_PAGE })
      messages.push(...next.messages)
      if (!next.hasMore || next.messages.length === 0) return { messages, complete: true }
    }
    return { messages, complete: false }
  }

  /**
   * Everything since `after`, oldest first. When `after` is among the newest, that whole page: it brings edits, removals
   * and states of messages that the widget already holds.
   */
  async function replay(address: string, after: string | null): Promise<Replay> {
    const newest = await history(addressOf(address), { limit: limits.pageSize })
    const cursor = newest.messages.at(-1)?.id ?? null
    const whole = { cursor, older: newest.hasMore, ticket: newest.ticket }
    if (after === null || !newest.hasMore || newest.messages.some(({ id }) => id === after)) {
      return { ...whole, reset: false, messages: newest.messages }
    }
    const gap = await forward(address, after, limits.replayPages).catch(() => null)
    if (!gap?.complete) return { ...whole, reset: true, messages: newest.messages }
    return { ...whole, cursor: gap.messages.at(-1)?.id ?? after, reset: false, messages: gap.messages }
  }

  /** What is new behind the cursor; without a cursor the newest page. */
  async function since(address: string, cursor: string | null): Promise<ConversationMessage[]> {
    if (cursor === null) return (await history(addressOf(address), { limit: limits.pageSize })).messages
    const next = await forward(address, cursor, Number.POSITIVE_INFINITY)
    return next.messages
  }

  const older = (address: string, beforeId: string): Promise<ConversationPage> =>
    history(addressOf(address), { beforeId, limit: limits.pageSize })

  /** Tells the host that these reached the visitor's screen. Our messages carry their own id as the provider's. */
  async function delivered(address: string, messages: ConversationMessage[]): Promise<void> {
    const ids = messages
      .filter((message) => message.fromMe && !message.removed && UNDELIVERED.includes(message.status))
      .map((message) => message.externalId ?? message.id)
    if (ids.length > 0) await receipt(address, 'delivered', ids)
  }

  async function receipt(address: string, status: 'delivered' | 'read', externalIds: string[]): Promise<void> {
    const chat = addressOf(address)
    for (let start = 0; start < externalIds.length; start += 500) {
      const part = externalIds.slice(start, start + 500)
      await ctx.inbound.push([{ kind: 'receipt', status, externalIds: part, chat, at: ctx.clock.now() }])
    }
  }

  /** Marks the company's messages read up to and with `upto`, which must stand in this visitor's own conversation. */
  async function markRead(address: string, upto: string): Promise<void> {
    const { messages } = await history(addressOf(address), { limit: FORWARD_PAGE })
    const last = messages.findIndex(({ id }) => id === upto)
    const unread = messages.filter(
      (message, index) => index <= last && message.fromMe && message.status !== 'read' && message.status !== 'played',
    )
    const ids = unread.map((message) => message.externalId ?? message.id)
    if (ids.length > 0) await receipt(address, 'read', ids)
  }

  return { replay, since, older, delivered, receipt, markRead }
}
