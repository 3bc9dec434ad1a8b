import type { HookRequest, HookSocket } from '../../http.ts'
import { createRecorder, type Recorder } from './recorder.ts'

/** A hook as a provider would send it; an object as body is sent as JSON. */
export interface HookSample {
  method?: string
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  ip?: string
}

export function hookRequest(sample: HookSample = {}): HookRequest {
  const { body } = sample
  const raw = body instanceof Uint8Array || typeof body === 'string'
  const headers = Object.entries(sample.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  return {
    method: sample.method ?? 'POST',
    path: sample.path ?? '/',
    query: sample.query ?? {},
    headers: {
      ...(raw || body === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(headers),
    },
    body: bytesOf(body),
    ip: sample.ip ?? '203.0.113.7',
    signal: new AbortController().signal,
  }
}

/** The bytes that `hookRequest` sends for a body: what a signature is made over. */
export function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  if (body === undefined) return new Uint8Array()
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

export interface TestSocket {
  readonly socket: HookSocket
  /** What the plugin sent to the browser. */
  readonly sent: Recorder<string>
  readonly closed: Recorder<{ code: number; reason: string }>
  /** The browser sends a frame. */
  receive(text: string): void
  /** The browser goes away. */
  leave(): void
}

export function createTestSocket(
  options: Partial<Pick<HookSocket, 'id' | 'path' | 'query' | 'headers' | 'ip'>> = {},
): TestSocket {
  const sent = createRecorder<string>('a frame')
  const closed = createRecorder<{ code: number; reason: string }>('the end of the socket')
  const onMessage: ((text: string) => void)[] = []
  const onClose: (() => void)[] = []
  let open = true
  const end = (code: number, reason: string) => {
    if (!open) return
    open = false
    closed.add({ code, reason })
    for (const listener of onClose) listener()
  }
  const socket: HookSocket = {
    id: 'socket-1',
    path: '/',
    query: {},
    headers: {},
    ip: '203.0.113.7',
    ...options,
    bufferedBytes: 0,
    send(text) {
      if (open) sent.add(text)
    },
    close: (code = 1000, reason = '') => end(code, reason),
    onMessage: (listener) => void onMessage.push(listener),
    onClose: (listener) => void onClose.push(listener),
  }
  return {
    socket,
    sent,
    closed,
    receive(text) {
      if (open) for (const listener of onMessage) listener(text)
    },
    leave: () => end(1001, ''),
  }
}
