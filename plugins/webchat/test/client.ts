import { createRecorder } from '@recado/sdk/testing'
import { WebSocket } from 'ws'
import type { ServerFrame, SessionAnswer } from '../src/wire.ts'
import type { Host } from './host.ts'

type Json = Record<string, unknown>

/** A widget without a face: the protocol as any client would speak it. */
export function createClient(host: Host, origin: string | null = host.origin) {
  const headers: Record<string, string> = origin === null ? {} : { origin }

  async function request(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    more: Record<string, string> = {},
  ) {
    const bytes = body instanceof Uint8Array
    const response = await fetch(`${host.hook}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(bytes ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = text.startsWith('{') ? (JSON.parse(text) as Json) : {}
    return { status: response.status, json, text, headers: response.headers }
  }

  return {
    request,
    async session(body: Json = {}): Promise<SessionAnswer> {
      const { status, json } = await request('POST', '/session', body)
      if (status !== 200) throw new Error(`session: ${status} ${JSON.stringify(json)}`)
      return json as unknown as SessionAnswer
    },

    /** An open socket before its hello. */
    async socket() {
      const frames = createRecorder<ServerFrame>('a frame')
      const closed = createRecorder<number>('the end of the socket')
      const ws = new WebSocket(`${host.hook.replace('http', 'ws')}/socket`, { headers })
      ws.on('message', (data) => frames.add(JSON.parse(String(data)) as ServerFrame))
      ws.on('close', (code) => closed.add(code))
      ws.on('error', () => closed.add(1006))
      await new Promise<void>((resolve) => {
        ws.on('open', resolve)
        ws.on('close', () => resolve())
      })
      const send = (frame: Json | string) => ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      return { frames, closed, send, close: () => ws.close(), cut: () => ws.terminate() }
    },

    /** A socket past its hello and replay. */
    async live(session: SessionAnswer, after?: string) {
      const socket = await this.socket()
      socket.send({ type: 'hello', token: session.accessToken, ...(after ? { after } : {}) })
      await socket.frames.waitFor((frame) => frame.type === 'ready')
      return {
        ...socket,
        messages: () => socket.frames.items.flatMap((frame) => (frame.type === 'message' ? [frame.message] : [])),
        message: async (text: string) => {
          const has = (frame: ServerFrame) =>
            frame.type === 'message' && 'text' in frame.message.content && frame.message.content.text === text
          const frame = await socket.frames.waitFor(has)
          return frame.type === 'message' ? frame.message : null
        },
        async say(text: string, uuid: string = crypto.randomUUID()) {
          socket.send({ type: 'send', uuid, text })
          await socket.frames.waitFor((frame) => frame.type === 'ack' && frame.uuid === uuid)
          return uuid
        },
      }
    },
  }
}
