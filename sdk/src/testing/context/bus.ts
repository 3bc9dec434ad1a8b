import type { ChannelContext } from '../../context.ts'

export type Bus = ChannelContext['bus']

const MAX_HINT_BYTES = 4096

/** A line between several instances of one channel, as they would run on several nodes. */
export interface TestBus {
  /** One end of it. What an end publishes reaches all the others, not itself. */
  join(): Bus
}

export function createTestBus(): TestBus {
  const ends = new Set<Set<(topic: string, data: unknown) => void>>()
  return {
    join() {
      const listeners = new Set<(topic: string, data: unknown) => void>()
      ends.add(listeners)
      return {
        publish(topic, data) {
          const text = JSON.stringify(data ?? null)
          if (Buffer.byteLength(text) > MAX_HINT_BYTES) throw new RangeError(`the hint ${topic} is above 4 KB`)
          for (const end of ends) {
            if (end === listeners) continue
            for (const listener of end) listener(topic, JSON.parse(text))
          }
        },
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      }
    },
  }
}
