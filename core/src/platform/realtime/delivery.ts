import type { Log } from '../logger.ts'
import { eventName, type LiveServer, memberKey, type People, type Person, rooms } from './people.ts'
import type { Audience, TicketAudience, TicketFacts, Viewer } from './types.ts'

/** Hands events to sockets of this node. */
export function createDelivery<V extends Viewer, F extends TicketFacts>(deps: {
  io: LiveServer<V>
  people: People<V>
  sees(viewer: V, ticket: F): boolean
  reads(viewer: V, ticket: F): boolean
  log: Log
  /** Somebody no longer sees a ticket. */
  onHidden(person: Person<V>, ticketId: number): void
}): (audience: Audience<F>, event: string, payload: object) => void {
  const { io, people, log } = deps

  const sees = (person: Person<V>, ticket: F): boolean => {
    try {
      return deps.sees(person.viewer, ticket)
    } catch (error) {
      log.error({ err: error, ticketId: ticket.id }, 'the rule of who sees a ticket failed')
      return false
    }
  }

  /** An event is encoded once for each of its payloads, however many people hear it. */
  const toTicket = (audience: TicketAudience<F>, event: string, payload: object) => {
    const { tenantId, ticket, butNot, masked, unreadable } = audience
    const everybody = people.of(tenantId)
    const open: string[] = []
    const hidden: string[] = []
    const closed: string[] = []
    for (const person of everybody.values()) {
      if (!sees(person, ticket)) {
        if (!butNot) deps.onHidden(person, ticket.id)
      } else if (unreadable && !deps.reads(person.viewer, ticket)) {
        closed.push(rooms.person(person.key))
      } else if (!butNot || !sees(person, butNot)) {
        ;(masked && person.viewer.masksPhones ? hidden : open).push(rooms.person(person.key))
      }
    }
    const name = eventName(tenantId, event)
    if (open.length > 0) io.to(open.length === everybody.size ? rooms.tenant(tenantId) : open).emit(name, payload)
    if (hidden.length > 0 && masked) io.to(hidden).emit(name, masked)
    if (closed.length > 0 && unreadable) io.to(closed).emit(name, unreadable)
  }

  return (audience, event, payload) => {
    switch (audience.to) {
      case 'tenant':
        io.to(rooms.tenant(audience.tenantId)).emit(eventName(audience.tenantId, event), payload)
        break
      case 'admins':
        io.to(rooms.admins(audience.tenantId)).emit(eventName(audience.tenantId, event), payload)
        break
      case 'user': {
        const { tenantId, userId } = audience
        io.to(rooms.person(memberKey(tenantId, userId))).emit(eventName(tenantId, event), payload)
        break
      }
      case 'users': {
        const { tenantId, userIds } = audience
        const named = userIds.map((userId) => rooms.person(memberKey(tenantId, userId)))
        // without rooms it would go to everybody
        if (named.length > 0) io.to(named).emit(eventName(tenantId, event), payload)
        break
      }
      case 'ticket':
        toTicket(audience, event, payload)
        break
      case 'operator':
        for (const person of people.all()) {
          if (person.viewer.isOperator) {
            io.to(rooms.person(person.key)).emit(eventName(person.tenantId, event), payload)
          }
        }
        break
    }
  }
}
