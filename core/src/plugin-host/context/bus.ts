import type { ChannelContext } from '@recado/sdk'
import { asPlugin } from '../plugin-scope.ts'
import type { ChannelKey, ClusterPort } from '../ports.ts'

const TOPIC = 'plugin-bus'
const MAX_HINT_BYTES = 4096
const PER_SECOND = 200

interface Hint {
  tenantId: number
  channelId: number
  /** The end that published it, which does not hear itself. */
  from: string
  topic: string
  data: unknown
}

type Listener = (topic: string, data: unknown) => void

interface End {
  id: string
  pluginId: string
  instance: string
  listeners: Set<Listener>
}

/** Hints between the instances of one channel, on this node and on the others. */
export interface BusExchange {
  join(end: { key: ChannelKey; id: string; pluginId: string; instance: string }): {
    bus: ChannelContext['bus']
    leave(): void
  }
  close(): void
}

export function createBusExchange(deps: {
  cluster: ClusterPort
  onDefect(pluginId: string, instance: string, error: unknown): void
}): BusExchange {
  const rooms = new Map<string, Set<End>>()
  const roomOf = (tenantId: number, channelId: number) => `${tenantId}:${channelId}`

  const off = deps.cluster.on(TOPIC, (payload) => {
    const hint = payload as Hint
    for (const end of rooms.get(roomOf(hint.tenantId, hint.channelId)) ?? []) {
      if (end.id === hint.from) continue
      for (const listener of end.listeners) {
        try {
          asPlugin(end.pluginId, () => listener(hint.topic, structuredClone(hint.data)), end.instance)
        } catch (error) {
          deps.onDefect(end.pluginId, end.instance, error)
        }
      }
    }
  })

  return {
    join({ key, id, pluginId, instance }) {
      const room = roomOf(key.tenantId, key.channelId)
      const end: End = { id, pluginId, instance, listeners: new Set() }
      const ends = rooms.get(room) ?? new Set()
      rooms.set(room, ends.add(end))
      let second = 0
      let sent = 0
      const bus: ChannelContext['bus'] = {
        publish(topic, data) {
          const text = JSON.stringify(data ?? null)
          if (Buffer.byteLength(text) > MAX_HINT_BYTES) throw new RangeError(`the hint ${topic} is above 4 KB`)
          const now = Math.floor(performance.now() / 1000)
          sent = now === second ? sent + 1 : 1
          second = now
          // At most once is the promise; a flood is cut rather than carried to every node.
          if (sent > PER_SECOND) return
          const hint: Hint = { ...key, from: id, topic: topic.slice(0, 100), data: JSON.parse(text) }
          deps.cluster.notify(TOPIC, hint)
        },
        subscribe(listener) {
          end.listeners.add(listener)
          return () => end.listeners.delete(listener)
        },
      }
      return {
        bus,
        leave() {
          end.listeners.clear()
          ends.delete(end)
          if (ends.size === 0) rooms.delete(room)
        },
      }
    },
    close: off,
  }
}
