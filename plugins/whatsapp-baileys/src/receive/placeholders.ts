import type { InboundEvent, Store } from '@recado/sdk'
import { proto, type WAMessage } from '@whiskeysockets/baileys'

const PREFIX = 'waiting:'
const MOST = 1000
const { CIPHERTEXT } = proto.WebMessageInfo.StubType

/** Messages that could not be read yet: the agent sees that one came, and what it says as soon as that comes. */
export interface Placeholders {
  load(): Promise<void>
  /** Adds what replaces the placeholder, when there is one. */
  resolve(message: WAMessage, events: InboundEvent[]): Promise<InboundEvent[]>
  /** After the events were accepted. */
  settle(message: WAMessage, events: InboundEvent[]): Promise<void>
}

export function createPlaceholders(store: Store): Placeholders {
  const waiting = new Set<string>()
  return {
    async load() {
      for (const { key } of await store.list(PREFIX, MOST)) waiting.add(key.slice(PREFIX.length))
    },
    async resolve(message, events) {
      if (message.messageStubType === CIPHERTEXT) return events
      return events.flatMap((event): InboundEvent[] => {
        if (event.kind !== 'message' || !waiting.has(event.externalId)) return [event]
        const { externalId, content, at } = event
        return [event, { kind: 'edit', externalId, content, at }]
      })
    },
    async settle(message, events) {
      for (const event of events) {
        if (event.kind !== 'message') continue
        const key = `${PREFIX}${event.externalId}`.slice(0, 512)
        if (message.messageStubType === CIPHERTEXT) {
          if (waiting.size >= MOST || waiting.has(event.externalId)) continue
          waiting.add(event.externalId)
          await store.set(key, event.at)
        } else if (waiting.delete(event.externalId)) await store.delete(key)
      }
    },
  }
}
