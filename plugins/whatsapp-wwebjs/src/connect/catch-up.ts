import { type ChannelContext, isPluginError } from '@recado/sdk'
import type { Gateway } from '../api/gateway.ts'
import type { Resync } from './resync.ts'

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 15 * 60_000

/** Remembers whether something may be missing, and fetches it without standing in the way of the connection. */
export interface CatchUp {
  /** Something may have come that nobody took. */
  behind(): void
  /** Fetches what is missing. What fails is tried again, less and less often; only a lost session is thrown. */
  run(gateway: Gateway, signal: AbortSignal): Promise<void>
}

export function createCatchUp(ctx: ChannelContext, resync: Resync): CatchUp {
  let isBehind = true
  let failures = 0
  let notBefore = Number.NEGATIVE_INFINITY
  return {
    behind() {
      isBehind = true
    },
    async run(gateway, signal) {
      if (!isBehind) return resync.keepSeen()
      if (ctx.clock.now() < notBefore) return
      // A hook that fails meanwhile counts for the next time.
      isBehind = false
      try {
        await resync.run(gateway, signal)
        failures = 0
        await resync.keepSeen()
      } catch (error) {
        isBehind = true
        const code = isPluginError(error) ? error.code : 'unknown'
        if (signal.aborted || code === 'NOT_CONNECTED' || code === 'AUTH_EXPIRED') throw error
        failures += 1
        notBefore = ctx.clock.now() + Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
        ctx.log.warn('what was missed could not be fetched', { failures, code })
      }
    },
  }
}
