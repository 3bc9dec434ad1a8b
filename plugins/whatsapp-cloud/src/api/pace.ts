import { GraphError } from '@recado/meta-graph'
import { type ChannelContext, PluginError } from '@recado/sdk'

/**
 * How fast Meta lets this channel go. A limit of the number or the account (4, 80007, 130429) pauses all sends, a limit
 * of one pair (131056) those to that recipient; both grow with each refusal and end with the first success.
 */
export interface Pace {
  /** @throws PluginError RATE_LIMITED while a pause lasts */
  check(): void
  /** The refusal with the time to wait; other errors as they are. */
  refused(recipient: string, error: unknown): unknown
  succeeded(recipient: string): void
}

const PAIR = { firstMs: 6000, longestMs: 10 * 60_000 }
/** Throughput recovers within seconds, hourly budgets of calls do not. */
const CHANNEL: Readonly<Record<number, { firstMs: number; longestMs: number }>> = {
  4: { firstMs: 60_000, longestMs: 30 * 60_000 },
  80007: { firstMs: 60_000, longestMs: 30 * 60_000 },
  130429: { firstMs: 2000, longestMs: 5 * 60_000 },
}
/** Recipients that are remembered; the oldest give way. */
const MAX_PAIRS = 1000

export function createPace(clock: ChannelContext['clock']): Pace {
  const pairs = new Map<string, number>()
  let refusals = 0
  let pausedUntil = 0

  const grown = ({ firstMs, longestMs }: { firstMs: number; longestMs: number }, times: number) =>
    Math.min(longestMs, firstMs * 2 ** Math.min(times - 1, 20))

  const slower = (error: GraphError, retryAfterMs: number) => new GraphError('RATE_LIMITED', error.fault, retryAfterMs)

  return {
    check() {
      const left = pausedUntil - clock.now()
      if (left > 0) throw new PluginError('RATE_LIMITED', { retryAfterMs: left })
    },
    refused(recipient, error) {
      if (!(error instanceof GraphError)) return error
      const { code } = error.fault
      if (code === 131056) {
        const times = (pairs.get(recipient) ?? 0) + 1
        pairs.delete(recipient)
        pairs.set(recipient, times)
        const oldest = pairs.size > MAX_PAIRS ? pairs.keys().next().value : undefined
        if (oldest !== undefined) pairs.delete(oldest)
        return slower(error, grown(PAIR, times))
      }
      const rule = CHANNEL[code]
      if (!rule) return error
      // Sends that were under way together are refused together: one step for all of them.
      if (pausedUntil <= clock.now()) refusals += 1
      // For those Meta may say how long it takes.
      const toldMs = code === 130429 ? 0 : (error.retryAfterMs ?? 0)
      const waitMs = Math.max(grown(rule, refusals), toldMs)
      pausedUntil = Math.max(pausedUntil, clock.now() + waitMs)
      return slower(error, pausedUntil - clock.now())
    },
    succeeded(recipient) {
      pairs.delete(recipient)
      if (pausedUntil <= clock.now()) refusals = 0
    },
  }
}
