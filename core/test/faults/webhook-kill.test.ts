import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../src/modules/webhooks/webhooks.fixture.ts'
import { startDatabase, type TestDatabase } from '../database.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { eventually, makeRemoteCompany } from './client.ts'
import { createProgram, type Program } from './program.ts'

const CONVERSATIONS = 12
const EACH = 5
/** What the dead program had taken is free again after 30 s, and is looked for as often. */
const PATIENCE_MS = 120_000

let db: TestDatabase
let program: Program
let receiver: Receiver
beforeAll(async () => {
  db = await startDatabase()
  receiver = await startReceiver()
  program = await createProgram(db, { RECADO_EGRESS_ALLOW: `127.0.0.1:${receiver.port}` })
  await program.start()
}, 90_000)
afterAll(async () => {
  await program.close()
  await receiver.close()
  await db.close()
})

it('tells everything at least once and in order when the program is killed with requests under way', async () => {
  const company = await makeRemoteCompany(program.url)
  const channel = await company.channel('fake')
  const settings = { url: receiver.url, enabled: true, events: ['message.received'] }
  await company.call('PUT', `/whatsapp/${channel.id}/webhook`, settings, company.token)

  // some are answered, then the receiver hangs, and the program dies while it waits
  receiver.answers((_, response, count) => (count > 10 ? undefined : void response.end()))
  const customers = Array.from({ length: CONVERSATIONS }, newPhone)
  for (let index = 1; index <= EACH; index++)
    await pushEvents(
      channel.hookUrl,
      customers.map((customer) => inboundText(customer, `Cliente ${customer}`, `linha ${index}`)),
    )
  await eventually(() => receiver.received.length > 12)
  await program.kill()
  const atDeath = new Set(receiver.received.map(({ body }) => body.id))
  receiver.status(200)
  await program.start()

  const texts = () => {
    const seen = new Map<string, string[]>()
    const ids = new Set<string>()
    for (const { body } of receiver.received) {
      if (ids.has(body.id)) continue
      ids.add(body.id)
      const name = body.ticket?.contact.name ?? ''
      seen.set(name, [...(seen.get(name) ?? []), body.message?.body ?? ''])
    }
    return seen
  }
  await eventually(async () => {
    const [row] = await db.owner<{ waiting: number; delivered: number }>(
      `select count(*) filter (where state = 'pending')::int "waiting",
              count(*) filter (where state = 'delivered')::int "delivered" from webhook_delivery where tenant_id = $1`,
      [company.tenantId],
    )
    return row?.waiting === 0 && row.delivered === CONVERSATIONS * EACH
  }, PATIENCE_MS)
  const lines = Array.from({ length: EACH }, (_, index) => `linha ${index + 1}`)
  for (const customer of customers) expect(texts().get(`Cliente ${customer}`)).toEqual(lines)
  // those that hung came again under the ids that they had
  const counts = Map.groupBy(receiver.received, ({ body }) => body.id)
  expect([...atDeath].filter((id) => (counts.get(id)?.length ?? 0) > 1).length).toBeGreaterThan(0)
}, 240_000)
