import type { Cluster } from '../cluster/types.ts'
import { eventName, type LiveServer, type LiveSocket, type Person, rooms } from './people.ts'
import { createSharedMap } from './shared-map.ts'
import type { Viewer } from './types.ts'

/** A person who stopped telling that they type has stopped. */
const TYPING_MS = 8_000
const MAX_OPEN = 20
const TYPING_TOPIC = 'typing'

/** Somebody who has a ticket open. */
export interface TicketViewer {
  userId: number
  name: string
  typing: boolean
}

export interface Typing {
  ticketId: number
  on: boolean
  who: 'contact' | 'user'
  userId: number | null
  name: string
}

interface Box<V extends Viewer> {
  tenantId: number
  ticketId: number
  /** Sockets of this node that have it open, and until when they count as typing. */
  sockets: Map<LiveSocket<V>, NodeJS.Timeout | null>
}

/** Open tickets: who looks at them and who types, on all nodes. Whoever opens one must be known to see it. */
export interface Boxes<V extends Viewer> {
  open(socket: LiveSocket<V>, ticketId: number): TicketViewer[]
  close(socket: LiveSocket<V>, ticketId: number): void
  closeAll(socket: LiveSocket<V>): void
  /** For a person who no longer sees it. */
  closeFor(person: Person<V>, ticketId: number): void
  /** @returns whether the socket has the ticket open */
  type(socket: LiveSocket<V>, ticketId: number, on: boolean): boolean
  contactTypes(tenantId: number, ticketId: number, name: string, on: boolean): void
  end(): void
}

export function createBoxes<V extends Viewer>(deps: { io: LiveServer<V>; cluster: Cluster }): Boxes<V> {
  const { io, cluster } = deps
  const boxes = new Map<string, Box<V>>()
  const keyOf = (tenantId: number, ticketId: number) => rooms.ticket(tenantId, ticketId)

  const viewersOf = (key: string): TicketViewer[] => {
    const people = new Map<number, TicketViewer>()
    for (const viewer of shared.values(key).flat()) {
      const known = people.get(viewer.userId)
      people.set(viewer.userId, known?.typing ? known : viewer)
    }
    return [...people.values()].sort((a, b) => a.userId - b.userId)
  }

  const shared = createSharedMap<TicketViewer[]>({
    cluster,
    topic: 'viewers',
    onChange(key) {
      const box = boxes.get(key)
      if (!box) return
      const { tenantId, ticketId } = box
      io.to(key).emit(eventName(tenantId, 'viewers'), { ticketId, viewers: viewersOf(key) })
    },
  })

  const share = (key: string, box: Box<V>) => {
    const people = new Map<string, TicketViewer>()
    for (const [{ data }, timer] of box.sockets) {
      const { key: who, userId, viewer } = data.person
      people.set(who, { userId, name: viewer.name, typing: timer !== null || people.get(who)?.typing === true })
    }
    shared.set(key, people.size > 0 ? [...people.values()] : undefined)
  }

  const tellTyping = (tenantId: number, typing: Typing, from?: LiveSocket<V>) => {
    const key = keyOf(tenantId, typing.ticketId)
    const sockets = from ? io.to(key).except(from.id) : io.to(key)
    sockets.emit(eventName(tenantId, 'typing'), typing)
  }
  const stopHearing = cluster.on<{ tenantId: number; typing: Typing }>(TYPING_TOPIC, ({ tenantId, typing }) =>
    tellTyping(tenantId, typing),
  )

  const userTypes = (socket: LiveSocket<V>, ticketId: number, on: boolean) => {
    const { tenantId, userId, viewer } = socket.data.person
    const typing: Typing = { ticketId, on, who: 'user', userId, name: viewer.name }
    tellTyping(tenantId, typing, socket)
    cluster.fanOut(TYPING_TOPIC, { tenantId, typing })
  }

  const setTyping = (socket: LiveSocket<V>, key: string, box: Box<V>, on: boolean) => {
    const before = box.sockets.get(socket) ?? null
    if (before) clearTimeout(before)
    const after = on ? setTimeout(() => setTyping(socket, key, box, false), TYPING_MS) : null
    box.sockets.set(socket, after)
    if ((before === null) === (after === null)) return
    userTypes(socket, box.ticketId, on)
    share(key, box)
  }

  const self: Boxes<V> = {
    open(socket, ticketId) {
      const { tenantId } = socket.data.person
      const key = keyOf(tenantId, ticketId)
      const { tickets } = socket.data
      const [oldest] = tickets
      if (!tickets.has(ticketId) && tickets.size >= MAX_OPEN && oldest !== undefined) self.close(socket, oldest)
      const box = boxes.get(key) ?? { tenantId, ticketId, sockets: new Map() }
      boxes.set(key, box)
      if (!box.sockets.has(socket)) {
        tickets.add(ticketId)
        box.sockets.set(socket, null)
        void socket.join(key)
        share(key, box)
      }
      return viewersOf(key)
    },
    close(socket, ticketId) {
      const key = keyOf(socket.data.person.tenantId, ticketId)
      const box = boxes.get(key)
      if (!box?.sockets.has(socket)) return
      setTyping(socket, key, box, false)
      box.sockets.delete(socket)
      socket.data.tickets.delete(ticketId)
      void socket.leave(key)
      if (box.sockets.size === 0) boxes.delete(key)
      share(key, box)
    },
    closeAll(socket) {
      for (const ticketId of [...socket.data.tickets]) self.close(socket, ticketId)
    },
    closeFor(person, ticketId) {
      if (!boxes.has(keyOf(person.tenantId, ticketId))) return
      for (const socket of person.sockets) self.close(socket, ticketId)
    },
    type(socket, ticketId, on) {
      const key = keyOf(socket.data.person.tenantId, ticketId)
      const box = boxes.get(key)
      if (!box?.sockets.has(socket)) return false
      setTyping(socket, key, box, on)
      return true
    },
    contactTypes(tenantId, ticketId, name, on) {
      const typing: Typing = { ticketId, on, who: 'contact', userId: null, name }
      tellTyping(tenantId, typing)
      cluster.fanOut(TYPING_TOPIC, { tenantId, typing })
    },
    end() {
      stopHearing()
      shared.close()
      for (const { sockets } of boxes.values()) for (const timer of sockets.values()) if (timer) clearTimeout(timer)
      boxes.clear()
    },
  }
  return self
}
