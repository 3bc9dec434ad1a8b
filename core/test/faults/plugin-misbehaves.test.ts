import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../database.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { type Conversation, eventually, makeRemoteCompany, type RemoteCompany, sendUntilAccepted } from './client.ts'
import { createProgram, type Program } from './program.ts'

let db: TestDatabase
let program: Program
/** Whose channel misbehaves, with a second one that does not; and somebody else altogether. */
let company: RemoteCompany
let hookUrl: string
let bad: Conversation
let neighbours: { hookUrl: string; to: Conversation }[]
beforeAll(async () => {
  db = await startDatabase()
  // the real program: what a plugin leaves behind would otherwise be the test's own
  program = await createProgram(db)
  await program.start()
  company = await makeRemoteCompany(program.url)
  const other = await makeRemoteCompany(program.url)
  const agents = await company.agents(2)
  const withTalk = async (owner: RemoteCompany, people: typeof agents) => {
    const channel = await owner.channel('fake')
    const [to] = await owner.conversations(channel.hookUrl, people, 1)
    if (!to) throw new Error('no conversation')
    return { hookUrl: channel.hookUrl, to }
  }
  const first = await withTalk(company, agents)
  hookUrl = first.hookUrl
  bad = first.to
  neighbours = [await withTalk(company, agents.slice(1)), await withTalk(other, await other.agents(1))]
}, 90_000)
afterAll(async () => {
  await program.close()
  await db.close()
})

const control = async (change: object) => {
  const answer = await fetch(`${hookUrl}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  expect(answer.status).toBe(200)
}
beforeEach(() => control({ reset: true }))

const stateOf = async (id: string): Promise<string | undefined> =>
  (await db.owner<{ status: string }>('select status from message where id = $1', [id]))[0]?.status
const isSent = (id: string) => eventually(async () => (await stateOf(id)) === 'sent', 10_000)

/** Messages come and go on the other channels as if nothing was. */
const othersAreFine = async () => {
  const from = performance.now()
  for (const { hookUrl: url, to } of neighbours) {
    for (let index = 0; index < 5; index++) {
      const event = inboundText(to.customer, `Cliente ${to.customer}`, `tudo bem ${index}`)
      await pushEvents(url, [event])
      expect(await db.owner('select 1 from message where external_id = $1', [event.externalId])).toHaveLength(1)
      await isSent(await sendUntilAccepted(program.url, to, `tudo certo ${index}`))
    }
  }
  expect(performance.now() - from).toBeLessThan(5000)
  expect((await fetch(`${program.url}/health/ready`)).status).toBe(200)
}

describe('a plugin of another channel', () => {
  it('that throws leaves its own messages to a person, since they may have gone out, and says nothing of why', async () => {
    await control({ throwNext: 3 })
    const ids = await Promise.all([1, 2, 3].map((index) => sendUntilAccepted(program.url, bad, `não vai ${index}`)))
    await othersAreFine()
    for (const id of ids) await eventually(async () => (await stateOf(id)) === 'unknown')
    const [row] = await db.owner<{ reason: string | null }>('select fail_reason "reason" from message where id = $1', [
      ids[0],
    ])
    expect(row?.reason ?? '').not.toMatch(/fake channel is broken/)
    await isSent(await sendUntilAccepted(program.url, bad, 'agora vai'))
  })

  it('that hangs holds up nobody but its own conversation', async () => {
    await control({ hangNext: 5 })
    const id = await sendUntilAccepted(program.url, bad, 'pendurada')
    await eventually(async () => (await stateOf(id)) === 'sending')
    await othersAreFine()
    // what it is told still arrives
    await pushEvents(hookUrl, [inboundText(bad.customer, `Cliente ${bad.customer}`, 'alô?')])
    expect(['sending', 'unknown']).toContain(await stateOf(id))
  })

  it('that leaves broken promises behind does not take the process along', async () => {
    const { pid } = program
    await control({ leakPromises: true })
    const ids: string[] = []
    const [to] = await company.conversations(hookUrl, await company.agents(1), 1)
    if (!to) throw new Error('no conversation')
    for (let index = 0; index < 20; index++) ids.push(await sendUntilAccepted(program.url, to, `com sobras ${index}`))
    await othersAreFine()
    for (const id of ids) await isSent(id)
    expect(program.pid).toBe(pid)
  })

  it('that floods is told to wait, and nobody else waits', async () => {
    const flood = Array.from({ length: 40 }, (_, batch) => {
      const customer = newPhone()
      const events = Array.from({ length: 500 }, (_, index) => inboundText(customer, `Enchente ${batch}`, `${index}`))
      return fetch(hookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ events }),
      }).then((answer) => answer.status)
    })
    const from = performance.now()
    const flooding = Promise.all(flood).then((statuses) => ({ statuses, endedAt: performance.now() }))
    const to = neighbours[1]?.to
    if (!to) throw new Error('no neighbour')
    const id = await sendUntilAccepted(program.url, to, `no meio da enchente ${randomUUID()}`)
    await isSent(id)
    const sentAt = performance.now()
    const { statuses, endedAt } = await flooding
    // in the middle of it; a machine that swallows all of it at once has nobody wait anyway
    expect(sentAt).toBeLessThan(Math.max(endedAt, from + 10_000))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    // the provider comes again after either
    expect(statuses.filter((status) => ![200, 503, 504].includes(status))).toEqual([])
    // all or none of each batch that was acknowledged
    const [{ count } = { count: 0 }] = await db.owner<{ count: number }>(
      `select count(*)::int "count" from message m join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
         join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id where c.name like 'Enchente %'`,
    )
    expect(count).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length * 500)
    await othersAreFine()
  }, 60_000)
})
