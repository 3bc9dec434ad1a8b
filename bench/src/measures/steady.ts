import type { Bench } from '../bench.ts'
import type { Heard } from '../clients/agents.ts'
import { startChild } from '../lib/child.ts'
import { type Ask, createCaller } from '../lib/load.ts'
import { now, pause } from '../lib/stats.ts'
import { speaker, writers } from './inbound.ts'

const A_SECOND = 100
const SECONDS = 10
const CALLERS = 16

/** A company's busy hour: everybody is there and a hundred messages come in each second. */
export async function measureSteady(bench: Bench): Promise<void> {
  const { report, node, channel, company, bareSockets, bareSocketsUrl } = bench
  const people = [...company.agents, ...company.admins]
  const messages = A_SECOND * SECONDS
  const next = speaker(channel, await writers(bench))
  const lag = createLag(node.url)

  const bareClients = await startChild('clients/agents.ts', {})
  await bareClients.ask({ connect: people.map(() => ({ url: bareSocketsUrl })), reset: '"m"' })
  await bareSockets.ask({ emit: messages, gapMs: 1000 / A_SECOND })
  const bare = await bareClients.ask<Heard>({ expect: messages * people.length })
  bareClients.stop()

  const clients = await startChild('clients/agents.ts', {})
  await clients.ask({ connect: people.map(({ token }) => ({ url: node.url, token })), reset: '"type":"chat:create"' })
  await pause(1000)
  await lag.since()
  await pause(3000)
  const idle = await lag.since()
  await paced(node.url, messages, next)
  const heard = await clients.ask<Heard>({ expect: messages * people.length })
  const busy = await lag.since()
  await lag.close()
  clients.stop()
  if (heard.events < messages * people.length) throw new Error(`${heard.events} events were heard`)

  const name = `${A_SECOND} messages a second to ${people.length} agents`
  report.add({
    part: 'live',
    name: `${name}: until a screen has it, p50`,
    value: heard.p50,
    unit: 'ms',
    p99: heard.p99,
    limit: { name: 'bare socket.io at that pace', value: bare.p50 },
    note: `from the hook on, for ${SECONDS} s; every message heard by everybody; bare p99 ${bare.p99.toFixed(1)} ms`,
  })
  report.add({
    part: 'live',
    name: `${name}: lag of the event loop, p99`,
    value: busy.p99,
    unit: 'ms',
    limit: { name: 'idle', value: idle.p99 },
    note: `p50 ${busy.p50.toFixed(1)} ms, idle ${idle.p50.toFixed(1)} ms; looked at every 10 ms, which is part of it`,
  })
}

/** So many requests, each at its time, however long the ones before take. */
async function paced(url: string, count: number, next: () => Ask): Promise<void> {
  const callers = Array.from({ length: CALLERS }, () => createCaller(url))
  const asked: Promise<unknown>[] = []
  const started = now()
  for (let n = 0; n < count; n++) {
    await pause(Math.max(0, started + (n * 1000) / A_SECOND - now()))
    asked.push(callers[n % CALLERS]?.ask(next()) ?? Promise.resolve())
  }
  await Promise.all(asked)
  await Promise.all(callers.map((caller) => caller.close()))
}

/** What the program itself says of its event loop, since it was asked last. */
function createLag(url: string) {
  const caller = createCaller(url)
  return {
    async since(): Promise<{ p50: number; p99: number }> {
      const text = await caller.ask({ method: 'GET', path: '/metrics' })
      const of = (name: string) =>
        Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1])
      return { p50: of('p50') * 1000, p99: of('p99') * 1000 }
    },
    close: () => caller.close(),
  }
}
