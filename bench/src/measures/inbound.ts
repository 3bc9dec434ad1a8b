import { randomUUID } from 'node:crypto'
import type { Bench, Channel } from '../bench.ts'
import type { Heard } from '../clients/agents.ts'
import { startChild } from '../lib/child.ts'
import { closedLoop, createCaller, httpLoad } from '../lib/load.ts'
import { median, medianSample, now, pause, type Sample } from '../lib/stats.ts'
import { ingest, openPool, TICKETS } from '../limits/transactions.ts'

const EVENT = '"type":"chat:create"'

/** Numbers of people who write and whose tickets everybody sees. */
export async function writers({ database, company }: Bench): Promise<string[]> {
  const { rows } = await database.pool.query<{ value: string }>(
    `select a.value from ticket t join contact_address a on a.tenant_id = t.tenant_id and a.id = t.address_id
      where t.tenant_id = $1 and t.status = 'pending' and t.queue_id is null order by t.id desc limit 900`,
    [company.tenantId],
  )
  return rows.map(({ value }) => value)
}

const message = (number: string) => ({
  kind: 'message',
  externalId: randomUUID(),
  direction: 'in',
  chat: { addresses: [{ kind: 'phone', value: number }], name: `Cliente ${number}` },
  content: { type: 'text', text: `t${now()} Olá, bom dia! Gostaria de saber sobre o meu pedido, pode verificar?` },
  at: Date.now(),
})

/** The next batch for a hook, from whoever's turn it is. */
export function speaker(channel: Channel, numbers: string[], size = 1) {
  const path = new URL(channel.hookUrl).pathname
  let turn = 0
  return () => {
    const events = Array.from({ length: size }, () => message(numbers[turn++ % numbers.length] ?? ''))
    return { method: 'POST' as const, path, body: JSON.stringify({ events }) }
  }
}

export async function measureInbound(bench: Bench): Promise<void> {
  const { options, report, node, channel, database } = bench
  const { seconds, rounds } = options
  const numbers = await writers(bench)
  const next = speaker(channel, numbers)
  await httpLoad(node.url, 8, 1, next)
  await countStatements(bench, numbers)

  const observer = await startChild('clients/agents.ts', {})
  const [admin] = bench.company.admins
  await observer.ask({ connect: [{ url: node.url, token: admin?.token }] })
  for (const callers of [1, 8, 32]) {
    const pool = openPool(database.url, callers)
    const raw: Sample[] = []
    const ours: Sample[] = []
    const live: number[] = []
    for (let round = 0; round < rounds; round++) {
      raw.push(await closedLoop(callers, seconds, () => ingest(pool, 1 + Math.floor(Math.random() * TICKETS * 0.05))))
      await observer.ask({ reset: EVENT })
      const sample = await httpLoad(node.url, callers, seconds, next)
      const heard = await observer.ask<Heard>({ expect: sample.count })
      if (heard.events < sample.count) throw new Error(`${sample.count} messages, ${heard.events} events`)
      ours.push(sample)
      live.push(heard.p99)
    }
    await pool.end()
    const sample = medianSample(ours)
    report.add({
      part: 'inbound',
      name: `hook to committed row, ${callers} callers`,
      value: sample.rate,
      unit: 'msg/s',
      p99: sample.p99,
      limit: { name: `raw transaction c=${callers}`, value: medianSample(raw).rate },
      ...(callers === 8
        ? {
            musts: [
              { of: 'ratio', atLeast: 0.25 },
              { of: 'p99', atMost: 30 },
            ],
          }
        : {}),
      note: `live event p99 ${median(live).toFixed(1)} ms; every message heard`,
    })
  }
  observer.stop()
  await measureBursts(bench, numbers)
  await measureWithAgents(bench, numbers)
}

async function measureBursts({ options, report, node, channel }: Bench, numbers: string[]): Promise<void> {
  for (const size of [10, 100, 500]) {
    const callers = 4
    const sample = await httpLoad(node.url, callers, options.seconds, speaker(channel, numbers, size))
    report.add({
      part: 'inbound',
      name: `bursts of ${size}, ${callers} callers`,
      value: sample.rate * size,
      unit: 'msg/s',
      p99: sample.p99,
      note: 'p99 of a whole burst',
    })
  }
}

