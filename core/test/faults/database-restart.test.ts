import { randomUUID } from 'node:crypto'
import type { InboundEvent } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../../plugins/fake/test/stand-in.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel } from '../app.ts'
import { inboundText, newPhone } from '../rich-company.ts'
import { ask } from '../routes.ts'
import { eventually } from './client.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

const CUSTOMERS = 6
const EACH = 20

let server: OwnServer
let app: TestApp
let provider: FakeProvider
let company: Company
let agents: Person[]
let channel: TestChannel
beforeAll(async () => {
  server = await startOwnServer()
  provider = await startFakeProvider()
  app = await startApp({ db: server.db, env: { RECADO_ENDPOINT_FAKE_PROVIDER: provider.url } })
  company = await app.newTenant()
  agents = await Promise.all([company.user(), company.user(), company.user()])
  channel = await company.channel('fake-idempotent', { provider: true })
}, 60_000)
afterAll(async () => {
  await app.close()
  await provider.close()
  await server.close()
})

/** Sent until it is taken; any answer but "later" would be a loss. */
const accepted = async (ticketId: number, body: string, agent: Person): Promise<string> => {
  const id = randomUUID()
  for (;;) {
    const answer = await ask(app.url, 'POST', `/messages/${ticketId}`, { token: agent.token, json: { id, body } })
    if (answer.status === 200) return id
    expect(answer.status, answer.text.slice(0, 300)).toBe(503)
    await new Promise((done) => setTimeout(done, 50))
  }
}

const survives = async (breakIt: () => Promise<unknown>) => {
  const [first] = agents
  if (!first) throw new Error('nobody is there')
  const socket = await app.socket(first.token)
  const customers = Array.from({ length: CUSTOMERS }, newPhone)
  const deliver = (customer: string, text: string) =>
    provider.deliver(channel.hookUrl, [inboundText(customer, `Cliente ${customer}`, text) as InboundEvent])
  const tickets = new Map<string, number>()
  await Promise.all(customers.map((customer) => deliver(customer, 'oi')))
  const list = '/tickets?status[]=pending&pageSize=100'
  const { body } = await first.api.get<{ tickets: { id: number; name: string }[] }>(list)
  for (const [index, customer] of customers.entries()) {
    const ticket = body.tickets.find(({ name }) => name === `Cliente ${customer}`)
    const agent = agents[index % agents.length] ?? first
    const taken = await agent.api.put(`/tickets/${ticket?.id}`, { status: 'open', userId: agent.id })
    expect(taken.status).toBe(200)
    tickets.set(customer, ticket?.id ?? 0)
  }

  const sent: string[] = []
  let broken = Promise.resolve<unknown>(undefined)
  await Promise.all(
    customers.map(async (customer, place) => {
      const agent = agents[place % agents.length] ?? first
      for (let index = 1; index <= EACH; index++) {
        await deliver(customer, `pergunta ${index}`)
        sent.push(await accepted(tickets.get(customer) ?? 0, `resposta ${index}`, agent))
        if (place === 0 && index === EACH / 2) broken = breakIt()
      }
    }),
  )
  await broken

  const rows = await eventually(async () => {
    const found = await server.db.owner<{ ticketId: number; seq: number; body: string; status: string; id: string }>(
      `select id, ticket_id "ticketId", seq, body, status from message where ticket_id = any ($1) order by ticket_id, seq`,
      [[...tickets.values()]],
    )
    const isDone = found.every(({ status }) => status !== 'queued' && status !== 'sending')
    return isDone && found.length === CUSTOMERS * (1 + 2 * EACH) ? found : null
  })
  for (const ticketId of tickets.values()) {
    const mine = rows.filter((row) => row.ticketId === ticketId)
    expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, index) => index + 1))
    for (const what of ['pergunta', 'resposta'])
      expect(mine.map(({ body }) => body).filter((text) => text.startsWith(what))).toEqual(
        Array.from({ length: EACH }, (_, index) => `${what} ${index + 1}`),
      )
  }
  const ours = provider.taken.items.filter(({ id, repeated }) => sent.includes(id) && !repeated)
  expect(new Set(ours.map(({ id }) => id)).size).toBe(CUSTOMERS * EACH)

  // hints that were lost meanwhile are made good: every screen is told to ask again
  await eventually(() => socket.received.some(({ event }) => event === `${company.tenantId}:resync`))
  expect(socket.connected).toBe(true)
  const text = `depois ${randomUUID()}`
  await deliver(customers[0] ?? '', text)
  await eventually(() => JSON.stringify(socket.received).includes(text))
  expect((await ask(app.url, 'GET', '/health/ready')).status).toBe(200)
}

describe('while messages come and go', () => {
  it('all connections to the database break, and nothing is lost', async () => {
    await survives(async () => expect(await server.cutConnections()).toBeGreaterThan(5))
  }, 90_000)

  it('the database crashes and recovers, and nothing is lost', async () => {
    await survives(server.crash)
  }, 90_000)
})
