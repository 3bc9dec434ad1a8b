import { createServer, Socket } from 'node:net'
import { createRecorder, type Recorder } from './recorder.ts'

export interface NetworkWatch {
  /** `host:port` of each connection that was opened. */
  readonly opened: readonly string[]
  /** `host:port` of each connection that was not allowed; none of them left the machine. */
  readonly refused: readonly string[]
  /** Connections that are still open and keep the program alive. */
  held(): string[]
  stop(): void
}

/**
 * Watches every connection this process opens, through `fetch`, a provider's SDK or bare sockets, and refuses those
 * that `allow` does not know. One watch at a time.
 */
export function watchNetwork(allow: (hostAndPort: string) => boolean): NetworkWatch {
  const opened: string[] = []
  const refused: string[] = []
  const sockets = new Map<Socket, string>()
  const original = Socket.prototype.connect

  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
    const target = targetOf(args)
    if (target !== null && !allow(target)) {
      refused.push(target)
      this.destroy(new Error(`connection to ${target} refused: not a declared endpoint`))
      return this
    }
    if (target !== null) {
      opened.push(target)
      sockets.set(this, target)
    }
    return Reflect.apply(original, this, args)
  } as typeof original

  return {
    opened,
    refused,
    held: () => [...sockets].filter(([socket]) => isHeld(socket)).map(([, target]) => target),
    stop() {
      Socket.prototype.connect = original
    },
  }
}

/** Idle connections of a keep-alive pool do not count: their handle no longer keeps the program alive. */
function isHeld(socket: Socket): boolean {
  const handle = Reflect.get(socket, '_handle') as { hasRef?: () => boolean } | null
  return !socket.destroyed && (handle?.hasRef?.() ?? false)
}

/** `host:port` from the many ways in which `connect` is called; null for local pipes. */
function targetOf(args: unknown[]): string | null {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0]
  if (typeof first === 'object' && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number | string; path?: string }
    return path !== undefined && port === undefined ? null : `${host ?? 'localhost'}:${port}`
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return null
  return `${typeof args[1] === 'string' ? args[1] : 'localhost'}:${first}`
}

export interface SilentServer {
  readonly url: string
  readonly connections: Recorder<number>
  close(): Promise<void>
}

/** Takes connections on loopback and never answers: how a provider that hangs looks. */
export async function startSilentServer(): Promise<SilentServer> {
  const sockets = new Set<Socket>()
  const connections = createRecorder<number>('a connection to the silent server')
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    connections.add(sockets.size)
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A loopback address at which nothing listens: how a provider that is down looks. */
export async function closedAddress(): Promise<string> {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

const listen = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
