import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Scope } from '../db/scope.ts'
import type { Viewer } from './types.ts'

/** One person with their sockets on this node. */
export interface Person<V extends Viewer> {
  key: string
  tenantId: number
  userId: number
  /** False for the operator, who is nobody of this company. */
  isMember: boolean
  scope: Scope
  viewer: V
  sockets: Set<LiveSocket<V>>
}

export interface SocketData<V extends Viewer> {
  person: Person<V>
  scope: Scope
  sessionId: string
  expiresAt: number
  isIdle: boolean
  /** Whether it takes part in the online list. */
  isPresent: boolean
  /** Tickets that it has open, oldest first. */
  tickets: Set<number>
}

export type LiveSocket<V extends Viewer> = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData<V>>
export type LiveServer<V extends Viewer> = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData<V>>

export const rooms = {
  tenant: (tenantId: number) => `t:${tenantId}`,
  admins: (tenantId: number) => `a:${tenantId}`,
  person: (key: string) => `p:${key}`,
  ticket: (tenantId: number, ticketId: number) => `k:${tenantId}:${ticketId}`,
}

/** The name under which a company's browsers hear an event. */
export const eventName = (tenantId: number, event: string): string => `${tenantId}:${event}`

export const memberKey = (tenantId: number, userId: number): string => `${tenantId}:${userId}`

export const keyOf = (scope: Scope, userId: number): string =>
  scope.actor.kind === 'user' ? memberKey(scope.tenantId, userId) : `${scope.tenantId}:${scope.actor.kind}:${userId}`

/** Who is connected to this node. */
export interface People<V extends Viewer> {
  of(tenantId: number): ReadonlyMap<string, Person<V>>
  get(tenantId: number, key: string): Person<V> | undefined
  all(): Iterable<Person<V>>
  /** Sockets of a company. */
  count(tenantId: number): number
  add(socket: LiveSocket<V>, scope: Scope, viewer: V): Person<V>
  /** @returns whether it was the person's last */
  remove(socket: LiveSocket<V>): boolean
  /** Rooms follow the rights. */
  update(person: Person<V>, viewer: V): void
}

export function createPeople<V extends Viewer>(): People<V> {
  const tenants = new Map<number, Map<string, Person<V>>>()
  const none: ReadonlyMap<string, Person<V>> = new Map()

  const joinRooms = async (socket: LiveSocket<V>, { tenantId, key, viewer }: Person<V>): Promise<void> => {
    await socket.join([rooms.tenant(tenantId), rooms.person(key)])
    if (viewer.profile === 'admin' || viewer.isOperator) await socket.join(rooms.admins(tenantId))
    else await socket.leave(rooms.admins(tenantId))
  }

  const people: People<V> = {
    of: (tenantId) => tenants.get(tenantId) ?? none,
    get: (tenantId, key) => tenants.get(tenantId)?.get(key),
    *all() {
      for (const tenant of tenants.values()) yield* tenant.values()
    },
    count(tenantId) {
      let count = 0
      for (const person of people.of(tenantId).values()) count += person.sockets.size
      return count
    },
    add(socket, scope, viewer) {
      const { tenantId } = scope
      const key = keyOf(scope, viewer.userId)
      const tenant = tenants.get(tenantId) ?? new Map<string, Person<V>>()
      tenants.set(tenantId, tenant)
      const person: Person<V> = tenant.get(key) ?? {
        key,
        tenantId,
        userId: viewer.userId,
        isMember: scope.actor.kind === 'user',
        scope,
        viewer,
        sockets: new Set(),
      }
      tenant.set(key, person)
      person.sockets.add(socket)
      people.update(person, viewer)
      return person
    },
    remove(socket) {
      const { person } = socket.data
      person.sockets.delete(socket)
      if (person.sockets.size > 0) return false
      const tenant = tenants.get(person.tenantId)
      tenant?.delete(person.key)
      if (tenant?.size === 0) tenants.delete(person.tenantId)
      return true
    },
    update(person, viewer) {
      person.viewer = viewer
      // the adapter in memory joins at once; the promise is for adapters that ask others
      for (const socket of person.sockets) void joinRooms(socket, person)
    },
  }
  return people
}
