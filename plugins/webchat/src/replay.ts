import type { Conversation } from './conversation.ts'
import type { Listener } from './hub.ts'
import type { Links } from './links.ts'
import { presentConversation, presentMessage } from './present.ts'

interface Deps {
  conversation: Conversation
  links: Links
  offlineNow(): Promise<{ now: boolean }>
  /** A receipt could not be handed over; the next connection tries again. */
  warn(error: unknown): void
}

/** Writes what a widget missed and ends with `ready`; messages that arrive for the first time count as delivered. */
export type WriteReplay = (listener: Listener, after: string | null) => Promise<void>

export function createReplay({ conversation, links, offlineNow, warn }: Deps): WriteReplay {
  return async function writeReplay(listener, after) {
    const [replay, offline] = await Promise.all([conversation.replay(listener.address, after), offlineNow()])
    if (replay.reset) listener.write({ type: 'reset' })
    for (const message of replay.messages) {
      const frame = { type: 'message', message: await presentMessage(message, listener.address, links) } as const
      if (!listener.write(frame)) return
    }
    listener.cursor = replay.cursor
    listener.write({
      type: 'ready',
      cursor: replay.cursor,
      older: replay.older,
      conversation: presentConversation(replay.ticket),
      offline: offline.now,
    })
    await conversation.delivered(listener.address, replay.messages).catch(warn)
  }
}
