import type { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import fastifyWebsocket from '@fastify/websocket'
import type { HookReply } from '@recado/sdk'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { createGate, createGates } from './gate.ts'
import type { HookAccess } from './hooks/access.ts'
import { registerAssets } from './hooks/assets.ts'
import { statusOf, writeReply } from './hooks/reply.ts'
import { hookRequest, pathBehind } from './hooks/request.ts'
import { MAX_FRAME_BYTES, serveSocket } from './hooks/socket.ts'
import { keyText } from './instance-name.ts'
import type { LiveChannel } from './live-channel.ts'
import { asPlugin } from './plugin-scope.ts'
import type { ChannelKey } from './ports.ts'

export interface HookRoutesOptions {
  host: HookAccess
  /**
   * Emits the `upgrade` events that are for hooks (all but socket.io's). The HTTP server itself when absent, which then
   * must have no other taker of upgrades.
   */
  upgrades?: EventEmitter
}

/** Webchat takes files of 25 MB in one body. */
const BODY_LIMIT = 32 * 1024 * 1024
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Requests of one channel at once. Bodies are only read for those. */
const AT_ONCE = { inside: 100, waiting: 200 }
/** Large bodies at once, of all channels together: they are held in memory. */
const LARGE = { inside: 8, waiting: 64 }
const LARGE_BYTES = 1024 * 1024
/** What the host of the pages sets for its own documents and a plugin must decide for its own. */
const PAGE_HEADERS = [
  'x-frame-options',
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
]

declare module 'fastify' {
  interface FastifyRequest {
    hookTarget: { channel: ChannelKey; leave: () => void } | null
  }
}

/**
 * `/hooks/:key`, `/hooks/app/:pluginId` and what is below them, `/assets/:pluginId/*` and the WebSockets below a hook. Register it in a context
 * of its own, without CORS or body parsers of the API: everything about a hook is the plugin's to say.
 */
export const hookRoutes: FastifyPluginAsync<HookRoutesOptions> = async (app, { host, upgrades }) => {
  const gates = createGates(AT_ONCE)
  const largeBodies = createGate(LARGE)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(fastifyWebsocket, {
    options: {
      maxPayload: MAX_FRAME_BYTES,
      // Typed as an HTTP server; any emitter of `upgrade` will do.
      ...(upgrades ? { server: upgrades as unknown as Server } : {}),
    },
  })
  app.decorateRequest('hookTarget', null)
  app.addHook('onRequest', async (_request, reply) => {
    for (const name of PAGE_HEADERS) reply.removeHeader(name)
  })

  const enter = async (channel: ChannelKey, { headers }: FastifyRequest): Promise<(() => void) | null> => {
    const leave = await gates.enter(keyText(channel), 2000)
    const isLarge = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BYTES
    if (!leave || !isLarge) return leave
    const leaveLarge = await largeBodies.enter(10_000)
    if (!leaveLarge) {
      leave()
      return null
    }
    return () => {
      leaveLarge()
      leave()
    }
  }

  /** Who is asked for is known before a byte of the body is read. */
  const findTarget = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
    const channel = await host.hookChannel(request.params.key)
    if (!channel) return reply.code(404).send()
    const leave = request.ws ? () => undefined : await enter(channel, request)
    if (!leave) return reply.code(503).header('retry-after', '2').send()
    request.hookTarget = { channel, leave }
    return undefined
  }
  app.addHook('onResponse', async (request) => request.hookTarget?.leave())
  app.addHook('onRequestAbort', async (request) => request.hookTarget?.leave())

  const ask = async (
    channel: LiveChannel | null,
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Promise<HookReply> => {
    if (!channel?.has('receiveHook')) return { status: 404 }
    const gone = new AbortController()
    reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
    return channel.run('receiveHook', 'hook', (signal) => {
      signal.addEventListener('abort', () => gone.abort(signal.reason), { once: true })
      return channel.receive(hookRequest(request, path, gone.signal))
    })
  }

  const answer = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
    const target = request.hookTarget
    if (!target) return reply.code(404).send()
    try {
      const path = pathBehind(request.url, `/hooks/${request.params.key}`)
      const said = await ask(await host.openForHook(target.channel), request, reply, path)
      return await writeReply(reply, said, target.channel.tenantId, host)
    } catch (error) {
      return fail(request, reply, error)
    }
  }

  for (const url of ['/hooks/:key', '/hooks/:key/*']) {
    app.route<{ Params: { key: string } }>({
      method: METHODS.filter((method) => method !== 'GET'),
      url,
      bodyLimit: BODY_LIMIT,
      onRequest: findTarget,
      handler: answer,
    })
    app.route<{ Params: { key: string } }>({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      onRequest: findTarget,
      handler: answer,
      wsHandler: (socket, request) => {
        const target = request.hookTarget
        const path = pathBehind(request.url, `/hooks/${(request.params as { key: string }).key}`)
        const find = async () => (target ? host.openForHook(target.channel) : null)
        void serveSocket(socket, request, path, find, host)
      },
    })
  }

  const share = async (request: FastifyRequest<{ Params: { pluginId: string } }>, reply: FastifyReply) => {
    const { pluginId } = request.params
    const plugin = host.loadedPlugin(pluginId)
    const routed = (plugin?.plugin.contributions ?? []).flatMap((one) =>
      one.kind === 'channel' && one.routeAppHook ? [one] : [],
    )
    if (!plugin || routed.length === 0) return reply.code(404).send()
    const path = pathBehind(request.url, `/hooks/app/${pluginId}`)
    const asked = hookRequest(request, path, AbortSignal.timeout(5000))
    try {
      const said: { tenantId: number; reply: HookReply }[] = []
      for (const definition of routed) {
        const app = await host.appOf(plugin.id)
        const route = await asPlugin(plugin.id, () => definition.routeAppHook?.(asked, app))
        if (route && 'reply' in route) {
          said.push({ tenantId: host.operatorTenant, reply: route.reply })
          continue
        }
        if (!Array.isArray(route?.accounts)) throw new TypeError('routeAppHook answered neither accounts nor a reply')
        const wanted = [...new Set(route.accounts.slice(0, 1000).map(String))]
        const channels = wanted.length > 0 ? await host.byAccount(definition.type, wanted) : []
        const replies = channels.map(async (key) => ({
          tenantId: key.tenantId,
          reply: await ask(await host.openForHook(key), request, reply, path),
        }))
        said.push(...(await Promise.all(replies)))
      }
      const worst = said.toSorted((a, b) => (b.reply.status ?? 200) - (a.reply.status ?? 200))[0]
      // Nobody of ours: acknowledged, or the provider repeats it for days.
      if (!worst) return reply.code(200).send()
      return await writeReply(reply, worst.reply, worst.tenantId, host)
    } catch (error) {
      return fail(request, reply, error, plugin.id)
    }
  }
  for (const url of ['/hooks/app/:pluginId', '/hooks/app/:pluginId/*']) {
    app.route<{ Params: { pluginId: string } }>({ method: [...METHODS], url, bodyLimit: BODY_LIMIT, handler: share })
  }

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, pluginId: string | null = null) => {
    const status = statusOf(error)
    if (status === 500 && pluginId) host.recordDefect(pluginId, null, 'routeAppHook', error)
    request.log.warn({ err: error, status }, 'hook not answered')
    if (status === 503) reply.header('retry-after', '5')
    return reply.code(status).send()
  }

  await registerAssets(app, host)
}
