import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeProvider, type ProviderMode, startFakeProvider } from '../../../plugins/fake/test/stand-in.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { eventually } from './client.ts'

const CONVERSATIONS = 3
const EACH = 10

let app: TestApp
let provider: FakeProvider
let company: Company
let agent: Person
let channel: TestChannel
beforeAll(async () => {
  provider = await startFakeProvider()
  app = await startApp({ env: { RECADO_ENDPOINT_FAKE_PROVIDER: provider.url } })
  company = await app.newTenant()
  agent = await company.user()
  channel = await company.channel('fake-idempotent', { provider: true })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

// the clock runs ahead in these tests, and an access token does not live long
beforeEach(async () => {
  agent = await app.signIn(agent.email)
})

const open = async (): Promise<number> => {
  const customer = newPhone()
  await pushEvents(channel.hookUrl, [inboundText(customer, `Cliente ${customer}`, 'oi')])
  const { body } = await agent.api.get<{ tickets: { id: number; name: string }[] }>(
    '/tickets?status[]=pending&pageSize=100',
  )
  const id = body.tickets.find(({ name }) => name === `Cliente ${customer}`)?.id ?? 0
  expect((await agent.api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })).status).toBe(200)
  return id
}

interface Waiting {
  state: string
  attempt: number
}
const queue = () =>
  app.db.owner<Waiting>('select state, attempt from delivery where channel_id = $1 order by position', [channel.id])

/** A pause that the queue takes passes: what waits is due, and the breaker lets a probe through. */
const passTime = async () => {
  app.clock.advance(31_000)
  await app.db.owner(`update delivery set due_at = now() where channel_id = $1 and state = 'queued'`, [channel.id])
}

const outage = async (mode: ProviderMode, rounds: number) => {
  const tickets = await Promise.all(Array.from({ length: CONVERSATIONS }, open))
  const start = provider.taken.items.length
  provider.set(mode)
  const order = new Map<number, string[]>()
  for (let index = 0; index < EACH; index++)
    for (const ticketId of tickets) {
      const id = randomUUID()
      order.set(ticketId, [...(order.get(ticketId) ?? []), id])
      expect((await agent.api.post(`/messages/${ticketId}`, { id, body: `linha ${index}` })).status).toBe(200)
    }
  for (let round = 1; round <= rounds; round++) {
    await eventually(async () => {
      const rows = await queue()
      const heads = rows.filter(({ attempt }) => attempt >= round)
      return rows.every(({ state }) => state === 'queued') && heads.length >= 1
    })
    if (round < rounds) await passTime()
  }
  expect(provider.taken.items.length).toBe(start)
  expect(await queue()).toHaveLength(CONVERSATIONS * EACH)

  provider.set({ mode: 'up' })
  await eventually(async () => {
    await passTime()
    return (await queue()).length === 0
  })
  const taken = provider.taken.items.slice(start)
  expect(taken).toHaveLength(CONVERSATIONS * EACH)
  for (const ids of order.values()) expect(taken.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids)
  const states = await app.db.owner<{ status: string }>(
    'select distinct status from message where ticket_id = any ($1) and from_me',
    [tickets],
  )
  expect(states).toEqual([{ status: 'sent' }])
}

it(
  'keeps the queue of a provider that is down, in order, and sends all of it afterwards',
  () => outage({ mode: 'down' }, 3),
  60_000,
)

it('does not count tries that it did not make while it leaves the provider alone', async () => {
  const tickets = await Promise.all(Array.from({ length: CONVERSATIONS * 2 }, open))
  provider.set({ mode: 'down' })
  for (const ticketId of tickets) await agent.api.post(`/messages/${ticketId}`, { body: 'sem pressa' })
  const admin = await app.signIn(company.admin.email)
  await eventually(async () => {
    const { body } = await admin.api.get<{ breaker: string }>(`/whatsapp/${channel.id}/health`)
    return body.breaker === 'open'
  })
  for (let round = 0; round < 8; round++) {
    await app.db.owner(`update delivery set due_at = now() where channel_id = $1 and state = 'queued'`, [channel.id])
    app.node.services.drain.kick({ tenantId: company.tenantId, channelId: channel.id })
    await eventually(async () => {
      const rows = await app.db.owner<{ isPaused: boolean }>(
        `select state = 'queued' and due_at > now() + interval '3 seconds' "isPaused" from delivery
          where channel_id = $1`,
        [channel.id],
      )
      return rows.every(({ isPaused }) => isPaused)
    }, 10_000)
  }
  expect(await queue()).toHaveLength(tickets.length)
  expect((await queue()).every(({ attempt }) => attempt <= 2)).toBe(true)
  provider.set({ mode: 'up' })
  await eventually(async () => {
    await passTime()
    return (await queue()).length === 0
  })
}, 60_000)

it('waits as long as a provider asks that has had enough', async () => {
  const ticketId = await open()
  const start = provider.taken.items.length
  provider.set({ mode: 'refuse', status: 429, headers: { 'retry-after': '3600' } })
  for (const body of ['um', 'dois', 'três']) await agent.api.post(`/messages/${ticketId}`, { body })
  const due = await eventually(async () => {
    const rows = await app.db.owner<{ seconds: number; attempt: number }>(
      `select extract(epoch from due_at - now())::int "seconds", attempt from delivery
        where channel_id = $1 and error_code = 'RATE_LIMITED'`,
      [channel.id],
    )
    return rows.length > 0 ? rows : null
  })
  // a provider that limits us costs no attempts
  for (const { seconds, attempt } of due) expect([seconds > 2000, attempt]).toEqual([true, 0])
  provider.set({ mode: 'up' })
  await eventually(async () => {
    await passTime()
    return (await queue()).length === 0
  })
  expect(provider.taken.items.slice(start).map(({ message }) => message.content)).toMatchObject([
    { text: 'um' },
    { text: 'dois' },
    { text: 'três' },
  ])
})
