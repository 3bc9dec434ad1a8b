// Many connected people in a process of their own. They speak just enough of engine.io to hear events, so that the
// machine's time goes to the server; bare socket.io is measured with the same clients.
import { WebSocket } from 'ws'
import { answerParent } from '../lib/child.ts'
import { now, quantile, until } from '../lib/stats.ts'

export interface AgentsQuestion {
  connect?: { url: string; token?: string }[]
  /** Start anew; only events with this text count. */
  reset?: string
  /** Waits for so many events over all clients, then tells. */
  expect?: number
  disconnect?: true
}

export interface Heard {
  events: number
  /** Milliseconds since the time that each event carries as its body, `t<epoch>`; over all clients. */
  p50: number
  p99: number
  /** When the last one came. */
  at: number
}

const sockets: WebSocket[] = []
let marker = 'chat:create'
let events = 0
let last = 0
let times: number[] = []

function hear(text: string): void {
  if (!text.includes(marker)) return
  last = now()
  events += 1
  const at = text.indexOf('"body":"t')
  if (at > 0) times.push(last - Number.parseFloat(text.slice(at + 9, at + 29)))
}

function connect({ url, token }: { url: string; token?: string }): Promise<void> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    sockets.push(socket)
    socket.on('message', (data) => {
      const text = String(data)
      if (text === '2') socket.send('3')
      else if (text.startsWith('0')) socket.send(`40${token ? JSON.stringify({ token }) : ''}`)
      else if (text.startsWith('40')) done()
      else if (text.startsWith('44')) failed(new Error(text))
      else if (text.startsWith('42')) hear(text)
    })
    socket.once('error', failed)
  })
}

answerParent(async ({ connect: wanted = [], reset, expect, disconnect }: AgentsQuestion): Promise<Heard> => {
  for (let at = 0; at < wanted.length; at += 20) await Promise.all(wanted.slice(at, at + 20).map(connect))
  if (reset !== undefined) {
    marker = reset
    events = 0
    times = []
  }
  if (expect !== undefined) await until(`${expect} events`, () => events >= expect, 20_000).catch(() => undefined)
  if (disconnect) for (const socket of sockets.splice(0)) socket.terminate()
  return { events, p50: quantile(times, 0.5), p99: quantile(times, 0.99), at: last }
})
