import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeProvider, startFakeProvider } from '../../../plugins/fake/test/stand-in.ts'
import { startDatabase, type TestDatabase } from '../database.ts'
import { type Conversation, eventually, makeRemoteCompany, sendUntilAccepted } from './client.ts'
import { createProgram, type Program } from './program.ts'

const TYPES = ['fake-idempotent', 'fake'] as const
const CONVERSATIONS = 20
const EACH = 50
const TOTAL = CONVERSATIONS * EACH
/** The program dies when the provider has taken so many, with others under way. */
const KILLS = [500, 1200]
/** A dead owner's lease runs out after 20 s; the rest is for slow machines. */
const PATIENCE_MS = 120_000

let db: TestDatabase
let program: Program
let provider: FakeProvider
beforeAll(async () => {
  db = await startDatabase()
  provider = await startFakeProvider()
  provider.set({ mode: 'slow', ms: 5 })
  program = await createProgram(db, { RECADO_ENDPOINT_FAKE_PROVIDER: provider.url })
  await program.start()
}, 90_000)
afterAll(async () => {
  await program.close()
  await provider.close()
  await db.close()
})

it(`loses and doubles nothing of ${TOTAL} messages per kind of channel when it is killed twice while it sends`, async () => {
  const company = await makeRemoteCompany(program.url)
  // enough people to stay below what one person may send
  const agents = await company.agents(8)
  const channels = await Promise.all(TYPES.map((type) => company.channel(type, { provider: true })))
  const conversations: Conversation[][] = []
  for (const { hookUrl } of channels) conversations.push(await company.conversations(hookUrl, agents, CONVERSATIONS))

  const nemesis = async () => {
    for (const taken of KILLS) {
      await eventually(() => provider.taken.items.length >= taken, PATIENCE_MS)
      await program.kill()
      await program.start()
    }
  }
  const accepted = new Map<string, string[]>()
  const writer = async (to: Conversation) => {
    const ids: string[] = []
    accepted.set(to.customer, ids)
    for (let index = 1; index <= EACH; index++) ids.push(await sendUntilAccepted(program.url, to, `linha ${index}`))
  }
  await Promise.all([nemesis(), ...conversations.flat().map(writer)])

  await eventually(async () => {
    const rows = await db.owner(
      `select 1 from message where tenant_id = $1 and status in ('queued', 'sending') limit 1`,
      [company.tenantId],
    )
    return rows.length === 0
  }, PATIENCE_MS)

  for (const [index, type] of TYPES.entries()) {
    const rows = await db.owner<{ id: string; status: string }>(
      'select id, status from message where tenant_id = $1 and channel_id = $2 and from_me',
      [company.tenantId, channels[index]?.id],
    )
    const states = new Map(rows.map(({ id, status }) => [id, status]))
    const ids = (conversations[index] ?? []).flatMap(({ customer }) => accepted.get(customer) ?? [])
    expect([...states.keys()].sort(), type).toEqual([...ids].sort())

    const mine = provider.taken.items.filter(({ id }) => states.has(id))
    const first = mine.filter(({ repeated }) => !repeated)
    if (type === 'fake-idempotent') {
      expect(new Set(first.map(({ id }) => id)).size).toBe(TOTAL)
      expect(new Set([...states.values()])).toEqual(new Set(['sent']))
      for (const { id, externalId } of mine) expect(first.find((one) => one.id === id)?.externalId).toBe(externalId)
    } else {
      expect(mine.filter(({ repeated }) => repeated)).toEqual([])
      expect(new Set([...states.values()])).toEqual(new Set(['sent', 'unknown']))
      const taken = new Set(mine.map(({ id }) => id))
      for (const [id, status] of states) if (status === 'sent') expect(taken.has(id)).toBe(true)
      const unsure = [...states.values()].filter((status) => status === 'unknown').length
      expect(unsure).toBeLessThanOrEqual(KILLS.length * CONVERSATIONS)
    }
    for (const { customer } of conversations[index] ?? []) {
      const order = accepted.get(customer) ?? []
      const sent = first.filter(({ id }) => order.includes(id)).map(({ id }) => id)
      expect(sent).toEqual(order.filter((id) => sent.includes(id)))
    }
  }
}, 300_000)
