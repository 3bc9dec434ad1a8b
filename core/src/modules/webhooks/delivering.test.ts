import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
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

const bodies = () => receiver.received.map(({ body }) => body)

describe('a delivery', () => {
  it('tells what happened, signed, under an id of its own', async () => {
    const ticketId = await hook.ticket()
    const messageId = await hook.message(ticketId, 1)
    expect(hook.kicks).toEqual([{ tenantId: hook.scope.tenantId, channelId: hook.channelId, at: null }])
    await hook.run()
    const [one] = receiver.received
    if (!one) throw new Error('nothing came')
    expect(one.body).toMatchObject({
      event: 'message.received',
      tenantId: hook.scope.tenantId,
      channel: { id: hook.channelId, type: 'fake' },
      ticket: { id: ticketId, status: 'pending', contact: { name: 'Iracema Dias' }, queue: null, user: null },
      message: { id: messageId, body: 'Mensagem 1', fromMe: false },
    })
    expect(one.headers).toMatchObject({
      'x-recado-delivery': one.body.id,
      'x-recado-event': 'message.received',
      'content-type': 'application/json; charset=utf-8',
    })
    const signedAt = await verify(hook.secret, one)
    expect(Math.abs((signedAt ?? 0) - hook.clock.now() / 1000)).toBeLessThan(60)
    const [logged] = await hook.log()
    expect(logged).toMatchObject({ id: one.body.id, state: 'delivered', attempts: 1, statusCode: 200, response: 'ok' })
    expect(logged?.request).toBe(one.raw.slice(0, 2048))
    expect(await hook.state()).toMatchObject({ state: 'active', waiting: 0, failed: 0 })
  })

  it('is one, however often the outbox tells of the fact', async () => {
    const ticketId = await hook.ticket()
    const fact = hook.fact('ticket.closed', { ticketId })
    await hook.collect(fact)
    await hook.collect(fact, hook.fact('ticket.transferred', { ticketId }))
    await hook.run()
    expect(bodies().map(({ event }) => event)).toEqual(['ticket.closed', 'ticket.transferred'])
    expect(bodies()[0]).toHaveProperty('closingReason', null)
  })

  it('names each kind of event', async () => {
    const ticketId = await hook.ticket()
    const echo = await hook.company.message(ticketId, 7, true)
    await hook.collect(
      hook.fact('ticket.created', { ticketId, automatic: true }),
      hook.fact('ticket.created', { ticketId, by: 3 }),
      hook.fact('message.received', { ticketId, messageId: echo }),
      hook.fact('ticket.created', { ticketId: 2_000_000_000 }),
      hook.fact('message.received', { ticketId, messageId: crypto.randomUUID() }),
    )
    await hook.run()
    expect(bodies().map(({ event }) => event)).toEqual([
      'ticket.created.automatic',
      'ticket.created.manual',
      'message.sent',
    ])
  })

  it('is made for what was chosen, on that channel, while it is on', async () => {
    const [ticketId, other] = [
      await hook.ticket(),
      await hook.company.ticket({ channelId: await hook.company.channel() }),
    ]
    await hook.webhooks.save(hook.scope, hook.channelId, { events: ['ticket.closed'] })
    await hook.message(ticketId, 1)
    await hook.collect(hook.fact('ticket.closed', { ticketId: other }), hook.fact('ticket.closed', { ticketId }))
    await hook.webhooks.save(hook.scope, hook.channelId, { enabled: false })
    await hook.collect(hook.fact('ticket.closed', { ticketId }))
    const log = await hook.log()
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ ticketId, event: 'ticket.closed', state: 'failed' })
    expect(log[0]?.reason).toContain('desligado')
    expect((await hook.state()).state).toBe('off')
    expect(receiver.received).toEqual([])
  })

  it('stays below 64 KB', async () => {
    const ticketId = await hook.ticket()
    const id = await hook.company.message(ticketId, 1)
    const text = 'ção '.repeat(16_000)
    await db.system.message.updateMany({ where: { id }, data: { body: text, content: { type: 'text', text } } })
    await hook.collect(hook.fact('message.received', { ticketId, messageId: id }))
    await hook.run()
    expect(Buffer.byteLength(receiver.received[0]?.raw ?? '')).toBeLessThan(64 * 1024)
    expect(bodies()[0]).toMatchObject({ truncated: true, message: { id } })
    expect(text.startsWith(bodies()[0]?.message?.body ?? '-')).toBe(true)
    expect((await hook.log())[0]?.request.length).toBeLessThanOrEqual(2048)
  })

  it('waits for the file of its message, and holds back what follows it', async () => {
    const ticketId = await hook.ticket()
    const { tenantId } = hook.scope
    const mediaId = crypto.randomUUID()
    await db.system.media.create({ data: { tenantId, id: mediaId, state: 'pending', fileName: 'nota.pdf' } })
    const id = await hook.company.message(ticketId, 1)
    await db.system.message.updateMany({ where: { id }, data: { mediaId } })
    await hook.collect(hook.fact('message.received', { ticketId, messageId: id }))
    await hook.message(ticketId, 2)
    await hook.run()
    expect(receiver.received).toEqual([])
    await db.system.media.updateMany({ where: { id: mediaId }, data: { state: 'ready' } })
    hook.clock.advance(3000)
    await hook.run()
    expect(bodies().map(({ message }) => message?.mediaUrl)).toEqual([`https://recado.test/files/${mediaId}`, null])
    expect((await hook.log()).map(({ attempts }) => attempts)).toEqual([1, 1])
  })
})

describe('a node that dies', () => {
  it('between taking and writing down leaves the delivery to another, under the same id', async () => {
    const ticketId = await hook.ticket()
    await hook.message(ticketId, 1)
    await hook.message(ticketId, 2)
    const dying = hook.webhooks.work.worker
    receiver.answers(() => undefined)
    const stuck = dying.run({ tenantId: hook.scope.tenantId, channelId: hook.channelId }, new AbortController().signal)
    await expect.poll(() => receiver.received.length).toBe(1)
    // another node sees nothing to do as long as the first may still live
    await hook.run()
    expect(receiver.received).toHaveLength(1)
    receiver.status(200)
    hook.clock.advance(31_000)
    await hook.webhooks.work.worker.scan()
    expect(hook.kicks.at(-1)).toMatchObject({ channelId: hook.channelId, at: null })
    await hook.run()
    expect(bodies().map(({ message }) => message?.seq)).toEqual([1, 1, 2])
    expect(bodies()[0]?.id).toBe(bodies()[1]?.id)
    await receiver.close()
    await stuck
    // what the first one thought it knew is not written over it
    expect((await hook.log()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })
})
