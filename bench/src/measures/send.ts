import type { Bench } from '../bench.ts'
import type { Heard } from '../clients/agents.ts'
import { startChild } from '../lib/child.ts'
import { createCaller, httpLoad } from '../lib/load.ts'
import { medianSample, now, pause, type Sample, until } from '../lib/stats.ts'
import { TICKETS } from '../limits/transactions.ts'
import { inTurn } from './reads.ts'

/** Open tickets that all agents see. */
async function answerable({ database, company }: Bench): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select id from ticket where tenant_id = $1 and status = 'open' and queue_id = $2 order by id desc limit 250`,
    [company.tenantId, company.commonQueueId],
  )
  return rows.map(({ id }) => id)
}

const settled = ({ database, company }: Bench) =>
  until(
    'deliveries',
    async () => {
      const { rows } = await database.pool.query(
        `select 1 from delivery where tenant_id = $1 and state in ('queued', 'sending') limit 1`,
        [company.tenantId],
      )
      return rows.length === 0
    },
    60_000,
  )

export async function measureSend(bench: Bench): Promise<void> {
  const { options, report, node, bareUrl, company } = bench
  const tickets = await answerable(bench)
  const agent = inTurn(company.agents)
  let turn = 0
  const next = () => ({
    method: 'POST' as const,
    path: `/messages/${tickets[turn++ % tickets.length]}`,
    token: agent().token,
    body: JSON.stringify({ body: `t${now()} Estamos verificando o seu pedido e já retornamos.` }),
  })
  const bare = () => ({
    method: 'POST' as const,
    path: `/transaction/${1 + Math.floor(Math.random() * TICKETS * 0.05)}`,
    body: '{}',
  })
  await httpLoad(node.url, 4, 0.5, next)
  for (const callers of [1, 8, 32]) {
    const raw: Sample[] = []
    const ours: Sample[] = []
    for (let round = 0; round < options.rounds; round++) {
      raw.push(await httpLoad(bareUrl, callers, options.seconds, bare))
      ours.push(await httpLoad(node.url, callers, options.seconds, next))
      await settled(bench)
    }
    const sample = medianSample(ours)
    const atLeast = { 1: 0.2, 8: 0, 32: 0.15 }[callers]
    report.add({
      part: 'sending',
      name: `message of an agent, ${callers === 1 ? '1 caller' : `${callers} callers`}`,
      value: sample.rate,
      unit: 'req/s',
      p99: sample.p99,
      limit: { name: 'bare HTTP and transaction', value: medianSample(raw).rate },
      ...(atLeast ? { musts: [{ of: 'ratio', atLeast }] } : {}),
      note: 'delivered by the same process meanwhile',
    })
  }
  await measureFanOut(bench, next)
}

const MESSAGES = 40
const GAP_MS = 25

async function measureFanOut(bench: Bench, next: () => Parameters<ReturnType<typeof createCaller>['ask']>[0]) {
  const { report, node, company, bareSockets, bareSocketsUrl, options } = bench
  const people = [...company.agents, ...company.admins]
  const clients = await startChild('clients/agents.ts', {})
  const bareClients = await startChild('clients/agents.ts', {})
  await bareClients.ask({ connect: people.map(() => ({ url: bareSocketsUrl })) })
  await clients.ask({ connect: people.map(({ token }) => ({ url: node.url, token })) })
  await pause(500)
  const bare: Sample[] = []
  const ours: Sample[] = []
  const asSample = ({ p50, p99, events }: Heard): Sample => ({ rate: 0, p50, p99, count: events })
  const caller = createCaller(node.url)
  for (let round = 0; round < options.rounds; round++) {
    await bareClients.ask({ reset: '"m"' })
    await bareSockets.ask({ emit: MESSAGES, gapMs: GAP_MS })
    bare.push(asSample(await bareClients.ask<Heard>({ expect: MESSAGES * people.length })))
    await clients.ask({ reset: '"type":"chat:create"' })
    for (let n = 0; n < MESSAGES; n++) {
      await caller.ask(next())
      await pause(GAP_MS)
    }
    const heard = await clients.ask<Heard>({ expect: MESSAGES * people.length })
    if (heard.events < MESSAGES * people.length) throw new Error(`${heard.events} events were heard`)
    ours.push(asSample(heard))
  }
  await caller.close()
  clients.stop()
  bareClients.stop()
  const [limit, found] = [medianSample(bare), medianSample(ours)]
  const part = 'live'
  const name = `a message to ${people.length} agents, from the request on`
  report.add({
    part,
    name: `${name}, p50`,
    value: found.p50,
    unit: 'ms',
    limit: { name: 'bare socket.io', value: limit.p50 },
    musts: [{ of: 'ratio', atMost: 3 }],
  })
  report.add({
    part,
    name: `${name}, p99`,
    value: found.p99,
    unit: 'ms',
    limit: { name: 'bare socket.io', value: limit.p99 },
    musts: [{ of: 'ratio', atMost: 2 }],
  })
}
