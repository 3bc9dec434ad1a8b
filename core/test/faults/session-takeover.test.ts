import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../../plugins/fake/test/stand-in.ts'
import { startDatabase, type TestDatabase } from '../database.ts'
import { eventually, makeRemoteCompany } from './client.ts'
import { createProgram, type Program } from './program.ts'

const MESSAGES = 60
/** Reliability G-07. */
const TAKEOVER_MS = 30_000

let db: TestDatabase
let provider: FakeProvider
let programs: Program[]
/** By the id of its node. */
const programOf = new Map<string, Program>()
beforeAll(async () => {
  db = await startDatabase()
  provider = await startFakeProvider()
  provider.set({ mode: 'slow', ms: 100 })
  programs = await Promise.all([1, 2].map(() => createProgram(db, { RECADO_ENDPOINT_FAKE_PROVIDER: provider.url })))
  for (const program of programs) {
    await program.start()
    const nodes = await db.owner<{ id: string }>('select id::text "id" from node order by started_at desc limit 1')
    programOf.set(nodes[0]?.id ?? '', program)
  }
}, 90_000)
afterAll(async () => {
  for (const program of programs) await program.close()
  await provider.close()
  await db.close()
})

interface Lease {
  owner: string
  epoch: number
}

it('passes on from a process that stands still, which sends nothing more when it goes on', async () => {
  const [first] = programs
  if (!first) throw new Error('nothing runs')
  const company = await makeRemoteCompany(first.url)
  const [agent] = await company.agents(1)
  const { id: channelId } = await company.channel('fake-session', { provider: true })
  const contact = { name: 'Iracema Dias', number: '5511987654321' }
  const { id: contactId } = await company.call<{ id: number }>('POST', '/contacts', contact, company.token)
  const queue = { name: 'Vendas', color: '#112233' }
  const { id: queueId } = await company.call<{ id: number }>('POST', '/queue', queue, company.token)
  const opening = { contactId, channelId, queueId, userId: agent?.id ?? 0, status: 'open' }
  await company.call('PUT', `/users/${agent?.id}`, { queues: [queueId] }, company.token)
  const { id: ticketId } = await company.call<{ id: number }>('POST', '/tickets/new', opening, company.token)

  const lease = async () =>
    (await db.owner<Lease>('select owner::text "owner", epoch from lease where channel_id = $1', [channelId]))[0]
  const before = await lease()
  const sends = Array.from({ length: MESSAGES }, (_, index) =>
    company.call('POST', `/messages/${ticketId}`, { body: `linha ${index}` }, agent?.token),
  )
  await Promise.all(sends)
  await eventually(() => provider.taken.items.length >= 5)

  const owner = programOf.get(before?.owner ?? '')
  if (!owner) throw new Error('nobody owns the session')
  owner.signal('SIGSTOP')
  const from = performance.now()
  const after = await eventually(async () => {
    const now = await lease()
    return now && now.epoch > (before?.epoch ?? 0) ? now : null
  })
  expect(performance.now() - from).toBeLessThan(TAKEOVER_MS)
  expect(after.owner).not.toBe(before?.owner)
  await eventually(() => provider.taken.items.length >= 20)
  owner.signal('SIGCONT')

  await eventually(async () => {
    const rows = await db.owner(
      `select 1 from message where ticket_id = $1 and status in ('queued', 'sending') limit 1`,
      [ticketId],
    )
    return rows.length === 0
  })
  await eventually(async () => (await fetch(`${owner.url}/health/ready`).catch(() => null))?.status === 200)
  expect(provider.taken.items.filter(({ repeated }) => repeated)).toEqual([])
  const states = await db.owner<{ id: string; status: string }>(
    'select id, status from message where ticket_id = $1 and from_me order by seq',
    [ticketId],
  )
  expect(states).toHaveLength(MESSAGES)
  const unsure = states.filter(({ status }) => status !== 'sent')
  expect(unsure.every(({ status }) => status === 'unknown')).toBe(true)
  expect(unsure.length).toBeLessThanOrEqual(1)
  const taken = provider.taken.items.map(({ id }) => id)
  expect(taken).toEqual(states.map(({ id }) => id).filter((id) => taken.includes(id)))
  expect(taken.length).toBeGreaterThanOrEqual(MESSAGES - 1)
  expect((await lease())?.epoch).toBe(after.epoch)
  expect(provider.hooks.items.length, 'one login by each owner').toBeLessThanOrEqual(2)
}, 120_000)
