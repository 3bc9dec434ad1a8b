import type { Scope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import type { Log } from '../logger.ts'
import { keyOf, type LiveSocket, type People } from './people.ts'
import type { Authenticated, RealtimeOptions, TicketFacts, Viewer } from './types.ts'

const MAX_TOKEN = 8_192
const MAX_PER_USER = 10
const MAX_PER_TENANT = 2_000

/** A socket that is being let in; what happens to its session or rights meanwhile is noted here. */
export interface Arrival<V extends Viewer> extends Authenticated {
  viewer: V
  ended: boolean
  stale: boolean
}

/** Lets sockets in. What refuses them is told as the text of a `connect_error`. */
export interface Handshake<V extends Viewer> {
  check(socket: LiveSocket<V>, next: (error?: Error) => void): Promise<void>
  /** Once, when the socket is connected. */
  arrived(socket: LiveSocket<V>): Arrival<V> | null
  /** Marks those who are on their way in. */
  mark(matches: (scope: Scope, sessionId: string) => boolean, how: 'ended' | 'stale'): void
}

const tokenOf = (socket: { handshake: { auth: Record<string, unknown>; query: Record<string, unknown> } }) => {
  const token = socket.handshake.auth.token ?? socket.handshake.query.token
  return typeof token === 'string' && token !== '' && token.length <= MAX_TOKEN ? token : null
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500

export function createHandshake<V extends Viewer, F extends TicketFacts>(deps: {
  people: People<V>
  log: Log
  options: Pick<RealtimeOptions<V, F>, 'authenticate' | 'loadViewer'>
}): Handshake<V> {
  const { people, options, log } = deps
  const arrivals = new Map<LiveSocket<V>, Omit<Arrival<V>, 'viewer'> & { viewer?: V }>()

  const admit = async (socket: LiveSocket<V>, token: string): Promise<string | null> => {
    const who = await options.authenticate(token)
    const arrival = { ...who, ended: false, stale: false }
    arrivals.set(socket, arrival)
    socket.conn.once('close', () => arrivals.delete(socket))
    const viewer = await options.loadViewer(who.scope)
    if (arrival.ended) return 'tokenInvalid'
    const { tenantId } = who.scope
    const mine = people.get(tenantId, keyOf(who.scope, viewer.userId))
    if ((mine?.sockets.size ?? 0) >= MAX_PER_USER || people.count(tenantId) >= MAX_PER_TENANT) return 'ERR_RATE_LIMITED'
    arrivals.set(socket, Object.assign(arrival, { viewer }))
    return null
  }

  return {
    async check(socket, next) {
      const token = tokenOf(socket)
      let refusal: string | null = 'tokenInvalid'
      try {
        if (token !== null) refusal = await admit(socket, token)
      } catch (error) {
        if (!isRefusal(error)) {
          refusal = 'ERR_UNAVAILABLE'
          log.error({ err: error }, 'a socket could not be let in')
        }
      }
      if (refusal === null) return next()
      arrivals.delete(socket)
      return next(new Error(refusal))
    },
    arrived(socket) {
      const arrival = arrivals.get(socket)
      arrivals.delete(socket)
      return arrival?.viewer ? { ...arrival, viewer: arrival.viewer } : null
    },
    mark(matches, how) {
      for (const arrival of arrivals.values()) if (matches(arrival.scope, arrival.sessionId)) arrival[how] = true
    },
  }
}
