import type { Store } from '@recado/sdk'
import { numberOf } from '../receive/read.ts'

/**
 * After a week without updates Telegram may number them anew, from anywhere. An older offset could then confirm, and
 * so throw away, what was never seen; without one Telegram starts at the first update that is not confirmed.
 */
const GOOD_FOR_MS = 6 * 24 * 60 * 60 * 1000

export interface Offset {
  /** What to ask for next; undefined to let Telegram decide. */
  next(now: number): number | undefined
  /** Everything before `next` is durable. */
  advance(next: number, now: number): Promise<void>
}

/** Kept per bot: the numbers of two bots have nothing to do with each other. */
export async function loadOffset(store: Store, botId: string): Promise<Offset> {
  const key = `offset:${botId}`
  const kept = (await store.get<{ next?: unknown; at?: unknown }>(key))?.value
  let state = { next: numberOf(kept?.next), at: numberOf(kept?.at) ?? 0 }
  return {
    next: (now) => (now - state.at < GOOD_FOR_MS ? state.next : undefined),
    async advance(next, now) {
      state = { next, at: now }
      await store.set(key, state)
    },
  }
}
