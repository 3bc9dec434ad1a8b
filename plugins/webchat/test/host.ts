import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ChannelContext, ChannelInstance, HookReply, HookSocket } from '@recado/sdk'
import { withDefaults } from '@recado/sdk'
import { createChannelContext, createTestBus, createTestMedia, createTestStore } from '@recado/sdk/testing'
import { type WebSocket, WebSocketServer } from 'ws'
import { createWebchatChannel } from '../src/channel.ts'
import { LIMITS, type Limits } from '../src/limits.ts'
import { type WebchatSettings, webchatSettings } from '../src/settings.ts'
import { createFakeCore, type FakeCore } from './fake-core.ts'

export interface HostOptions {
  settings?: WebchatSettings
  secrets?: Record<string, string>
  limits?: Partial<Limits>
  /** Instances of the channel; requests go to them in turn. */
  nodes?: number
  now?: () => number
}

export interface Host {
  /** Our own origin. */
  origin: string
  /** A site of a customer that embeds the widget, on another origin. */
  site: string
  hook: string
  key: string
  core: FakeCore
  media: ReturnType<typeof createTestMedia>
  store: ReturnType<typeof createTestStore>
  instances: ChannelInstance[]
  contexts: ReturnType<typeof createChannelContext>[]
  /** Cuts every socket and, until called with true again, refuses new ones and requests. */
  network(up: boolean): void
  /** Refuses WebSockets only. */
  sockets(allowed: boolean): void
  /** Resolves when the server has noticed that every socket is gone. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

const ASSETS = fileURLToPath(new URL('../assets/', import.meta.url))
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css' }
const KEY = 'k3y-of-the-channel'
const MOST_BODY = 30 * 1_048_576

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MOST_BODY) throw new Error('body too large')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const headersOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

function hookSocket(ws: WebSocket, request: IncomingMessage, path: string): HookSocket {
  return {
    id: crypto.randomUUID(),
    path,
    query: {},
    headers: headersOf(request),
    ip: request.socket.remoteAddress ?? '',
    send: (text) => ws.send(text),
    get bufferedBytes() {
      return ws.bufferedAmount
    },
    close: (code, reason) => ws.close(code, reason),
    onMessage: (listener) => void ws.on('message', (data) => listener(String(data))),
    onClose: (listener) => void ws.on('close', listener),
  }
}

/** The product around the plugin, on loopback: real HTTP, real sockets, everything behind them in memory. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const clock = { now: options.now ?? Date.now }
  const definition = createWebchatChannel({ ...LIMITS, ...options.limits })
  const core = createFakeCore(clock)
  const bus = createTestBus()
  const store = createTestStore()
  const media = createTestMedia()
  const secrets = { identitySecret: 'identity-secret-of-the-test', ...options.secrets }
  const sockets = new Set<Socket>()
  const wss = new WebSocketServer({ noServer: true })
  let up = true
  let webSockets = true
  let turn = 0

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const origin = await listen(server)
  const siteServer = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${origin}; frame-src ${origin}; style-src 'self'`,
    )
    response.end(sitePage(origin))
  })
  const site = await listen(siteServer)
  const settings = withDefaults(webchatSettings, { ...options.settings })
  const contexts = Array.from({ length: options.nodes ?? 1 }, () => {
    const test = createChannelContext({ settings, secrets, store, media, bus, conversations: core.conversations })
    test.acceptWith(core.accept)
    return test
  })
  const instances = contexts.map((test) => {
    const hookUrl = async (path = '') => `${origin}/hooks/${KEY}${path}`
    const ctx: ChannelContext = { ...test.ctx, clock, hookUrl }
    return definition.open(ctx)
  })
  core.instances.push(...instances)
  const next = (): ChannelInstance => instances[turn++ % instances.length] as ChannelInstance

  for (const one of [server, siteServer]) {
    one.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!up) {
      request.socket.destroy()
      return
    }
    const url = new URL(request.url ?? '/', origin)
    const [, file] = /^\/assets\/webchat\/([a-z.]+)$/.exec(url.pathname) ?? []
    if (file) {
      response.setHeader('content-type', TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain')
      response.end(await readFile(ASSETS + file))
      return
    }
    const path = url.pathname.split(`/hooks/${KEY}`)[1]
    if (path === undefined) {
      response.writeHead(404).end()
      return
    }
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const reply = await next().receiveHook?.({
      method: request.method ?? 'GET',
      path: path || '/',
      query: Object.fromEntries(url.searchParams),
      headers: headersOf(request),
      body: await bodyOf(request),
      ip: request.socket.remoteAddress ?? '',
      signal: gone.signal,
    })
    write(response, reply ?? { status: 404 })
  }

  function write(response: ServerResponse, reply: HookReply): void {
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
    response.statusCode = reply.status ?? 200
    if (reply.media) {
      const { info, bytes } = media.files.get(reply.media.id) ?? {}
      response.setHeader('content-type', info?.mimeType ?? '')
      response.setHeader(
        'content-disposition',
        reply.media.inline ? 'inline' : `attachment; filename="${info?.fileName}"`,
      )
      response.end(bytes)
    } else if (reply.json !== undefined) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(reply.json))
    } else response.end(reply.body)
  }

  server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split(`/hooks/${KEY}`)[1]
    if (!up || !webSockets || path === undefined) {
      socket.destroy()
      return
    }
    wss.handleUpgrade(request, socket, head, (ws) => {
      const accepted = next().openSocket?.(hookSocket(ws, request, path))
      Promise.resolve(accepted).then(
        (yes) => {
          if (!yes) ws.close(1008)
        },
        () => ws.close(1011),
      )
    })
  })

  return {
    origin,
    site,
    hook: `${origin}/hooks/${KEY}`,
    key: KEY,
    core,
    media,
    store,
    instances,
    contexts,
    network(on) {
      up = on
      if (!on) for (const socket of sockets) socket.destroy()
    },
    sockets(allowed) {
      webSockets = allowed
      if (!allowed) for (const ws of wss.clients) ws.terminate()
    },
    async quiet() {
      await Promise.all([...wss.clients].map((ws) => new Promise((resolve) => ws.once('close', resolve))))
    },
    async stop() {
      for (const instance of instances) await instance.close?.()
      for (const socket of sockets) socket.destroy()
      await Promise.all([server, siteServer].map((one) => new Promise((resolve) => one.close(resolve))))
    },
  }
}

const sitePage = (origin: string): string => `<!doctype html>
<html lang="pt">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Loja</title></head>
<body>
<main><h1>Loja Aurora</h1><p>Móveis feitos com calma.</p><button>Comprar</button></main>
<script src="${origin}/assets/webchat/recado.js" data-channel="${KEY}" async></script>
</body>
</html>
`