async function measureWithAgents(bench: Bench, numbers: string[]): Promise<void> {
  const { options, report, node, channel, company, bareSocketsUrl, bareSockets } = bench
  const people = [...company.agents, ...company.admins]
  const clients = await startChild('clients/agents.ts', {})
  const bareClients = await startChild('clients/agents.ts', {})
  await bareClients.ask({ connect: people.map(() => ({ url: bareSocketsUrl })) })
  await clients.ask({ connect: people.map(({ token }) => ({ url: node.url, token })) })
  await pause(500)
  const raw: number[] = []
  for (let round = 0; round < options.rounds; round++) {
    const count = 300
    await bareClients.ask({ reset: '"m"' })
    const started = now()
    await bareSockets.ask({ emit: count })
    const { at } = await bareClients.ask<Heard>({ expect: count * people.length })
    raw.push((count / (at - started)) * 1000)
  }
  const limit = { name: `bare socket.io to ${people.length}`, value: median(raw) }
  for (const callers of [1, 8, 32]) {
    const ours: Sample[] = []
    const heards: number[] = []
    const complete: number[] = []
    for (let round = 0; round < options.rounds; round++) {
      await clients.ask({ reset: EVENT })
      const started = now()
      const sample = await httpLoad(node.url, callers, options.seconds, speaker(channel, numbers))
      const expected = await clients.ask<Heard>({ expect: sample.count * people.length })
      if (expected.events < sample.count * people.length)
        throw new Error(`${expected.events} of ${sample.count * people.length} events were heard`)
      ours.push(sample)
      heards.push(expected.p99)
      complete.push((expected.events / people.length / (expected.at - started)) * 1000)
    }
    const sample = medianSample(ours)
    report.add({
      part: 'inbound',
      name: `the same with ${people.length} agents connected, ${callers} callers`,
      value: Math.min(sample.rate, median(complete)),
      unit: 'msg/s',
      p99: sample.p99,
      limit,
      ...(callers === 8 ? { musts: [{ of: 'ratio', atLeast: 0.4 }] } : {}),
      note: `until all of them have heard; live event p99 ${median(heards).toFixed(0)} ms`,
    })
  }
  clients.stop()
  bareClients.stop()
}

interface Counted {
  query: string
  calls: number
}

/** Statements of the program while messages come in one by one, less what it does anyway. */
async function countStatements(bench: Bench, numbers: string[]): Promise<void> {
  const { database, report, node, channel } = bench
  if (!database.counts) return
  const messages = 300
  const count = async (work: () => Promise<unknown>): Promise<Counted[]> => {
    await database.pool.query('select pg_stat_statements_reset()')
    await work()
    await pause(100)
    const { rows } = await database.pool.query<Counted>(
      `select query, sum(calls)::int calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
        where not r.rolsuper and query !~* '^(begin|commit|rollback)' group by query order by 2 desc`,
    )
    return rows
  }
  const next = speaker(channel, numbers)
  const caller = createCaller(node.url)
  let ms = 0
  const busy = await count(async () => {
    const started = performance.now()
    for (let n = 0; n < messages; n++) await caller.ask(next())
    ms = performance.now() - started
  })
  const idle = await count(() => pause(ms))
  await caller.close()
  const total = (rows: Counted[], isSetting: boolean) =>
    rows.reduce((sum, { query, calls }) => sum + (/^\s*select set_config/i.test(query) === isSetting ? calls : 0), 0)
  const per = (isSetting: boolean) => Math.max(0, total(busy, isSetting) - total(idle, isSetting)) / messages
  report.add({
    part: 'inbound',
    name: 'SQL statements per message',
    value: per(false),
    unit: 'statements',
    musts: [{ of: 'value', atMost: 2 }],
    note: `one stores and answers with the ticket for the screens, the rest follow the events; ${per(true).toFixed(2)} settings of the company travel in the same writes`,
  })
  report.appendix.push({
    title: `Statements of ${messages} messages that came in one by one`,
    text: busy
      .filter(({ calls }) => calls > 10)
      .map(({ query, calls }) => `${String(calls).padStart(6)}  ${query.replace(/\s+/g, ' ').slice(0, 110)}`)
      .join('\n'),
  })
}
