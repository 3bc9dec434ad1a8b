import { randomUUID } from 'node:crypto'
import type { ChannelContext, ConversationMessage } from '@recado/sdk'
import type { Conversation } from './conversation.ts'
import { type Hint, slim, TOPIC } from './hints.ts'
import type { Links } from './links.ts'
import { presentContent, presentConversation, presentMessage } from './present.ts'
import type { WebchatSettings } from './settings.ts'
import { CLOSE, type ServerFrame } from './wire.ts'

/** One live socket, or one waiting poll. */
export interface Listener {
  readonly id: string
  readonly session: string
  readonly address: string
  /** Address of before the visitor was verified: a ticket opened then may still be answered there. */
  readonly former: string | null
  /** Newest message of the history that was written to it. */
  cursor: string | null
  /** False when it is gone. */
  write(frame: ServerFrame): boolean
  end(code: number): void
  /** Runs one job after another, so that frames keep the order of the history. */
  inTurn<T>(job: () => Promise<T>): Promise<T>
}

export type Hub = ReturnType<typeof createHub>

/** The live connections of this node and the hints that reach those of the others. */
export function createHub(ctx: ChannelContext<WebchatSettings>, conversation: Conversation, links: Links) {
  const node = randomUUID()
  const rooms = new Map<string, Set<Listener>>()
  let unsubscribe: (() => void) | null = null

  const inRoom = (address: string): Listener[] => [...(rooms.get(address) ?? [])]
  const broadcast = (address: string, frame: ServerFrame, except?: string): void => {
    for (const listener of inRoom(address)) if (listener.id !== except) listener.write(frame)
  }

  /** Writes what is new behind the listener's cursor; answers what was written. */
  function feed(listener: Listener): Promise<ConversationMessage[]> {
    return listener.inTurn(async () => {
      const fresh = await conversation.since(listener.address, listener.cursor)
      const written: ConversationMessage[] = []
      for (const message of fresh) {
        if (!listener.write({ type: 'message', message: await presentMessage(message, listener.address, links) })) break
        listener.cursor = message.id
        written.push(message)
      }
      return written
    })
  }

  async function feedOrNothing(listener: Listener): Promise<ConversationMessage[]> {
    try {
      return await feed(listener)
    } catch (error) {
      ctx.log.warn('webchat: history could not be read for a live socket', { error: String(error) })
      return []
    }
  }

  /** Feeds everybody in the conversation; true when the hinted message stands on a screen. */
  async function tell(hint: Extract<Hint, { type: 'message' }>, receipts: 'all' | 'others'): Promise<boolean> {
    const listeners = inRoom(hint.to)
    const results = await Promise.all(
      listeners.map(async (listener) => {
        const written = await feedOrNothing(listener)
        const found = written.some(({ id }) => id === hint.id)
        return { written, there: found || (await writeHinted(listener, hint)) }
      }),
    )
    const there = results.some((result) => result.there)
    const first = results.find((result) => result.written.length > 0)?.written ?? []
    await conversation.delivered(
      hint.to,
      first.filter(({ id }) => id !== hint.id),
    )
    if (there && receipts === 'all') await conversation.receipt(hint.to, 'delivered', [hint.id])
    return there
  }

  /** The history did not show the message (yet, or no more): the hint's own copy will do, the widget knows it by id. */
  async function writeHinted(listener: Listener, hint: Extract<Hint, { type: 'message' }>): Promise<boolean> {
    if (!hint.content) return false
    const { id, seq, content, at, sender } = hint
    const row = { id, seq, content, at, externalId: id, fromMe: true, status: 'sent', replyTo: null } as const
    const message = { ...row, sender: sender ? { name: sender } : null, removed: false, edited: false }
    return listener.write({ type: 'message', message: await presentMessage(message, listener.address, links) })
  }

  async function apply(hint: Hint, receipts: 'all' | 'others'): Promise<boolean> {
    switch (hint.type) {
      case 'message':
        return tell(hint, receipts)
      case 'mine': {
        const content = hint.content && (await presentContent(hint.content, hint.to, links))
        const rest = { at: hint.at, status: 'sent', sender: null, replyTo: hint.replyTo ?? null } as const
        const message = content && {
          id: hint.id,
          seq: null,
          mine: true,
          content,
          ...rest,
          edited: false,
          removed: false,
        }
        if (message) broadcast(hint.to, { type: 'message', message }, hint.from)
        else await Promise.all(inRoom(hint.to).map(feedOrNothing))
        return true
      }
      case 'edited':
        if (hint.content) {
          broadcast(hint.to, {
            type: 'edited',
            id: hint.id,
            content: await presentContent(hint.content, hint.to, links),
          })
        } else for (const listener of inRoom(hint.to)) listener.end(CLOSE.idle)
        return true
      case 'removed':
        broadcast(hint.to, { type: 'removed', id: hint.id })
        return true
      case 'read':
        broadcast(hint.to, { type: 'status', ids: hint.ids, status: 'read' })
        return true
      case 'typing':
        broadcast(hint.to, { type: 'typing', on: hint.on })
        return true
      case 'ticket':
        broadcast(hint.to, { type: 'conversation', conversation: presentConversation(hint.ticket) })
        await Promise.all(inRoom(hint.to).map(feedOrNothing))
        return true
      case 'ended':
        for (const listener of inRoom(hint.to)) if (listener.session === hint.session) listener.end(CLOSE.session)
        return true
    }
  }

  function heard(topic: string, data: unknown): void {
    const { from, hint } = data as { from: string; hint: Hint }
    if (topic !== TOPIC || from === node) return
    apply(hint, 'all').catch((error) =>
      ctx.log.warn('webchat: a hint failed', { error: String(error), hint: hint.type }),
    )
  }

  return {
    feed,
    count: (address: string): number => rooms.get(address)?.size ?? 0,
    /** Adds a connection; the answer takes it out again. */
    attach(listener: Listener): () => void {
      unsubscribe ??= ctx.bus.subscribe(heard)
      const addresses = [listener.address, ...(listener.former ? [listener.former] : [])]
      for (const address of addresses) rooms.set(address, (rooms.get(address) ?? new Set()).add(listener))
      return () => {
        for (const address of addresses) {
          const room = rooms.get(address)
          room?.delete(listener)
          if (room?.size === 0) rooms.delete(address)
        }
      }
    },
    /** To this node's connections and, as a hint, to all others. True when a `message` was written here. */
    async announce(hint: Hint): Promise<boolean> {
      ctx.bus.publish(TOPIC, { from: node, hint: slim(hint) })
      return apply(hint, 'others')
    },
    close(): void {
      unsubscribe?.()
      unsubscribe = null
      for (const room of [...rooms.values()]) for (const listener of [...room]) listener.end(1012)
      rooms.clear()
    },
  }
}
