import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { startWhatsApp, type WhatsApp } from '@recado/plugin-whatsapp-baileys/stand-in'
import { answerParent } from '../lib/child.ts'

/** Phones, each with a WhatsApp of its own behind one address: a new connection goes to the phone whose turn it is. */
const phones: WhatsApp[] = []
const sockets = new Set<Socket>()
let turn = 0

const front = createServer((socket) => {
  const back = dial(Number(new URL(phones[turn]?.url ?? '').port), '127.0.0.1')
  for (const [one, other] of [
    [socket, back],
    [back, socket],
  ] as const) {
    sockets.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => sockets.delete(one))
    one.pipe(other)
  }
})

answerParent(async (question: { count?: number; turn?: number; scan?: string }) => {
  if (question.count !== undefined) {
    for (let made = 0; made < question.count; made++) phones.push(await startWhatsApp())
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
    return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}` }
  }
  if (question.turn !== undefined) turn = question.turn
  if (question.scan !== undefined) {
    phones[turn]?.scan(question.scan)
    await phones[turn]?.waitUntilReady()
  }
  return null
})
