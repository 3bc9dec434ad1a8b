import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import type { HookSocket } from '@recado/sdk'
import type { FastifyRequest } from 'fastify'
import type { LiveChannel } from '../live-channel.ts'
import { asPlugin } from '../plugin-scope.ts'
import type { HookAccess } from './access.ts'
import { headersOf, queryOf } from './request.ts'

export const MAX_FRAME_BYTES = 64 * 1024
const MAX_SOCKETS = 10_000
const FRAMES_PER_SECOND = 100
/** Frames that wait while the plugin has not begun to listen. */
const MAX_EARLY = 50
const PING_MS = 30_000

const CLOSE = { restart: 1012, refused: 1008, text: 1003, broken: 1011, full: 1013 } as const

const open = new WeakMap<LiveChannel, Set<WebSocket>>()

const once = (work: () => void): (() => void) => {
  let done = false
  return () => {
    if (!done) work()
    done = true
  }
}

/** Hands a WebSocket to the channel's plugin as plain messages; ends it when the channel is closed. */
export async function serveSocket(
  ws: WebSocket,
  request: FastifyRequest,
  path: string,
  find: () => Promise<LiveChannel | null>,
  access: Pick<HookAccess, 'recordDefect'>,
): Promise<void> {
  const early: string[] = []
  const messages = new Set<(text: string) => void>()
  const closes = new Set<() => void>()
  let channel: LiveChannel | null = null
  let second = 0
  let frames = 0
  let alive = true
  let detach: () => void = () => undefined

  const guarded = (where: string, work: () => unknown) => {
    if (!channel) return
    const { pluginId, instance } = channel.callee
    const defect = (error: unknown) => access.recordDefect(pluginId, instance, where, error)
    try {
      // A listener may be async although its type says no; what it leaves behind is the plugin's.
      void asPlugin(pluginId, () => Promise.resolve(work()).catch(defect), instance)
    } catch (error) {
      defect(error)
    }
  }

  ws.on('error', () => ws.terminate())
  ws.on('pong', () => {
    alive = true
  })
  ws.on('message', (data: Buffer, isBinary: boolean) => {
    alive = true
    if (isBinary) return ws.close(CLOSE.text)
    const now = Math.floor(performance.now() / 1000)
    frames = now === second ? frames + 1 : 1
    second = now
    if (frames > FRAMES_PER_SECOND) return ws.close(CLOSE.refused, 'too fast')
    const text = data.toString('utf8')
    if (messages.size > 0) for (const listener of messages) guarded('socket', () => listener(text))
    else if (early.length < MAX_EARLY) early.push(text)
    else ws.close(CLOSE.refused, 'too fast')
  })
  const ping = setInterval(() => {
    if (!alive) return ws.terminate()
    alive = false
    ws.ping()
  }, PING_MS)
  ws.on('close', () => {
    clearInterval(ping)
    detach()
    if (channel) open.get(channel)?.delete(ws)
    for (const listener of closes) guarded('socket close', listener)
  })

  const socket: HookSocket = {
    id: randomUUID(),
    path,
    query: queryOf(request.url),
    headers: headersOf(request.headers),
    ip: request.ip,
    send(text) {
      if (ws.readyState === ws.OPEN) ws.send(String(text))
    },
    get bufferedBytes() {
      return ws.bufferedAmount
    },
    close: (code, reason) => ws.close(code, reason?.slice(0, 120)),
    onMessage(listener) {
      messages.add(listener)
      for (const text of early.splice(0)) guarded('socket', () => listener(text))
    },
    onClose(listener) {
      closes.add(listener)
      if (ws.readyState === ws.CLOSED) guarded('socket close', listener)
    },
  }

  try {
    channel = await find()
    if (!channel?.has('openSocket')) return ws.close(CLOSE.refused)
    const sockets = open.get(channel) ?? new Set()
    if (!open.has(channel)) {
      open.set(channel, sockets)
      channel.onClose(() => {
        for (const one of sockets) one.close(CLOSE.restart, 'restart')
      })
    }
    if (sockets.size >= MAX_SOCKETS) return ws.close(CLOSE.full)
    sockets.add(ws)
    if (ws.readyState === ws.OPEN) detach = once(channel.attach())
    if (!(await channel.call('openSocket', [socket], 'hook'))) ws.close(CLOSE.refused)
  } catch {
    // The invoker has counted what was the plugin's fault.
    ws.close(CLOSE.broken)
  }
}
