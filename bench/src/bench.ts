import { randomBytes } from 'node:crypto'
import { type Child, startChild } from './lib/child.ts'
import { type BenchDatabase, openDatabase } from './lib/database.ts'
import { createCaller } from './lib/load.ts'
import { type Program, startProgram } from './lib/program.ts'
import { until } from './lib/stats.ts'
import { prepareLimits } from './limits/transactions.ts'
import type { Options } from './options.ts'
import type { Report } from './report.ts'
import { inBulk, seedMessages, seedTickets, withoutIndex } from './seed/past.ts'
import { type Company, type Person, seedCompany } from './seed/people.ts'

export interface Channel {
  id: number
  hookUrl: string
}

/** Everything that the measures work with. */
export interface Bench {
  options: Options
  report: Report
  database: BenchDatabase
  company: Company
  node: Program
  env: Record<string, string>
  channel: Channel
  firstTicket: number
  longest: { ticketId: number; messages: number }
  /** Bare HTTP over the same database. */
  bareUrl: string
  /** Bare socket.io. */
  bareSockets: Child
  bareSocketsUrl: string
}

const LONG_TICKETS = 50
/** Has a page 500 of 20, and is long to scroll. */
const LONGEST = 50_000

/** Seeds a company, starts the program on it, and what it is compared with. `closing` undoes all of it in order. */
export async function openBench(options: Options, report: Report, closing: (() => unknown)[]): Promise<Bench> {
  const secretKey = randomBytes(32).toString('base64')
  const database = await openDatabase(options.databaseUrl, options.keep)
  closing.push(() => database.close())
  const env = {
    DATABASE_URL: database.url,
    RECADO_SECRET_KEY: secretKey,
    RECADO_ADMIN_EMAIL: 'operador@bench.test',
    RECADO_ADMIN_PASSWORD: 'Ypê-roxo 7 vezes',
    NODE_ENV: 'development',
    RECADO_PLUGINS: '@recado/plugin-fake',
    RECADO_DEVELOPMENT_PLUGINS: 'true',
    RECADO_DATA_DIR: `/var/tmp/recado-bench-files-${process.pid}`,
  }
  let node = await startProgram(env)
  closing.push(() => node.stop())
  const company = await seedCompany(database.pool, options, secretKey)
  const [admin] = company.admins
  if (!admin) throw new Error('no admin')
  const channel = await addChannel(node.url, admin, 'fake')
  await node.stop()
  const { firstTicket, longest } = await seedPast(options, database, company, channel)
  if (options.only.length === 0 || options.only.some((part) => ['inbound', 'send'].includes(part)))
    await timed('scratch tables of the limits', () => prepareLimits(database.pool, options.tickets / 100_000))
  node = await startProgram(env)
  const bare = await startChild('limits/bare-http.ts', { url: database.url, tenantId: company.tenantId })
  const { port } = await bare.ask<{ port: number }>({})
  const bareSockets = await startChild('limits/bare-sockets.ts', {})
  const sockets = await bareSockets.ask<{ port: number }>({})
  closing.push(
    () => bare.stop(),
    () => bareSockets.stop(),
  )
  const urls = { bareUrl: `http://127.0.0.1:${port}`, bareSocketsUrl: `http://127.0.0.1:${sockets.port}` }
  return { options, report, database, company, node, env, channel, firstTicket, longest, bareSockets, ...urls }
}

/** A channel of a type, connected. */
export async function addChannel(url: string, admin: Person, type: string): Promise<Channel> {
  const caller = createCaller(url)
  const { token } = admin
  try {
    const made = JSON.parse(
      await caller.ask({
        method: 'POST',
        path: '/whatsapp',
        token,
        body: JSON.stringify({ name: `Canal ${randomBytes(4).toString('hex')}`, type, settings: {} }),
      }),
    ) as Channel
    await caller.ask({ method: 'POST', path: `/whatsappsession/${made.id}`, token, body: '{}' })
    return await until('the channel', async () => {
      const shown = JSON.parse(await caller.ask({ method: 'GET', path: `/whatsapp/${made.id}`, token }))
      return shown.state === 'connected' ? { id: shown.id, hookUrl: shown.hookUrl } : null
    })
  } finally {
    await caller.close()
  }
}

async function seedPast(options: Options, database: BenchDatabase, company: Company, channel: Channel) {
  const { tenantId, queueIds, agents } = company
  const { tickets, open, pending, contacts, messages } = options
  let firstTicket = 0
  let longest = { ticketId: 0, messages: LONGEST }
  await inBulk(database.pool, async (client) => {
    await timed(`${tickets} tickets`, async () => {
      const plan = { tenantId, channelId: channel.id, queueIds, contacts, tickets, open, pending }
      const seeded = await seedTickets(client, { ...plan, agentIds: agents.slice(0, 50).map(({ id }) => id) })
      firstTicket = seeded.firstTicket
    })
    // open, and in the queue that all serve
    longest = { ...longest, ticketId: firstTicket + tickets - pending - 10 }
    await client.query('update ticket set queue_id = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      longest.ticketId,
      company.commonQueueId,
    ])
    const plan = { tenantId, channelId: channel.id, firstTicket, tickets, messages, long: LONG_TICKETS, longest }
    await timed(`${messages} messages`, () => withoutIndex(client, 'message_search', () => seedMessages(client, plan)))
  })
  await timed('vacuum and analyze', async () => {
    await database.pool.query('vacuum analyze')
    await database.pool.query('checkpoint').catch(() => undefined)
  })
  return { firstTicket, longest }
}

export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  console.error(`  ${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}
