import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, type proto } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import { createFrameReader, framed } from './frames.ts'
import { createHandshake, type Secured } from './noise.ts'

/** One socket of a device: stanzas in and out behind the handshake. */
export interface Connection {
  send(stanza: BinaryNode): void
  /** Ends it in order. */
  close(): void
  /** Cuts the line. */
  drop(): void
  readonly isOpen: boolean
}

export interface ConnectionEvents {
  /** The handshake is over. */
  onLogin(connection: Connection, payload: proto.ClientPayload): void
  onStanza(connection: Connection, stanza: BinaryNode): Promise<void>
  onClose(connection: Connection): void
}

export function serve(socket: WebSocket, events: ConnectionEvents): void {
  const handshake = createHandshake()
  let isGreeted = false
  let secured: Secured | null = null
  let order: Promise<void> = Promise.resolve()

  const connection: Connection = {
    send(stanza) {
      if (secured && socket.readyState === socket.OPEN) socket.send(framed(secured.encrypt(encodeBinaryNode(stanza))))
    },
    close: () => socket.close(),
    drop: () => socket.terminate(),
    get isOpen() {
      return socket.readyState === socket.OPEN
    },
  }

  const read = createFrameReader((frame) => {
    if (!isGreeted) {
      isGreeted = true
      socket.send(framed(handshake.hello(frame)))
    } else if (!secured) {
      secured = handshake.finish(frame)
      events.onLogin(connection, secured.payload)
    } else {
      const plain = secured.decrypt(frame)
      order = order.then(async () => events.onStanza(connection, await decodeBinaryNode(plain)))
    }
  })
  socket.on('message', (data) => read(Buffer.isBuffer(data) ? data : Buffer.from(data as ArrayBuffer)))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => events.onClose(connection))
}
