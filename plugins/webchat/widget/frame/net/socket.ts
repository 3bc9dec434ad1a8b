import type { ServerFrame } from '../../../src/wire.ts'

const PING_MS = 25_000
const PONG_MS = 10_000
const READY_MS = 15_000

export interface Socket {
  send(frame: Record<string, unknown>): void
  /** Asks for a sign of life; silence ends the socket. */
  probe(): void
  close(): void
}

interface Events {
  onFrame(frame: ServerFrame): void
  /** Once, whatever the reason. 1006 when nothing better is known. */
  onEnd(code: number): void
}

/** One WebSocket from hello to its end. */
export function openSocket(token: string, after: string | null, events: Events): Socket {
  const url = new URL('socket', location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const socket = new WebSocket(url)
  let ended = false
  let deadline = setTimeout(() => end(1006), READY_MS)
  const pinging = setInterval(probe, PING_MS)

  function end(code: number): void {
    if (ended) return
    ended = true
    clearTimeout(deadline)
    clearInterval(pinging)
    socket.close()
    events.onEnd(code)
  }

  function send(frame: Record<string, unknown>): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  function probe(): void {
    if (socket.readyState !== WebSocket.OPEN) return
    send({ type: 'ping' })
    clearTimeout(deadline)
    deadline = setTimeout(() => end(1006), PONG_MS)
  }

  socket.onopen = () => send({ type: 'hello', token, ...(after ? { after } : {}) })
  socket.onclose = (event) => end(event.code)
  socket.onmessage = (event) => {
    if (ended) return
    const frame = JSON.parse(String(event.data)) as ServerFrame
    clearTimeout(deadline)
    events.onFrame(frame)
  }
  return { send, probe, close: () => end(1000) }
}
