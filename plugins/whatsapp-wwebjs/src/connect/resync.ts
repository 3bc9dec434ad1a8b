import { number, records } from '@recado/loose-json'
import { type ChannelContext, createEchoes, type InboundEvent } from '@recado/sdk'
import { addressOf, isGroupId } from '@recado/whatsapp-ids'
import { GatewayError } from '../api/errors.ts'
import type { Gateway } from '../api/gateway.ts'
import { widOf } from '../ids.ts'
import { REACH } from '../limits.ts'
import type { Acceptor } from '../receive/accept.ts'
import type { Timing } from '../timing.ts'

/** Until when everything is known to have come in, in epoch milliseconds. */
const SEEN = 'seen'
const OVERLAP_MS = 5 * 60_000
/** After longer than this the newest chats are enough; older ones are a matter of importing. */
const LONGEST_MS = 7 * 24 * 3_600_000
const KEEP_EVERY_MS = 60_000
const TIDY_EVERY_MS = 60 * 60_000
const MOST_CHATS = 200

/** Makes up for hooks that never came: the gateway sends each only once. */
export interface Resync {
  /** All is well up to now. */
  keepSeen(): Promise<void>
  /** Fetches what came since it was well. Nothing on a channel's first day: older messages are no news. */
  run(gateway: Gateway, signal: AbortSignal): Promise<void>
}

export function createResync(ctx: ChannelContext, acceptor: Acceptor, ignoreGroups: boolean, timing: Timing): Resync {
  let kept = 0
  let tidied = 0

  const chatsSince = async (gateway: Gateway, since: number, signal: AbortSignal): Promise<string[]> => {
    const { chats } = await gateway.get('client/getChats', { signal, timeoutMs: timing.fileMs })
    return records(chats)
      .flatMap((chat) => {
        const id = widOf(chat.id)
        const at = (number(chat.timestamp) ?? 0) * 1000
        if (!id || !addressOf(id) || at < since || (ignoreGroups && isGroupId(id))) return []
        return [{ id, at }]
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_CHATS)
      .map(({ id }) => id)
  }

  /** A chat that its browser cannot open stands not in the way of the others. */
  const newest = async (gateway: Gateway, chatId: string, signal: AbortSignal) => {
    try {
      return await messagesOf(gateway, acceptor, { chatId, limit: REACH }, timing, signal)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 500) throw error
      ctx.log.warn('a chat could not be read', { code: error.code })
      return []
    }
  }

  return {
    async keepSeen() {
      const now = ctx.clock.now()
      if (now - kept < KEEP_EVERY_MS) return
      await ctx.store.set(SEEN, now)
      kept = now
      if (now - tidied < TIDY_EVERY_MS) return
      await createEchoes(ctx).tidy()
      tidied = now
    },
    async run(gateway, signal) {
      const now = ctx.clock.now()
      const seen = number((await ctx.store.get(SEEN))?.value)
      if (seen === undefined) return
      const since = Math.max(seen - OVERLAP_MS, now - LONGEST_MS)
      for (const chatId of await chatsSince(gateway, since, signal)) {
        const events = await newest(gateway, chatId, signal)
        await acceptor.accept(events.filter(({ at }) => at >= since))
      }
    },
  }
}

/** The newest messages of a chat as events, oldest first. */
export async function messagesOf(
  gateway: Gateway,
  acceptor: Pick<Acceptor, 'mapMessages'>,
  { chatId, limit }: { chatId: string; limit: number },
  timing: Timing,
  signal: AbortSignal,
): Promise<Extract<InboundEvent, { kind: 'message' }>[]> {
  const options = { signal, timeoutMs: timing.fileMs }
  const { messages } = await gateway.post('chat/fetchMessages', { chatId, searchOptions: { limit } }, options)
  return acceptor.mapMessages(records(messages)).sort((a, b) => a.at - b.at)
}
