// A bare socket.io server that tells one room. A process of its own.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { answerParent } from '../lib/child.ts'
import { now, pause } from '../lib/stats.ts'

interface Question {
  emit?: number
  gapMs?: number
}

const http = createServer()
const io = new Server(http, { transports: ['websocket'] })
io.on('connection', (socket) => void socket.join('all'))
await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))

/** Half a kilobyte, as a small message of a chat. */
const payload = {
  type: 'message',
  ticketId: 95_001,
  contact: { id: 7, name: 'Ana Souza', number: '5511999999999', profilePicUrl: 'https://example.net/p.jpg' },
  ticket: { id: 95_001, status: 'open', unreadMessages: 1, lastMessage: '…', userId: 7, queueId: 3 },
  text: 'Olá, bom dia! Gostaria de saber sobre o meu pedido, pode verificar por favor?',
}

answerParent(async ({ emit = 0, gapMs = 0 }: Question) => {
  for (let n = 0; n < emit; n++) {
    io.to('all').emit('m', { ...payload, body: `t${now()}` })
    if (gapMs > 0) await pause(gapMs)
  }
  const address = http.address()
  return { port: address !== null && typeof address === 'object' ? address.port : 0 }
})
