import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Events that one socket is told in the same turn of the loop leave in one write. A batch of messages told to hundreds of
 * people is otherwise that many system calls for each of them, the largest cost of all.
 * @returns what ends it for sockets to come
 */
export function gatherWrites(server: Server, path: string): () => void {
  const onUpgrade = (request: IncomingMessage, socket: Duplex) => {
    if (request.url?.startsWith(path)) gather(socket)
  }
  server.prependListener('upgrade', onUpgrade)
  return () => server.off('upgrade', onUpgrade)
}

function gather(socket: Duplex): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let isHeld = false
  const release = () => {
    isHeld = false
    socket.uncork()
  }
  const held = (...args: unknown[]): boolean => {
    if (!isHeld) {
      isHeld = true
      socket.cork()
      setImmediate(release)
    }
    return write(...args)
  }
  socket.write = held as Duplex['write']
}
