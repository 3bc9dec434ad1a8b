import { Server } from 'socket.io'
import { background } from '../background.ts'
import { createBoxes } from './boxes.ts'
import { createClientEvents } from './client-events.ts'
import { createDelivery } from './delivery.ts'
import { gatherWrites } from './gather-writes.ts'
import { createHandshake } from './handshake.ts'
import { textPackets } from './packets.ts'
import { createPeople, eventName, type LiveServer, type LiveSocket } from './people.ts'
import { createPresence } from './presence.ts'
import { type Closing, createRights, type Refresh } from './rights.ts'
import type { Audience, Realtime, RealtimeOptions, TicketFacts, Viewer } from './types.ts'

export type * from './types.ts'

const PATH = '/socket.io'
const GRACE_MS = 5_000
const SWEEP_MS = 10_000
/** A browser that hears `resync` asks again for all that it shows, so not all of them hear it at once. */
const RESYNC_SPREAD_MS = 5_000
const RESYNC_PER_SOCKET_MS = 2
const PUBLISH = 'realtime'
const CLOSE = 'realtime-close'
const REFRESH = 'realtime-refresh'

/** Sockets of the browsers, on this node and, through the cluster, on all others. */
export function createRealtime<V extends Viewer, F extends TicketFacts>(options: RealtimeOptions<V, F>): Realtime<F> {
  const { cluster } = options
  const log = options.log.child({ part: 'realtime' })
  const io: LiveServer<V> = new Server({
    path: PATH,
    transports: ['websocket', 'polling'],
    pingInterval: 25_000,
    pingTimeout: 20_000,
    connectTimeout: 10_000,
    // browsers say little
    maxHttpBufferSize: 65_536,
    serveClient: false,
    parser: textPackets,
    // other upgrades on this server belong to others
    destroyUpgrade: false,
    ...(options.origins ? { cors: { origin: options.origins, credentials: true } } : {}),
  })
  const people = createPeople<V>()
  const boxes = createBoxes<V>({ io, cluster })
  const presence = createPresence<V>({
    io,
    cluster,
    log,
    graceMs: options.graceMs ?? GRACE_MS,
    onPresence: (tenantId, userId, online) => options.onPresence?.(tenantId, userId, online),
  })
  const deliver = createDelivery<V, F>({
    io,
    people,
    log,
    sees: options.sees,
    reads: options.reads ?? (() => true),
    onHidden: boxes.closeFor,
  })
  const handshake = createHandshake<V, F>({ people, log, options })
  const listen = createClientEvents<V, F>({ boxes, presence, log, options })
  const rights = createRights<V, F>({ io, people, boxes, presence, handshake, log, options })
  const timers = new Set<NodeJS.Timeout>()

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }

  const welcome = (socket: LiveSocket<V>) => {
    const arrival = handshake.arrived(socket)
    if (!arrival) {
      socket.disconnect(true)
      return
    }
    const { scope, sessionId, viewer } = arrival
    const person = people.add(socket, scope, viewer)
    socket.data = {
      person,
      scope,
      sessionId,
      expiresAt: arrival.expiresAt ?? Number.POSITIVE_INFINITY,
      isIdle: false,
      isPresent: false,
      tickets: new Set(),
    }
    socket.on('error', (error) => log.warn({ err: error }, 'socket error'))
    socket.on('disconnect', () => {
      boxes.closeAll(socket)
      people.remove(socket)
      presence.update(person)
    })
    if (arrival.ended) return rights.revoke(socket, 'logout')
    listen(socket)
    presence.update(person)
    if (arrival.stale) background(log, 'load rights again', rights.reload(person))
  }

  const resyncAll = () => {
    const sockets = [...io.of('/').sockets.values()]
    const spread = Math.min(RESYNC_SPREAD_MS, sockets.length * RESYNC_PER_SOCKET_MS)
    for (const socket of sockets) {
      later(Math.random() * spread, () => socket.emit(eventName(socket.data.person.tenantId, 'resync'), {}))
    }
  }

  const deliverSafely = (audience: Audience<F>, event: string, payload: object) => {
    try {
      deliver(audience, event, payload)
    } catch (error) {
      log.error({ err: error, event }, 'an event was not delivered')
    }
  }

  const sweep = () => {
    const now = Date.now()
    for (const socket of io.of('/').sockets.values()) if (socket.data.expiresAt <= now) rights.revoke(socket, 'expired')
  }

  io.use((socket, next) => background(log, 'handshake', handshake.check(socket, next)))
  io.on('connection', welcome)
  const stopGathering = options.httpServer && gatherWrites(options.httpServer, PATH)
  if (options.httpServer) io.attach(options.httpServer)
  const sweeping = setInterval(sweep, SWEEP_MS)
  const stops = [
    cluster.on<{ audience: Audience<F>; event: string; payload: object }>(PUBLISH, ({ audience, event, payload }) =>
      deliverSafely(audience, event, payload),
    ),
    cluster.on<Closing>(CLOSE, rights.closeSessions),
    cluster.on<Refresh>(REFRESH, (refresh) => background(log, 'load rights again', rights.refresh(refresh))),
    cluster.onReconnect(resyncAll),
  ]

  return {
    publish(audience, event, payload) {
      deliverSafely(audience, event, payload)
      if (cluster.peers('api') === 0) return
      try {
        cluster.fanOut(PUBLISH, { audience, event, payload })
      } catch (error) {
        log.error({ err: error, event }, 'an event was not told to other nodes')
      }
    },
    contactTyping: (tenantId, ticketId, name, on) => boxes.contactTypes(tenantId, ticketId, name, on),
    onlineUsers: (tenantId) => presence.online(tenantId),
    closeSessions(tenantId, sessionIds, reason) {
      rights.closeSessions({ tenantId, sessionIds, reason })
      cluster.fanOut(CLOSE, { tenantId, sessionIds, reason })
    },
    refreshViewer(tenantId, userId) {
      background(log, 'load rights again', rights.refresh({ tenantId, userId }))
      cluster.fanOut(REFRESH, { tenantId, userId })
    },
    connections: () => io.of('/').sockets.size,
    async close() {
      clearInterval(sweeping)
      for (const timer of timers) clearTimeout(timer)
      for (const stop of stops) stop()
      stopGathering?.()
      await presence.close()
      // not `disconnect`, after which browsers would not come back by themselves
      if (options.httpServer) io.engine.close()
      boxes.end()
    },
  }
}
