import type { InboundEvent } from '@recado/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../../plugins/fake/test/stand-in.ts'
import { startDatabase, type TestDatabase } from '../database.ts'
import { inboundText, newPhone } from '../rich-company.ts'
import { eventually, makeRemoteCompany } from './client.ts'
import { createProgram, type Program } from './program.ts'

const CONVERSATIONS = 20
const EACH = 50
const BATCH = 5
const TOTAL = CONVERSATIONS * EACH
/** So many acknowledged messages, and the program dies with others under way. */
const KILLS = [250, 600]

let db: TestDatabase
let program: Program
let provider: FakeProvider
beforeAll(async () => {
  db = await startDatabase()
  provider = await startFakeProvider()
  program = await createProgram(db)
  await program.start()
}, 90_000)
afterAll(async () => {
  await program.close()
  await provider.close()
  await db.close()
})

interface Row {
  externalId: string
  customer: string
  body: string
  seq: number
}
const stored = (tenantId: number) =>
  db.owner<Row>(
    `select m.external_id "externalId", c.number "customer", m.body, m.seq from message m
       join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
       join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
      where m.tenant_id = $1 order by t.id, m.seq`,
    [tenantId],
  )

it(`loses and doubles nothing of ${TOTAL} messages when it is killed twice while they arrive`, async () => {
  const company = await makeRemoteCompany(program.url)
  const { hookUrl } = await company.channel('fake')
  const acknowledged = new Set<string>()
  let kills = 0
  let tries = 0

  /** Dies at once, tells what was stored by then, and comes back. */
  const killAndRestart = async () => {
    await program.kill()
    const known = [...acknowledged]
    const kept = new Set((await stored(company.tenantId)).map((row) => row.externalId))
    expect(known.filter((id) => !kept.has(id))).toEqual([])
    expect(kept.size).toBeLessThan(TOTAL)
    await program.start()
  }
  const restarts: Promise<void>[] = []

  const conversation = async (customer: string) => {
    const events = Array.from({ length: EACH }, (_, index) =>
      inboundText(customer, `Cliente ${customer}`, `${customer} ${index + 1}`),
    )
    for (let from = 0; from < EACH; from += BATCH) {
      const batch = events.slice(from, from + BATCH)
      const needed = await provider.deliver(hookUrl, batch as InboundEvent[], { pauseMs: 100 })
      tries += needed
      for (const { externalId } of batch) acknowledged.add(externalId)
      if (acknowledged.size >= (KILLS[kills] ?? Number.POSITIVE_INFINITY)) {
        kills += 1
        restarts.push(killAndRestart())
      }
    }
  }
  const customers = Array.from({ length: CONVERSATIONS }, newPhone)
  await Promise.all(customers.map(conversation))
  await Promise.all(restarts)

  expect(kills).toBe(KILLS.length)
  expect(tries, 'nothing was under way when it died').toBeGreaterThan(TOTAL / BATCH)
  const rows = await eventually(async () => {
    const found = await stored(company.tenantId)
    return found.length >= TOTAL ? found : null
  })
  expect(rows).toHaveLength(TOTAL)
  expect(new Set(rows.map((row) => row.externalId))).toEqual(acknowledged)
  const [{ count } = { count: 0 }] = await db.owner<{ count: number }>(
    'select count(*)::int "count" from ticket where tenant_id = $1',
    [company.tenantId],
  )
  expect(count).toBe(CONVERSATIONS)
  for (const customer of customers) {
    const mine = rows.filter((row) => row.customer === customer)
    expect(mine.map((row) => row.seq)).toEqual(Array.from({ length: EACH }, (_, index) => index + 1))
    expect(mine.map((row) => row.body)).toEqual(Array.from({ length: EACH }, (_, index) => `${customer} ${index + 1}`))
  }
}, 120_000)
