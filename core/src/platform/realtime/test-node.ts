import { createServer, type Server } from 'node:http'
import { type Socket as ClientSocket, io as dial } from 'socket.io-client'
import { vi } from 'vitest'
import { type Cluster, createCluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import type { Profile, Scope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { silentLog } from '../logger.ts'
import { createRealtime } from './hub.ts'
import type { Audience, Realtime, TicketFacts, Viewer } from './types.ts'

export interface TestViewer extends Viewer {
  queues: number[]
}

export interface TestFacts extends TicketFacts {
  queueId: number | null
}

export interface Heard {
  event: string
  payload: unknown
}

/** A browser of one user. */
export interface Browser {
  socket: ClientSocket
  heard: Heard[]
  payloads(event: string): unknown[]
  ask(event: string, ...args: unknown[]): Promise<unknown>
}

/** What the database would say, for all nodes of a test. */
export interface World {
  users: Map<number, TestViewer>
  tickets: Map<number, TestFacts>
  /** Runs after a viewer was read and before it is answered. */
  afterRead?: (() => Promise<void>) | undefined
}

export const newWorld = (): World => ({ users: new Map(), tickets: new Map() })

export function addUser(world: World, userId: number, more: Partial<TestViewer> = {}): TestViewer {
  const viewer: TestViewer = {
    tenantId: 7,
    userId,
    profile: 'user',
    name: `User ${userId}`,
    isOperator: false,
    masksPhones: false,
    queues: [1],
    ...more,
  }
  world.users.set(userId, viewer)
  return viewer
}

export interface TestNode {
  cluster: Cluster
  realtime: Realtime<TestFacts>
  url: string
  presence: ReturnType<typeof vi.fn>
  typed: ReturnType<typeof vi.fn>
  server: Server
  connect(token: unknown, options?: { polling?: boolean }): Promise<Browser>
  publish(audience: Audience<TestFacts>, event: string, payload: object): void
  close(): Promise<void>
}

const scopeOf = (viewer: TestViewer, sessionId: string): Scope => ({
  tenantId: viewer.tenantId,
  actor: viewer.isOperator
    ? { kind: 'operator', userId: viewer.userId, tenantId: 1, sessionId, name: viewer.name }
    : { kind: 'user', userId: viewer.userId, profile: viewer.profile satisfies Profile, sessionId, name: viewer.name },
  locale: 'pt',
  requestId: 'test',
})

/** Tokens are `<userId>/<sessionId>`; `down` stands for a database that is away. */
export async function startNode(db: Database, world: World): Promise<TestNode> {
  const cluster = await createCluster({ db, log: silentLog, roles: ['api'], version: '1' })
  const server = createServer((_request, reply) => reply.end('other'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
  const presence = vi.fn()
  const typed = vi.fn()
  const browsers: ClientSocket[] = []
  const viewerOf = (userId: number): TestViewer => {
    const viewer = world.users.get(userId)
    if (!viewer) throw new AppError('ERR_SESSION_ENDED')
    return viewer
  }
  const realtime = createRealtime<TestViewer, TestFacts>({
    httpServer: server,
    cluster,
    log: silentLog,
    graceMs: 30,
    async authenticate(token) {
      if (token === 'down') throw new Error('connection refused')
      const [userId = '', sessionId = 's'] = token.split('/')
      return { scope: scopeOf(viewerOf(Number(userId)), sessionId), sessionId }
    },
    async loadViewer(scope) {
      const read = { ...viewerOf(scope.actor.kind === 'system' ? 0 : scope.actor.userId) }
      await world.afterRead?.()
      return read
    },
    sees: (viewer, ticket) => ticket.queueId === null || viewer.queues.includes(ticket.queueId),
    ticketFacts: async (_scope, ticketId) => world.tickets.get(ticketId) ?? null,
    onPresence: presence,
    onTyping: typed,
  })
  return {
    cluster,
    realtime,
    url,
    presence,
    typed,
    server,
    publish: realtime.publish,
    async connect(token, { polling = false } = {}) {
      const socket = dial(url, {
        auth: { token },
        transports: [polling ? 'polling' : 'websocket'],
        reconnection: false,
        forceNew: true,
      })
      browsers.push(socket)
      const heard: Heard[] = []
      socket.onAny((event: string, payload: unknown) => heard.push({ event, payload }))
      await new Promise<void>((done, failed) => {
        socket.once('connect', done)
        socket.once('connect_error', failed)
      })
      return {
        socket,
        heard,
        payloads: (event) => heard.filter((one) => one.event === event).map((one) => one.payload),
        ask: (event, ...args) => socket.timeout(2_000).emitWithAck(event, ...args),
      }
    },
    async close() {
      for (const browser of browsers) browser.close()
      await realtime.close()
      await cluster.close()
      await new Promise((done) => server.close(done))
    },
  }
}
