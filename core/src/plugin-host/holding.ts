import { background } from '../platform/background.ts'
import type { Log } from '../platform/logger.ts'
import type { LiveChannel } from './live-channel.ts'
import type { ChannelKey } from './ports.ts'
import type { Slot } from './slot.ts'
import type { OwnedChannel } from './types.ts'

/** A lease of ours; without a slot when the channel cannot be opened until somebody mends it. */
export interface Holding {
  key: ChannelKey
  epoch: number
  slot: Slot | null
  /** It could not be opened for a reason that may pass. */
  retry: boolean
  /** The listeners know that it is ours. */
  told: boolean
}

/** Waits until sends under way have ended, or the time is up. */
export async function drained(channel: LiveChannel | undefined, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs
  while ((channel?.sending ?? 0) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Who wants to know what becomes of this node's channels. */
export const createListeners = (log: Log) => ({
  owned: createGroup<OwnedChannel>(log),
  state: createGroup<OwnedChannel>(log),
  lost: createGroup<ChannelKey>(log),
})

function createGroup<T>(log: Log) {
  const listeners = new Set<(value: T) => void>()
  return {
    tell(value: T): void {
      for (const listener of listeners) background(log, 'session listener', () => listener(value))
    },
    subscribe(this: void, listener: (value: T) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
