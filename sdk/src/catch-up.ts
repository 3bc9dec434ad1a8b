import type { ChannelContext } from './context.ts'
import { isPluginError } from './errors.ts'
import type { Address, InboundEvent, InboundMessage } from './messages/events.ts'

/**
 * For providers that tell each thing only once: fetches what came while nobody took it, and lets what is told meanwhile
 * wait for what came before it in the same chat, so that order holds.
 */
export interface CatchUp {
  /** Something may have come that nobody took. */
  behind(): void
  /**
   * Call it from time to time while the connection works, on the node that keeps it. What fails is tried again, less and
   * less often; only a lost session is thrown.
   */
  run(signal: AbortSignal): Promise<void>
  /** Call it before the events of a hook are handed over, on whatever node. Never fails, and takes little more than two seconds. */
  before(events: readonly InboundEvent[]): Promise<void>
  close(): void
}

/** What the provider lets one look up. */
export interface CatchUpSource {
  /** The chats in which something is newer than `since` (epoch milliseconds), the newest first. */
  chats(since: number, signal: AbortSignal): Promise<string[]>
  /** The newest messages of a chat, oldest first. Older ones than `since` are left out here. */
  messages(chat: string, signal: AbortSignal): Promise<InboundEvent[]>
  /** The provider's name of the chat with this address; null when it has none. */
  chatOf(address: Address): string | null
  accept(events: InboundEvent[]): Promise<void>
}

/** Until when everything is known to have come in, in epoch milliseconds. */
const SEEN = 'seen'
const TOPIC = 'behind'
const OVERLAP_MS = 5 * 60_000
/** After longer than this the newest chats are enough; older ones are a matter of importing. */
const LONGEST_MS = 7 * 24 * 3_600_000
const KEEP_EVERY_MS = 60_000
const MOST_CHATS = 200
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** The host gives a hook five seconds in all. */
const WAIT_MS = 2500

export function createCatchUp(
  ctx: Pick<ChannelContext, 'store' | 'clock' | 'log' | 'bus' | 'signal'>,
  source: CatchUpSource,
): CatchUp {
  let isBehind = true
  let failures = 0
  let notBefore = Number.NEGATIVE_INFINITY
  let kept = Number.NEGATIVE_INFINITY
  /** What came before `from` may be missing; the chats that were looked at since. Null when nothing is. */
  let gap: { from: number; read: Map<string, Promise<void>> } | null = { from: ctx.clock.now(), read: new Map() }

  const open = () => {
    gap = { from: ctx.clock.now(), read: new Map() }
  }
  const leave = ctx.bus.subscribe((topic) => {
    if (topic !== TOPIC) return
    isBehind = true
    open()
  })
  const seen = async (): Promise<number | null> => {
    const value = (await ctx.store.get(SEEN))?.value
    return typeof value === 'number' ? value : null
  }
  const keepSeen = async (isDue: boolean) => {
    const now = ctx.clock.now()
    if (!isDue && now - kept < KEEP_EVERY_MS) return
    await ctx.store.set(SEEN, now)
    kept = now
  }
  const sinceOf = (until: number) => Math.max(until - OVERLAP_MS, ctx.clock.now() - LONGEST_MS)
  const fetch = async (chat: string, since: number, signal: AbortSignal) => {
    const events = await source.messages(chat, signal)
    const news = events.filter((event) => event.at >= since)
    if (news.length > 0) await source.accept(news)
  }

  return {
    behind() {
      isBehind = true
      open()
      ctx.bus.publish(TOPIC, null)
    },

    async run(signal) {
      if (!isBehind) return keepSeen(false)
      if (ctx.clock.now() < notBefore) return
      // What is missed meanwhile counts for the next time.
      isBehind = false
      try {
        const until = await seen()
        // Nothing on a channel's first day: older messages are no news.
        if (until !== null) {
          const since = sinceOf(until)
          const chats = await source.chats(since, signal)
          for (const chat of chats.slice(0, MOST_CHATS)) await fetch(chat, since, signal)
        }
        failures = 0
        if (!isBehind) await keepSeen(true)
      } catch (error) {
        isBehind = true
        const code = isPluginError(error) ? error.code : 'unknown'
        if (signal.aborted || code === 'NOT_CONNECTED' || code === 'AUTH_EXPIRED') throw error
        failures += 1
        notBefore = ctx.clock.now() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
        ctx.log.warn('what was missed could not be fetched', { failures, code })
      }
    },

    async before(events) {
      const fresh = events.filter(isNews)
      if (!gap || fresh.length === 0) return
      const current = gap
      const until = await seen().catch(() => null)
      if (until !== null && until >= current.from && gap === current) gap = null
      if (until === null || until >= current.from) return
      const addresses = fresh.flatMap(({ chat }) => chat.addresses)
      const chats = new Set(addresses.flatMap((address) => source.chatOf(address) ?? []))
      const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(WAIT_MS)])
      const reading = [...chats].map((chat) => {
        const under = current.read.get(chat)
        if (under) return under
        const done = fetch(chat, sinceOf(until), signal).catch((error: unknown) => {
          // What was told is safer stored out of order than not at all.
          ctx.log.warn('older messages of a chat could not be read', {
            code: isPluginError(error) ? error.code : 'unknown',
          })
        })
        current.read.set(chat, done)
        return done
      })
      await Promise.race([Promise.all(reading), passed(signal)])
    },

    close: leave,
  }
}

const isNews = (event: InboundEvent): event is InboundMessage => event.kind === 'message' && !event.history

const passed = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
