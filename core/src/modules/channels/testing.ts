import { randomUUID } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import type { ConversationPage, InboundEvent, MediaInfo } from '@recado/sdk'
import Fastify from 'fastify'
import { SECRET_KEY, type TestDatabase } from '../../../test/database.ts'
import { createCluster } from '../../platform/cluster/cluster.ts'
import { createLeases } from '../../platform/cluster/leases.ts'
import { createKeys } from '../../platform/crypto/keys.ts'
import { createVault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { createEgress, createPolicy } from '../../platform/egress/index.ts'
import { silentLog } from '../../platform/logger.ts'
import {
  type ChannelRef,
  createPluginHost,
  type HostPorts,
  hookRoutes,
  type PluginHostDeps,
} from '../../plugin-host/index.ts'
import type { Audience } from '../auth/index.ts'
import { createPluginService } from '../plugins/index.ts'
import { createChannelService, createChannelSource, createConnectionPort } from './index.ts'

export interface Pushed {
  channel: ChannelRef
  epoch: number | null
  events: InboundEvent[]
}

export interface NodeOptions extends Partial<Pick<PluginHostDeps, 'env' | 'rules' | 'sessions' | 'limits'>> {
  packages: string[]
  egressAllow?: string
  /** Media shared by nodes. */
  media?: Map<string, { info: MediaInfo; bytes: Uint8Array }>
}

/** One process of the product as far as plugins go: host, channels, hooks over HTTP, on a real database. */
export async function startNode(db: Database, options: NodeOptions) {
  const log = silentLog
  const clock = { offset: 0, now: () => Date.now() + clock.offset }
  const cluster = await createCluster({ db, log, roles: ['sessions'], version: 'test', heartbeatMs: 500 })
  const leases = createLeases({ db, cluster, log })
  const vault = createVault({ db, keys: createKeys(SECRET_KEY) })
  const egress = createEgress({ policy: createPolicy({ allow: options.egressAllow ?? '' }), log })
  const pushed: Pushed[] = []
  const listed: { purpose: string; names: string[] }[] = []
  const events: { audience: Audience; event: string; payload: object }[] = []
  const accept: { with: ((pushed: Pushed) => Promise<void>) | null } = { with: null }
  const media = options.media ?? new Map<string, { info: MediaInfo; bytes: Uint8Array }>()
  const realtime = {
    publish: (audience: Audience, event: string, payload: object) => void events.push({ audience, event, payload }),
  }
  const channelPorts = { db, realtime, channelType: (type: string) => host.channelType(type) }
  const emptyPage: ConversationPage = { messages: [], hasMore: false, ticket: null }
  const ports: HostPorts = {
    inbound: {
      async push(channel, epoch, events) {
        const one = { channel, epoch, events }
        await accept.with?.(one)
        pushed.push(one)
      },
      typing: () => undefined,
    },
    conversations: {
      history: async () => emptyPage,
      availability: async () => ({ open: true, agentsOnline: true, message: null }),
    },
    contacts: {
      async take(_channel, purpose, people) {
        listed.push({ purpose, names: people.map(({ name = '' }) => name) })
        return !purpose.startsWith('enough')
      },
    },
    media: memoryMedia(media),
    channels: createChannelSource(channelPorts),
    connection: createConnectionPort(channelPorts),
  }
  const server = Fastify()
  const host = createPluginHost({
    packages: options.packages,
    allowDevelopment: true,
    operatorTenant: 1,
    env: options.env ?? {},
    publicUrl: 'http://recado.test',
    sessions: options.sessions ?? true,
    db,
    vault,
    egress,
    cluster,
    leases,
    clock,
    log,
    ports,
    loginEveryMs: 0,
    ...(options.rules ? { rules: options.rules } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  })
  const channels = createChannelService({
    uow: db.uow,
    host,
    leases,
    cluster,
    realtime,
    clock,
    log,
    publicUrl: 'http://recado.test',
  })
  const jobs = { stats: async () => [], dead: async () => [], redrive: async () => 0 }
  const plugins = createPluginService({
    db,
    host,
    jobs,
    realtime,
    publicUrl: 'http://recado.test',
    onInboundRevived: () => undefined,
  })
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('x-frame-options', 'SAMEORIGIN')
    reply.header('content-security-policy', "default-src 'self'")
  })
  await server.register(hookRoutes, { host })
  await host.start()
  const url = await server.listen({ port: 0, host: '127.0.0.1' })

  return {
    host,
    channels,
    plugins,
    cluster,
    leases,
    clock,
    media,
    pushed,
    /** What came of address books, batch by batch. */
    listed,
    events,
    accept,
    url,
    /** A hook's public address as this node serves it. */
    at: (hookUrl: string) => hookUrl.replace('http://recado.test', url),
    async close() {
      await server.close()
      await host.close()
      await leases.close()
      await cluster.close()
      await egress.close()
    },
    /** The process dies: nothing is given back. */
    async die() {
      await server.close()
      await cluster.close()
    },
  }
}

export type TestNode = Awaited<ReturnType<typeof startNode>>

/** A company of its own with an admin's scope. */
export async function newCompany(
  db: TestDatabase,
  more: { maxConnections?: number; profile?: 'admin' | 'user' } = {},
): Promise<Scope> {
  const tenant = await db.system.tenant.create({
    data: { name: `Empresa ${randomUUID()}`, maxConnections: more.maxConnections ?? 50 },
  })
  const person = await db.system.user.create({
    data: { tenantId: tenant.id, name: 'Ana', email: `${randomUUID()}@recado.test`, passwordHash: '-' },
  })
  return {
    tenantId: tenant.id,
    actor: { kind: 'user', userId: person.id, profile: more.profile ?? 'admin', sessionId: randomUUID(), name: 'Ana' },
    locale: 'pt',
    requestId: 'test',
  }
}

function memoryMedia(files: Map<string, { info: MediaInfo; bytes: Uint8Array }>): HostPorts['media'] {
  return {
    info: async (_tenantId, id) => files.get(id)?.info ?? null,
    open: async (_tenantId, id) => ReadableStream.from([files.get(id)?.bytes ?? new Uint8Array()]),
    url: (_tenantId, id) => `http://recado.test/files/${id}`,
    async save(_tenantId, stream, meta) {
      const chunks: Uint8Array[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const id = randomUUID()
      const mimeType = meta.mimeType ?? 'application/octet-stream'
      const info = { id, mimeType, fileName: meta.fileName ?? null, size: bytes.byteLength }
      files.set(id, { info, bytes })
      return info
    },
  }
}
