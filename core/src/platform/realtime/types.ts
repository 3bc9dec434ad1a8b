import type { Server as HttpServer } from 'node:http'
import type { Cluster } from '../cluster/types.ts'
import type { Profile, Scope } from '../db/scope.ts'
import type { Log } from '../logger.ts'

/** What decides who sees a ticket; plain data, since it travels between nodes. The tickets module has the fields. */
export interface TicketFacts {
  id: number
}

/** A connected person with the rights that decide what they see; modules add their own fields. */
export interface Viewer {
  tenantId: number
  userId: number
  profile: Profile
  name: string
  /** Hears the operator's events. */
  isOperator: boolean
  /** Is sent `masked` instead of the payload. */
  masksPhones: boolean
}

export interface TicketAudience<F extends TicketFacts = TicketFacts> {
  tenantId: number
  to: 'ticket'
  /** Those who see this. */
  ticket: F
  /** But not those who see this, such as the ticket after a change that took it from somebody. */
  butNot?: F
  /** For people from whom phone numbers are hidden. */
  masked?: object
  /** For people who see the ticket and may not read it. */
  unreadable?: object
}

/** Who hears an event. */
export type Audience<F extends TicketFacts = TicketFacts> =
  | { tenantId: number; to: 'tenant' }
  | { tenantId: number; to: 'user'; userId: number }
  /** Each of these. */
  | { tenantId: number; to: 'users'; userIds: readonly number[] }
  | { tenantId: number; to: 'admins' }
  | TicketAudience<F>
  | { to: 'operator' }

export interface Realtime<F extends TicketFacts = TicketFacts> {
  /** To sockets on all nodes; the event's name gets the `<tenantId>:` prefix. Never throws, never waits. */
  publish(audience: Audience<F>, event: string, payload: object): void
  /** The contact types, or stopped; told to whoever has the ticket open. */
  contactTyping(tenantId: number, ticketId: number, name: string, on: boolean): void
  /** People with a live socket on any node; the operator's are not counted. */
  onlineUsers(tenantId: number): number[]
  /** Tells `<t>:session { action: 'revoked', reason }`, then disconnects, on all nodes. */
  closeSessions(tenantId: number, sessionIds: string[] | 'all', reason: string): void
  /** Rights changed: viewers are loaded again, and the browser is told to refetch, on all nodes. */
  refreshViewer(tenantId: number, userId: number | 'all'): void
  /** Sockets of this node. */
  connections(): number
  close(): Promise<void>
}

export interface Authenticated {
  scope: Scope
  sessionId: string
  /** Epoch milliseconds at which the session (not its access token) ends. */
  expiresAt?: number
}

export interface RealtimeOptions<V extends Viewer, F extends TicketFacts> {
  /** Absent on nodes that serve no sockets but publish. */
  httpServer?: HttpServer
  cluster: Cluster
  log: Log
  /** Rejects a token that is not good; what it throws is not told. */
  authenticate(token: string): Promise<Authenticated>
  loadViewer(scope: Scope): Promise<V>
  /** Pure and fast: runs for every connected person and event. */
  sees(viewer: V, ticket: F): boolean
  /** Of those who see a ticket, who may read its messages; everybody unless told. */
  reads?(viewer: V, ticket: F): boolean
  ticketFacts(scope: Scope, ticketId: number): Promise<F | null>
  onPresence?(tenantId: number, userId: number, online: boolean): void | Promise<void>
  onTyping?(scope: Scope, ticketId: number, on: boolean): void | Promise<void>
  /** Origins of other sites that may connect; none unless told. */
  origins?: string[]
  /** How long somebody without a socket still counts as online, as after a reload of the page. */
  graceMs?: number
}
