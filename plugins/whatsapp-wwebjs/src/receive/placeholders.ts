import type { ChannelContext, InboundEvent, InboundMessage } from '@recado/sdk'
import { AGAIN } from '../ids.ts'

/** Messages that came before they could be read. Their contents follow under the same id. */
export interface Placeholders {
  add(key: string): Promise<void>
  /** The message, or what turns its placeholder into it. */
  resolve(message: InboundMessage): Promise<InboundEvent[]>
}

const keyOf = (key: string) => `unread:${key}`

export function createPlaceholders({ store }: Pick<ChannelContext, 'store'>): Placeholders {
  return {
    async add(key) {
      await store.set(keyOf(key), true)
    },
    async resolve(message) {
      const { externalId, direction, content, at } = message
      if (direction === 'out' || (await store.get(keyOf(externalId))) === null) return [message]
      if (content.type === 'text') return [message, { kind: 'edit', externalId, content, at }]
      // An edit brings no file, so the message itself takes the placeholder's place.
      return [
        { kind: 'removal', externalId, at },
        { ...message, externalId: `${externalId}${AGAIN}` },
      ]
    },
  }
}
