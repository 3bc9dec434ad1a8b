import { type CatchUpSource, type ChannelContext, type InboundEvent, isPluginError } from '@recado/sdk'
import { addressOf, idOf } from '@recado/whatsapp-ids'
import type { Driver } from '../drivers/driver.ts'
import { HISTORY_PAGE } from '../limits.ts'
import { accept } from '../receive/accept.ts'

/** What the gateway keeps, for the time in which nobody took its hooks. `tell`: can it say what was missed? */
export function missedSource(
  ctx: ChannelContext,
  driver: () => Promise<Driver>,
  tell: (isAble: boolean) => void,
): CatchUpSource {
  return {
    async chats(since, signal) {
      const open = await driver()
      try {
        const chats = await open.chatsSince(since, signal)
        tell(true)
        return chats
      } catch (error) {
        if (!isPluginError(error) || error.code !== 'UNSUPPORTED') throw error
        tell(false)
        return []
      }
    },
    async messages(chat, signal) {
      const address = addressOf(chat)
      if (!address) return []
      const open = await driver()
      return (await open.history(address, { count: HISTORY_PAGE }, signal)).map(fresh)
    },
    chatOf: (address) => idOf(address),
    accept: async (events) => accept(ctx, await driver(), events),
  }
}

/** It was missed, and is no history. */
function fresh(event: InboundEvent): InboundEvent {
  if (event.kind !== 'message') return event
  const { history: _isHistory, ...message } = event
  return message
}
