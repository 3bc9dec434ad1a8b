import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { pruneLog } from './jobs.ts'
import { type Receiver, startReceiver, startWebhooks, type TestWebhooks, verify } from './webhooks.fixture.ts'

let db: TestDatabase
let receiver: Receiver
let hook: TestWebhooks
beforeAll(async () => {
  db = await startDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  receiver = await startReceiver()
  hook = await startWebhooks(db, receiver.url)
})
afterEach(async () => {
  await hook.close()
  await receiver.close()
})

const save = (change: Parameters<TestWebhooks['webhooks']['save']>[2]) =>
  hook.webhooks.save(hook.scope, hook.channelId, change)

describe('settings', () => {
  it('are empty at first, and show the secret once', async () => {
    const channelId = await hook.company.channel()
    const empty = await hook.webhooks.get(hook.scope, channelId)
    expect(empty).toMatchObject({ url: '', enabled: false, events: [], state: 'off', hasSecret: false })
    const saved = await hook.webhooks.save(hook.scope, channelId, { url: 'https://example.com/a#b' })
    expect(saved).toMatchObject({ url: 'https://example.com/a', state: 'off', hasSecret: true })
    expect(saved.secret).toMatch(/^whsec_/)
    expect((await hook.webhooks.save(hook.scope, channelId, { url: 'https://example.com/c' })).secret).toBeNull()
    expect(JSON.stringify(await hook.webhooks.get(hook.scope, channelId))).not.toContain('whsec_')
  })

  it('keep the secret sealed', async () => {
    const row = await db.system.webhook.findFirst({ where: { channelId: hook.channelId } })
    const kept = Buffer.from(row?.secret ?? []).toString('latin1')
    expect(kept.length).toBeGreaterThan(hook.secret.length)
    expect(kept).not.toContain(hook.secret.slice(0, 6))
  })

  it('of two people who save first at the same moment have one secret', async () => {
    const channelId = await hook.company.channel()
    const first = { url: 'https://example.com/a' }
    const saved = await Promise.all([1, 2, 3].map(() => hook.webhooks.save(hook.scope, channelId, first)))
    expect(saved.filter(({ secret }) => secret !== null)).toHaveLength(1)
  })

  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/hook',
    'https://10.1.2.3/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/',
    'https://user:pass@example.com/',
    'https://example.com:25/',
    'ftp://example.com/',
    'exemplo',
  ])('refuse %s', async (url) => {
    await expect(save({ url })).rejects.toMatchObject({ code: 'ERR_WEBHOOK_URL' })
  })

  it('need an address and an event to be on', async () => {
    await expect(save({ url: '' })).rejects.toMatchObject({ code: 'ERR_WEBHOOK_URL' })
    await expect(save({ events: [] })).rejects.toMatchObject({ code: 'ERR_WEBHOOK_EVENTS' })
    expect(await save({ url: '', events: [], enabled: false })).toMatchObject({ url: '', state: 'off' })
  })
})

describe('the secret', () => {
  it('is exchanged without a gap: for a day both sign', async () => {
    const rotated = await hook.webhooks.rotateSecret(hook.scope, hook.channelId)
    const fresh = rotated.secret ?? ''
    expect(fresh).not.toBe(hook.secret)
    expect(rotated.previousSecretUntil).not.toBeNull()
    await hook.webhooks.test(hook.scope, hook.channelId)
    hook.clock.advance(25 * 3_600_000)
    await hook.webhooks.test(hook.scope, hook.channelId)
    const [during, after] = receiver.received
    if (!during || !after) throw new Error('nothing came')
    expect(await verify(fresh, during)).not.toBeNull()
    expect(await verify(hook.secret, during)).not.toBeNull()
    expect(await verify(fresh, after)).not.toBeNull()
    expect(await verify(hook.secret, after)).toBeNull()
    expect((await hook.state()).previousSecretUntil).toBeNull()
  })
})

