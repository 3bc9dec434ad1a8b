import type { Scope } from '../db/scope.ts'
import type { Log } from '../logger.ts'
import type { Boxes } from './boxes.ts'
import type { Handshake } from './handshake.ts'
import { eventName, type LiveServer, type LiveSocket, type People, type Person, rooms } from './people.ts'
import type { Presence } from './presence.ts'
import type { RealtimeOptions, TicketFacts, Viewer } from './types.ts'

const REFRESH_AT_ONCE = 4

export interface Closing {
  tenantId: number
  sessionIds: string[] | 'all'
  reason: string
}

export interface Refresh {
  tenantId: number
  userId: number | 'all'
}

/** Ends of sessions and changes of rights, for the sockets of this node and for those on their way in. */
export interface Rights<V extends Viewer> {
  revoke(socket: LiveSocket<V>, reason: string): void
  closeSessions(closing: Closing): void
  reload(person: Person<V>): Promise<void>
  refresh(refresh: Refresh): Promise<void>
}

export function createRights<V extends Viewer, F extends TicketFacts>(deps: {
  io: LiveServer<V>
  people: People<V>
  boxes: Boxes<V>
  presence: Presence<V>
  handshake: Handshake<V>
  log: Log
  options: Pick<RealtimeOptions<V, F>, 'loadViewer' | 'ticketFacts' | 'sees'>
}): Rights<V> {
  const { io, people, boxes, presence, handshake, log, options } = deps

  const closeUnseen = async (person: Person<V>) => {
    const open = new Set([...person.sockets].flatMap((socket) => [...socket.data.tickets]))
    for (const ticketId of open) {
      const facts = await options.ticketFacts(person.scope, ticketId)
      if (!facts || !options.sees(person.viewer, facts)) boxes.closeFor(person, ticketId)
    }
  }

  const rights: Rights<V> = {
    revoke(socket, reason) {
      socket.emit(eventName(socket.data.person.tenantId, 'session'), { action: 'revoked', reason })
      socket.disconnect(true)
    },

    closeSessions({ tenantId, sessionIds, reason }) {
      const ends = (sessionId: string) => sessionIds === 'all' || sessionIds.includes(sessionId)
      handshake.mark((scope, sessionId) => scope.tenantId === tenantId && ends(sessionId), 'ended')
      for (const person of [...people.of(tenantId).values()]) {
        for (const socket of [...person.sockets]) if (ends(socket.data.sessionId)) rights.revoke(socket, reason)
      }
    },

    async reload(person) {
      try {
        people.update(person, await options.loadViewer(person.scope))
        await closeUnseen(person)
      } catch (error) {
        // rights that cannot be known are none; the browser comes back and is let in anew
        log.warn({ err: error, tenantId: person.tenantId, userId: person.userId }, 'rights cannot be loaded')
        for (const socket of [...person.sockets]) socket.disconnect(true)
        return
      }
      presence.update(person)
      io.to(rooms.person(person.key)).emit(eventName(person.tenantId, 'resync'), {})
    },

    async refresh({ tenantId, userId }) {
      const isMeant = (id: number | null) => userId === 'all' || id === userId
      const idOf = ({ actor }: Scope) => (actor.kind === 'system' ? null : actor.userId)
      handshake.mark((scope) => scope.tenantId === tenantId && isMeant(idOf(scope)), 'stale')
      const waiting = [...people.of(tenantId).values()].filter((person) => isMeant(person.userId))
      const work = async () => {
        for (let person = waiting.shift(); person; person = waiting.shift()) await rights.reload(person)
      }
      await Promise.all(Array.from({ length: REFRESH_AT_ONCE }, work))
    },
  }
  return rights
}
