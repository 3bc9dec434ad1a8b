import { messagesContract } from '@recado/core/modules/messages/contract'
import { call } from '../lib/http/client.ts'
import { Conversation } from './conversation.ts'
import { tickets } from './tickets.ts'

/** Conversations that come back at once; older ones are loaded again. */
const KEPT = 6

class Conversations {
  /** The last one is the one that was opened last. */
  readonly #all = new Map<number, Conversation>()
  #open: number | null = null

  /** The conversation on screen, loading it or what it missed. */
  open(ticketId: number): Conversation {
    this.#open = ticketId
    return this.of(ticketId)
  }

  /** The conversation of a ticket, kept in memory for a while. */
  of(ticketId: number): Conversation {
    const known = this.#all.get(ticketId)
    const conversation = known ?? new Conversation(ticketId, (query) => readPage(ticketId, query))
    this.#all.delete(ticketId)
    this.#all.set(ticketId, conversation)
    this.#letGo()
    return conversation
  }

  close(ticketId: number): void {
    if (this.#open === ticketId) this.#open = null
    this.#all.get(ticketId)?.setAside()
  }

  /** Only if it is in memory. */
  peek(ticketId: number): Conversation | undefined {
    return this.#all.get(ticketId)
  }

  get openId(): number | null {
    return this.#open
  }

  get hasUnsent(): boolean {
    return [...this.#all.values()].some((conversation) => conversation.hasUnsent)
  }

  /** Events may have been missed: the open one asks, the others are loaded anew when they are opened. */
  resync(): void {
    for (const [ticketId, conversation] of [...this.#all]) {
      if (ticketId === this.#open) void conversation.refresh()
      else if (!conversation.hasUnsent) this.#all.delete(ticketId)
    }
  }

  forget(ticketId: number): void {
    this.#all.delete(ticketId)
  }

  clear(): void {
    this.#all.clear()
    this.#open = null
  }

  #letGo(): void {
    for (const [ticketId, conversation] of [...this.#all]) {
      if (this.#all.size <= KEPT) return
      if (ticketId !== this.#open && !conversation.hasUnsent) this.#all.delete(ticketId)
    }
  }
}

async function readPage(ticketId: number, query: Parameters<ConstructorParameters<typeof Conversation>[1]>[0]) {
  const answer = await call(messagesContract.routes.list, { params: { ticketId }, query, quiet: true })
  tickets.take(answer.ticket)
  return answer
}

export const conversations = new Conversations()