describe('a test', () => {
  it('answers what came back, is logged, and says nothing about the receiver’s health', async () => {
    receiver.status(404)
    const bad = await hook.webhooks.test(hook.scope, hook.channelId)
    expect(bad).toMatchObject({ event: 'test', state: 'failed', statusCode: 404, response: 'says 404', attempts: 1 })
    receiver.status(200)
    const good = await hook.webhooks.test(hook.scope, hook.channelId)
    expect(good).toMatchObject({ state: 'delivered', reason: null })
    expect(receiver.received[1]?.body).toMatchObject({ id: good.id, event: 'test', channel: { id: hook.channelId } })
    expect(await hook.state()).toMatchObject({ state: 'active', failed: 0 })
    expect((await hook.log()).map(({ id }) => id)).toEqual([good.id, bad.id])
  })

  it('never reaches a private address, however it is named', async () => {
    const strict = await startWebhooks(db, 'https://localhost.example.com/', '')
    try {
      await db.system.webhook.updateMany({
        where: { channelId: strict.channelId },
        data: { url: `https://localhost:${receiver.port}/` },
      })
      const refused = await strict.webhooks.test(strict.scope, strict.channelId)
      expect(refused).toMatchObject({ state: 'failed', statusCode: null, response: null })
      expect(refused.reason).toContain('rede privada')
      expect(receiver.received).toEqual([])
    } finally {
      await strict.close()
    }
  })

  it('needs something saved', async () => {
    const channelId = await hook.company.channel()
    await expect(hook.webhooks.test(hook.scope, channelId)).rejects.toMatchObject({ code: 'ERR_NO_WEBHOOK_FOUND' })
    await expect(hook.webhooks.test(hook.scope, 2_000_000_000)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
  })
})

describe('the log', () => {
  it('comes in pages that do not shift', async () => {
    const ticketId = await hook.ticket()
    for (let seq = 1; seq <= 5; seq++) await hook.message(ticketId, seq)
    const first = await hook.webhooks.deliveries(hook.scope, hook.channelId, { pageSize: 2 })
    expect(first).toMatchObject({ hasMore: true })
    await hook.message(ticketId, 6)
    const second = await hook.webhooks.deliveries(hook.scope, hook.channelId, { pageSize: 2, before: first.next ?? '' })
    const third = await hook.webhooks.deliveries(hook.scope, hook.channelId, { pageSize: 2, before: second.next ?? '' })
    const seqs = [first, second, third].flatMap(({ deliveries }) =>
      deliveries.map(({ request }) => Number(/"seq":(\d)/.exec(request)?.[1])),
    )
    expect(seqs).toEqual([5, 4, 3, 2, 1])
    expect(third).toMatchObject({ hasMore: false, next: null })
  })

  it('lets one be sent again, under its own id, whatever became of it', async () => {
    await hook.message(await hook.ticket(), 1)
    await hook.run()
    const [one] = await hook.log()
    const again = await hook.webhooks.replay(hook.scope, hook.channelId, one?.id ?? '')
    expect(again).toMatchObject({ id: one?.id, state: 'pending', attempts: 0, statusCode: null })
    await hook.run()
    expect(receiver.received.map(({ body }) => body.id)).toEqual([one?.id, one?.id])
    await expect(hook.webhooks.replay(hook.scope, hook.channelId, crypto.randomUUID())).rejects.toMatchObject({
      code: 'ERR_NO_WEBHOOK_DELIVERY_FOUND',
    })
  })

  it('is another company’s business as little as its webhook', async () => {
    const other = await startWebhooks(db, receiver.url)
    try {
      await hook.message(await hook.ticket(), 1)
      const [one] = await hook.log()
      const asOther = other.webhooks.replay(other.scope, other.channelId, one?.id ?? '')
      await expect(asOther).rejects.toMatchObject({ code: 'ERR_NO_WEBHOOK_DELIVERY_FOUND' })
      await expect(other.webhooks.get(other.scope, hook.channelId)).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' })
      // the same number of a ticket in another company is another ticket
      await other.collect(other.fact('ticket.closed', { ticketId: one?.ticketId }))
      expect(await other.log()).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('forgets after a week, and keeps each channel at a size without losing what waits', async () => {
    const bounds = { kept: 3, waiting: 5 }
    const ticketId = await hook.ticket()
    for (let seq = 1; seq <= 4; seq++) await hook.message(ticketId, seq)
    await hook.run()
    for (let seq = 5; seq <= 7; seq++) await hook.message(ticketId, seq)
    await pruneLog(db, hook.clock, bounds)
    expect((await hook.log()).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    for (let seq = 8; seq <= 13; seq++) await hook.message(ticketId, seq)
    await pruneLog(db, hook.clock, { ...bounds, kept: 100 })
    const log = await hook.log()
    expect(log.map(({ state }) => state)).toEqual([...Array(5).fill('pending'), ...Array(4).fill('failed')])
    expect(log.at(-1)?.reason).toContain('demais')
    hook.clock.advance(8 * 24 * 3_600_000)
    await pruneLog(db, hook.clock)
    expect(await hook.log()).toEqual([])
  })
})
