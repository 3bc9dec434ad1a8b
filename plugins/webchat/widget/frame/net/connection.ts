import type { ServerFrame } from '../../../src/wire.ts'
import { ApiError } from './api.ts'
import { backoff } from './backoff.ts'
import type { Session } from './session.ts'
import { openSocket, type Socket } from './socket.ts'

const SOCKET_TRIES = 3
const SOCKET_AGAIN_MS = 300_000
const TOO_MANY_MS = 30_000
const CODES = { session: 4401, forbidden: 4403, tooMany: 4429 }

export type Link = 'idle' | 'connecting' | 'online' | 'waiting' | 'refused'

interface Events {
  /** Newest message that is held, to be replayed from. */
  cursor(): string | null
  onFrame(frame: ServerFrame): void
  onLink(link: Link, error: ApiError | null): void
}

export type Connection = ReturnType<typeof createConnection>

/** Keeps the visitor connected for ever: sockets first, polls where the network lets no socket through. */
export function createConnection(session: Session, events: Events) {
  let link: Link = 'idle'
  let socket: Socket | null = null
  let polling: AbortController | null = null
  let timer = 0
  let failures = 0
  let socketFailures = 0
  let socketNotBefore = 0
  let generation = 0

  function set(next: Link, error: ApiError | null = null): void {
    link = next
    events.onLink(next, error)
  }

  function later(ms: number): void {
    if (link !== 'waiting') set('waiting')
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), ms)
  }

  function failed(error: unknown): void {
    const refused = error instanceof ApiError && !error.retryable
    if (refused) set('refused', error)
    else {
      failures += 1
      later(backoff(failures))
    }
  }

  async function connect(): Promise<void> {
    clearTimeout(timer)
    generation += 1
    const mine = generation
    if (link !== 'online' && link !== 'waiting') set('connecting')
    try {
      const token = await session.token()
      if (mine !== generation) return
      if (Date.now() < socketNotBefore) await poll(mine)
      else connectSocket(token, mine)
    } catch (error) {
      if (mine === generation) failed(error)
    }
  }

  function connectSocket(token: string, mine: number): void {
    let ready = false
    socket = openSocket(token, events.cursor(), {
      onFrame(frame) {
        events.onFrame(frame)
        if (frame.type !== 'ready') return
        ready = true
        failures = 0
        socketFailures = 0
        set('online')
      },
      onEnd(code) {
        if (mine !== generation) return
        socket = null
        if (code === CODES.forbidden) return set('refused', new ApiError('ERR_ORIGIN', false))
        if (code === CODES.session) return void renew(mine, ready)
        if (!ready) socketFailures += 1
        if (socketFailures >= SOCKET_TRIES) {
          socketFailures = 0
          socketNotBefore = Date.now() + SOCKET_AGAIN_MS
          return void connect()
        }
        failures += 1
        later(code === CODES.tooMany ? TOO_MANY_MS : ready ? Math.random() * 300 : backoff(failures))
      },
    })
  }

  async function renew(mine: number, wasReady: boolean): Promise<void> {
    try {
      await session.refresh()
      if (mine !== generation) return
      failures += wasReady ? 0 : 1
      if (failures > 1) later(backoff(failures))
      else await connect()
    } catch (error) {
      if (mine === generation) failed(error)
    }
  }

  async function poll(mine: number): Promise<void> {
    let tag = ''
    polling = new AbortController()
    while (mine === generation && Date.now() < socketNotBefore) {
      const after = events.cursor()
      const query = new URLSearchParams({ tag, ...(after ? { after } : {}) })
      const answer = await session.call<{ frames: ServerFrame[]; tag: string }>(
        'GET',
        `poll?${query}`,
        undefined,
        polling.signal,
      )
      if (mine !== generation) return
      tag = answer.tag
      failures = 0
      for (const frame of answer.frames) events.onFrame(frame)
      if (link !== 'online') set('online')
    }
    if (mine === generation) await connect()
  }

  function stop(): void {
    generation += 1
    clearTimeout(timer)
    polling?.abort()
    polling = null
    socket?.close()
    socket = null
  }

  function wake(): void {
    if (link === 'waiting') void connect()
    else socket?.probe()
  }

  window.addEventListener('online', () => {
    if (link === 'idle' || link === 'refused') return
    // A socket of the former network may seem open for minutes.
    stop()
    void connect()
  })
  window.addEventListener('offline', () => {
    if (link === 'online' || link === 'connecting') {
      stop()
      failures += 1
      later(backoff(failures))
    }
  })
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })

  return {
    link: () => link,
    start(): void {
      if (link === 'idle' || link === 'refused') void connect()
    },
    restart(): void {
      stop()
      set('connecting')
      void connect()
    },
    stop(): void {
      stop()
      set('idle')
    },
    /** False when there is no socket: the caller then goes over HTTP. */
    send(frame: Record<string, unknown>): boolean {
      if (link !== 'online' || !socket) return false
      socket.send(frame)
      return true
    },
  }
}
