import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'
import { eventually } from './client.ts'

let one: TestApp
let two: TestApp
let company: Company
let channel: TestChannel
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ db: one.db })
  company = await one.newTenant()
  channel = await company.channel('fake-session')
})
afterAll(async () => {
  await two.close()
  await one.close()
})

interface LeaseRow {
  owner: string | null
  epoch: number
}
const lease = async (): Promise<LeaseRow> => {
  const rows = await one.db.owner<LeaseRow>('select owner::text "owner", epoch from lease where channel_id = $1', [
    channel.id,
  ])
  expect(rows).toHaveLength(1)
  return rows[0] ?? { owner: null, epoch: 0 }
}
const key = () => ({ tenantId: company.tenantId, channelId: channel.id })
const holders = () => [one, two].filter((app) => app.node.platform.leases.current(key()) !== null)
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code?: string }) => error.code,
  )

describe('a session', () => {
  it('has one owner at any time, however both nodes contend for it', async () => {
    const { epoch } = await lease()
    for (let round = 0; round < 100; round++) {
      const got = await Promise.all([one, two].map((app) => app.node.platform.leases.acquire(key())))
      expect(got.filter(Boolean)).toHaveLength(1)
      expect(holders()).toHaveLength(1)
    }
    expect((await lease()).epoch).toBe(epoch)
  })

  it('that passes on refuses what its old owner still writes', async () => {
    const before = await lease()
    const [owner] = holders()
    const next = owner === one ? two : one
    if (!owner) throw new Error('nobody has it')
    const customer = newPhone()
    const ref = { ...key(), type: 'fake-session', addressScope: 0 }
    const event = inboundText(customer, `Cliente ${customer}`, 'do dono de antes')
    const push = (app: TestApp, epoch: number) => app.node.services.intake.push(ref, epoch, [event as never])

    // the owner stands still for longer than its lease lives: on database time it is over
    await one.db.owner(`update lease set expires_at = now() - interval '1 second' where channel_id = $1`, [channel.id])
    await eventually(() => next.node.platform.leases.acquire(key()))
    const after = await lease()
    expect(after.epoch).toBe(before.epoch + 1)
    expect(after.owner).toBe(next.node.platform.cluster.nodeId)
    expect(after.owner).not.toBe(before.owner)

    expect(await refusalOf(push(owner, before.epoch))).toBe('ERR_CONFLICT')
    const claim = one.db.owner('select delivery_claim($1, $2, $3, $4, 20)', [
      company.tenantId,
      channel.id,
      before.owner,
      before.epoch,
    ])
    expect(await refusalOf(claim)).toBe('55R01')
    expect(await one.db.owner('select 1 from message where external_id = $1', [event.externalId])).toEqual([])
    expect(await refusalOf(push(next, after.epoch))).toBe('taken')
    await eventually(() => holders().length === 1 && holders()[0] === next)
  })
})

describe('a message that enters one node', () => {
  it('reaches people on the other, and their answer leaves by the owner', async () => {
    const hooked = await company.channel('fake')
    const agent = await company.user()
    const ears = await Promise.all([one, two].map((app) => app.socket(agent.token)))
    for (const [index, app] of [one, two, one, two].entries()) {
      const customer = newPhone()
      const text = `olá ${randomUUID()}`
      const url = hooked.hookUrl.replace(one.url, app.url)
      await pushEvents(url, [inboundText(customer, `Cliente ${customer}`, text)])
      for (const ear of ears) await until(() => JSON.stringify(ear.received).includes(text))
      const here = index < 2 ? one : two
      const api = here.api(agent.token)
      const { body } = await api.get<{ tickets: { id: number; name: string }[] }>(
        '/tickets?status[]=pending&pageSize=100',
      )
      const id = body.tickets.find(({ name }) => name === `Cliente ${customer}`)?.id
      expect((await api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })).status).toBe(200)
      expect((await api.post(`/messages/${id}`, { body: `resposta ${text}` })).status).toBe(200)
      await until(async () => {
        const page = await api.get<{ messages: { state: string }[] }>(`/messages/${id}`)
        return page.body.messages.at(-1)?.state === 'sent'
      })
    }
  })
})
