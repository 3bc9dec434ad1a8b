import { background } from '../background.ts'
import type { Cluster } from '../cluster/types.ts'
import type { Log } from '../logger.ts'
import { eventName, type LiveServer, type LiveSocket, type Person, rooms } from './people.ts'
import { type ChangeCause, createSharedMap } from './shared-map.ts'
import type { Viewer } from './types.ts'

/** Lists of a company go out at most this often. */
const TELL_MS = 1_000

interface Present {
  name: string
  idle: boolean
  sockets: string[]
}

interface Bubble {
  sockets: string[]
  user: { userId: number; name: string }
}

/** Who is online, on all nodes. A person goes offline some time after their last socket. */
export interface Presence<V extends Viewer> {
  /** Something about the person's sockets changed. */
  update(person: Person<V>): void
  online(tenantId: number): number[]
  tell(socket: LiveSocket<V>): void
  /** Takes this node's people off the list. */
  close(): Promise<void>
}

export function createPresence<V extends Viewer>(deps: {
  io: LiveServer<V>
  cluster: Cluster
  log: Log
  graceMs: number
  onPresence(tenantId: number, userId: number, online: boolean): void | Promise<void>
}): Presence<V> {
  const { io, log } = deps
  const online = new Map<number, Set<number>>()
  const leaving = new Map<string, NodeJS.Timeout>()
  const telling = new Map<number, NodeJS.Timeout>()
  const writes = new Set<Promise<void>>()
  /** People who had a socket here while online; two nodes that they leave at once both write it rather than none. */
  const known = new Set<string>()
  let closed = false

  const write = (tenantId: number, userId: number, isOnline: boolean) => {
    const run = Promise.resolve()
      .then(() => deps.onPresence(tenantId, userId, isOnline))
      .finally(() => writes.delete(run))
    writes.add(run)
    background(log, 'presence', run)
  }

  const idsOf = (key: string): [number, number] => {
    const [tenantId, userId] = key.split(':')
    return [Number(tenantId), Number(userId)]
  }

  const onChange = (key: string, cause: ChangeCause) => {
    const [tenantId, userId] = idsOf(key)
    const users = online.get(tenantId) ?? new Set<number>()
    const was = users.has(userId)
    const is = shared.values(key).length > 0
    if (is) users.add(userId)
    else users.delete(userId)
    if (users.size > 0) online.set(tenantId, users)
    else online.delete(tenantId)
    if (is && !was && cause === 'own') write(tenantId, userId, true)
    if (!is && was && (known.has(key) || cause === 'left')) write(tenantId, userId, false)
    if (!is) known.delete(key)
    tellTenant(tenantId)
  }

  const shared = createSharedMap<Present>({
    cluster: deps.cluster,
    topic: 'presence',
    onChange: (key, cause) => onChange(key, cause),
  })

  const lists = (tenantId: number) => {
    const active: Record<string, Bubble> = {}
    const idle: Record<string, Bubble> = {}
    for (const userId of online.get(tenantId) ?? []) {
      const places = shared.values(`${tenantId}:${userId}`)
      const bubble = {
        sockets: places.flatMap((place) => place.sockets),
        user: { userId, name: places[0]?.name ?? '' },
      }
      ;(places.every((place) => place.idle) ? idle : active)[userId] = bubble
    }
    return { sortedUserList: active, sortedIdleList: idle }
  }

  const tellTenant = (tenantId: number) => {
    if (telling.has(tenantId)) return
    const timer = setTimeout(() => {
      telling.delete(tenantId)
      if (io.of('/').adapter.rooms.has(rooms.tenant(tenantId))) {
        io.to(rooms.tenant(tenantId)).emit(eventName(tenantId, 'chat:updateOnlineBubbles'), lists(tenantId))
      }
    }, TELL_MS)
    telling.set(tenantId, timer)
  }

  const leave = (key: string) => {
    leaving.delete(key)
    shared.set(key, undefined)
  }

  return {
    update(person) {
      if (!person.isMember || closed) return
      const { key } = person
      if (person.sockets.size === 0) {
        if (shared.own(key) && !leaving.has(key))
          leaving.set(
            key,
            setTimeout(() => leave(key), deps.graceMs),
          )
        return
      }
      clearTimeout(leaving.get(key))
      leaving.delete(key)
      known.add(key)
      const sockets = [...person.sockets]
      shared.set(key, {
        name: person.viewer.name,
        idle: sockets.every((socket) => socket.data.isIdle),
        sockets: sockets.map((socket) => socket.id),
      })
    },
    online: (tenantId) => [...(online.get(tenantId) ?? [])],
    tell(socket) {
      const { tenantId } = socket.data.person
      socket.emit(eventName(tenantId, 'chat:updateOnlineBubbles'), lists(tenantId))
    },
    async close() {
      closed = true
      for (const timer of leaving.values()) clearTimeout(timer)
      for (const key of shared.ownKeys()) leave(key)
      shared.close()
      for (const timer of telling.values()) clearTimeout(timer)
      await Promise.allSettled(writes)
    },
  }
}
