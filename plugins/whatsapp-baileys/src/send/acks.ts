import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'

/** How WhatsApp took a message. `lost`: the connection ended first; `late`: no word in time. */
export type Ack = { type: 'taken' } | { type: 'refused'; code: string } | { type: 'lost' } | { type: 'late' }

/**
 * Waits for the server's word on a message, which the library keeps to itself unless it is a refusal. Begin before
 * sending; `onLate` is called when it comes after the time is over.
 */
export function awaitAck(socket: WASocket, id: string, timeoutMs: number, onLate: (ack: Ack) => void) {
  const { promise, resolve } = Promise.withResolvers<Ack>()
  let isOver = false
  const finish = (ack: Ack) => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    resolve(ack)
  }
  const onAck = ({ attrs }: BinaryNode) => {
    if (attrs.id !== id) return
    const ack: Ack = attrs.error ? { type: 'refused', code: attrs.error } : { type: 'taken' }
    off()
    if (isOver) onLate(ack)
    else finish(ack)
  }
  const onClose = () => {
    off()
    finish({ type: 'lost' })
  }
  const off = () => {
    socket.ws.off('CB:ack,class:message', onAck)
    socket.ws.off('close', onClose)
  }
  const timer = setTimeout(() => finish({ type: 'late' }), timeoutMs)
  socket.ws.on('CB:ack,class:message', onAck)
  socket.ws.on('close', onClose)
  return {
    ack: promise,
    cancel() {
      off()
      finish({ type: 'lost' })
    },
  }
}
