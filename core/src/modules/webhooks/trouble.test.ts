import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Receiver, startReceiver, startWebhooks, type TestWebhooks } from './webhooks.fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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

const until = (look: () => boolean | Promise<boolean>) => vi.waitUntil(look, { timeout: 15_000 })
const bodies = () => receiver.received.map(({ body }) => body)

describe('a receiver in trouble', () => {
  it('is asked again with growing pauses for a day, then the delivery is given up and says why', async () => {
    receiver.status(500)
    await hook.message(await hook.ticket(), 1)
    const start = hook.clock.now()
    const times: number[] = []
    for (;;) {
      const before = receiver.received.length
      await hook.run()
      if (receiver.received.length > before) times.push(hook.clock.now() - start)
      const [one] = await hook.log()
      if (one?.state !== 'pending') break
      expect(one.nextTryAt).not.toBeNull()
      hook.clock.advance(Math.max(1000, Date.parse(one.nextTryAt ?? '') - hook.clock.now() + 1))
    }
    expect(times).toHaveLength(9)
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
    expect(times.at(-1)).toBeGreaterThan(20 * HOUR)
    expect(times.at(-1)).toBeLessThan(24 * HOUR)
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1)
    const [one] = await hook.log({ failed: true })
    expect(one).toMatchObject({ state: 'failed', attempts: 9, statusCode: 500, response: 'says 500', nextTryAt: null })
    expect(one?.reason).toContain('500')
    expect(await hook.state()).toMatchObject({ state: 'failing', failed: 1, waiting: 0 })
  })

  it('gets what waited when it is back, in the order of each ticket', async () => {
    receiver.status(503)
    const [a, b] = [await hook.ticket(), await hook.ticket()]
    for (let seq = 1; seq <= 6; seq++) for (const ticketId of [a, b]) await hook.message(ticketId, seq)
    await hook.run()
    // the first of each ticket alone
    expect(bodies().map(({ message }) => message?.seq)).toEqual([1, 1])
    receiver.status(204)
    hook.clock.advance(11_000)
    await hook.run()
    const delivered = bodies().slice(2)
    expect(delivered).toHaveLength(12)
    for (const id of [a, b])
      expect(delivered.filter(({ ticket }) => ticket?.id === id).map(({ message }) => message?.seq)).toEqual([
        1, 2, 3, 4, 5, 6,
      ])
    expect(await hook.state()).toMatchObject({ state: 'active', failingSince: null, waiting: 0 })
  })

  it('is passed over by later events of a ticket when one of them never gets through', async () => {
    const ticketId = await hook.ticket()
    const bad = await hook.message(ticketId, 1)
    receiver.answers(({ body }, response) => void response.writeHead(body.message?.id === bad ? 422 : 200).end())
    await hook.message(ticketId, 2)
    for (let minute = 0; minute < 60; minute++) {
      await hook.run()
      hook.clock.advance(MINUTE)
    }
    const ids = bodies().map(({ message }) => message?.seq)
    expect(ids.filter((seq) => seq === 2)).toHaveLength(1)
    expect(ids.indexOf(2)).toBeGreaterThanOrEqual(4)
  })

  it('rests after several failures, and is asked by one request at a time', async () => {
    receiver.status(500)
    for (let index = 0; index < 20; index++) await hook.message(await hook.ticket(), 1)
    await hook.run()
    expect(receiver.received).toHaveLength(8)
    await hook.run()
    expect(receiver.received).toHaveLength(8)
    hook.clock.advance(31_000)
    await hook.run()
    expect(receiver.received).toHaveLength(9)
    expect(hook.kicks.at(-1)?.at).toBeGreaterThan(hook.clock.now())
    receiver.status(200)
    hook.clock.advance(31_000)
    await hook.run()
    expect((await hook.state()).waiting).toBe(0)
  })

  it('rests also when those that were sent first are answered last', async () => {
    const waiting: ServerResponse[] = []
    receiver.answers((_, response) => void waiting.push(response))
    for (let index = 0; index < 10; index++) await hook.message(await hook.ticket(), 1)
    const run = hook.run()
    await until(() => waiting.length === 8)
    for (const [index, response] of waiting.toReversed().entries()) {
      response.writeHead(500).end()
      await until(async () => {
        const [webhook] = await db.owner<{ failures: number }>('select failures from webhook where channel_id = $1', [
          hook.channelId,
        ])
        return webhook?.failures === index + 1
      })
    }
    await run
    expect(receiver.received).toHaveLength(8)
  })

  it('is paused after a day without one success, and goes on when somebody resumes', async () => {
    receiver.status(500)
    const ticketId = await hook.ticket()
    await hook.message(ticketId, 1)
    await hook.run()
    hook.clock.advance(25 * HOUR)
    await hook.message(ticketId, 2)
    await hook.run()
    const paused = await hook.state()
    expect(paused).toMatchObject({ state: 'paused', enabled: true, waiting: 0, failed: 2 })
    expect(paused.pauseReason).toContain('um dia')
    await hook.message(ticketId, 3)
    expect(await hook.log()).toHaveLength(2)
    await expect(hook.webhooks.replayFailed(hook.scope, hook.channelId)).rejects.toMatchObject({
      code: 'ERR_WEBHOOK_OFF',
    })

    receiver.status(200)
    const resumed = await hook.webhooks.save(hook.scope, hook.channelId, { enabled: true })
    expect(resumed).toMatchObject({ state: 'active', pauseReason: null, failingSince: null, secret: null })
    expect(await hook.webhooks.replayFailed(hook.scope, hook.channelId)).toEqual({ count: 2 })
    await hook.run()
    expect(
      bodies()
        .slice(-2)
        .map(({ message }) => message?.seq),
    ).toEqual([1, 2])
  })

  it('is paused at once when it answers 410', async () => {
    receiver.status(410)
    await hook.message(await hook.ticket(), 1)
    await hook.run()
    const state = await hook.state()
    expect(state.state).toBe('paused')
    expect(state.pauseReason).toContain('410')
  })

  it('has as long as it asks for', async () => {
    receiver.answers((_, response) => void response.writeHead(429, { 'retry-after': '120' }).end())
    await hook.message(await hook.ticket(), 1)
    await hook.run()
    const [one] = await hook.log()
    expect(Date.parse(one?.nextTryAt ?? '') - hook.clock.now()).toBeGreaterThan(110_000)
  })

  it('is not followed to where it redirects', async () => {
    const elsewhere = await startReceiver()
    try {
      receiver.answers((_, response) => void response.writeHead(307, { location: elsewhere.url }).end())
      await hook.message(await hook.ticket(), 1)
      await hook.run()
      expect(elsewhere.received).toEqual([])
      const [one] = await hook.log()
      expect(one).toMatchObject({ state: 'pending', statusCode: 307 })
      expect(one?.reason).toContain('redireciona')
    } finally {
      await elsewhere.close()
    }
  })

  it('is heard by its status, whatever becomes of its answer’s body', async () => {
    receiver.answers((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('á'.repeat(10))
      setImmediate(() => response.destroy())
    })
    await hook.message(await hook.ticket(), 1)
    await hook.run()
    expect((await hook.log())[0]).toMatchObject({ state: 'delivered', statusCode: 200 })
  })

  it('shows the beginning of a long answer', async () => {
    receiver.answers((_, response) => void response.writeHead(500).end(`a${'é'.repeat(5000)}\0`))
    await hook.message(await hook.ticket(), 1)
    await hook.run()
    const [one] = await hook.log()
    expect(one?.response).toBe(`a${'é'.repeat(1023)}`)
  })
})
