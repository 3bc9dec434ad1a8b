import type { Store } from '@recado/sdk'
import { HOUR_MS, PRIVATE_REPLY_HOURS, WINDOW_HOURS } from '../platform.ts'

/** What is kept for a while only, by the prefix of its keys, and for how many hours. Each value has its time in `at`. */
export const PASSING = {
  arrival: { prefix: 'arrival:', hours: WINDOW_HOURS },
  parts: { prefix: 'parts:', hours: 30 * 24 },
  privateReply: { prefix: 'private-reply:', hours: PRIVATE_REPLY_HOURS + 24 },
} as const

const AT_ONCE = 500

/** Takes out what has had its time, some at once. */
export async function tidy(store: Store, now: number): Promise<void> {
  for (const { prefix, hours } of Object.values(PASSING)) {
    for (const { key, value } of await store.list<{ at?: number } | null>(prefix, AT_ONCE)) {
      if (now - (value?.at ?? 0) > hours * HOUR_MS) await store.delete(key)
    }
  }
}
