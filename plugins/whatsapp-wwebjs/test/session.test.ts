import { createTestBus, createTestStore } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel, RITA } from './channel.ts'
import { startWwebjsGateway } from './stand-in.ts'

const paths = (requests: readonly { path: string }[]) => requests.map(({ path }) => path)

describe('connecting', () => {
  it('starts the session, shows the code and is connected once it is scanned', async () => {
    const { channel, ctx, reports, session, gateway } = await openChannel()
    await channel.connect(ctx.signal)
    const waiting = await reports.waitFor(({ state }) => state === 'waiting-qr')
    expect(waiting).toMatchObject({ userAction: 'scan', show: { as: 'qr', value: '2@qr-of-t1-c9-1' } })
    await session.scan('5511930000000')
    const connected = await reports.waitFor(({ state }) => state === 'connected')
    expect(connected.account).toEqual({ id: '5511930000000', number: '5511930000000', name: 'Loja', also: ['t1-c9'] })
    expect(connected.notices).toEqual([])
    expect(session.state.webhookUrl).toBe('https://recado.invalid/hooks/channel:9')
    expect(paths(gateway.requests.items).filter((path) => path.startsWith('/session/start'))).toHaveLength(1)
    await channel.forget?.(ctx.signal)
    expect(paths(gateway.requests.items)).toContain('/session/terminate/t1-c9')
  })

  it('shows each new code, and tells the same one only once', async () => {
    const { channel, ctx, reports, session } = await openChannel()
    await channel.connect(ctx.signal)
    Object.assign(session.state, { qr: '2@next' })
    await session.post('qr', { qr: '2@next' })
    await reports.waitFor(({ show }) => show?.value === '2@next')
    expect(reports.items.filter(({ show }) => show?.value === '2@next')).toHaveLength(1)
  })

  it('says which variable a gateway needs that takes no webhook by call', async () => {
    const gateway = await startWwebjsGateway({ settableWebhook: false })
    const test = await openChannel({ gateway })
    await test.connected()
    expect(test.reports.items.at(-1)?.notices).toMatchObject([
      { level: 'info', text: expect.stringContaining('T1-C9_WEBHOOK_URL') },
    ])
    await gateway.close()
  })

  it('takes over a session whose name was typed in', async () => {
    const gateway = await startWwebjsGateway()
    await gateway.session('loja').scan()
    const { channel, ctx, reports } = await openChannel({ gateway, settings: { sessionId: 'loja' } })
    await channel.connect(ctx.signal)
    expect(reports.items.map(({ state }) => state)).toEqual(['connecting', 'connected'])
    await channel.forget?.(ctx.signal)
    expect(paths(gateway.requests.items)).not.toContain('/session/terminate/loja')
    await gateway.close()
  })

  it('is told at once when a send finds that the key is no longer taken', async () => {
    const { connected, send, gateway, reports } = await openChannel({ timing: { watchMs: 60_000 } })
    await connected()
    gateway.revoke()
    await expect(send({ type: 'text', text: 'Oi' })).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    const report = await reports.waitFor(({ state }) => state === 'disconnected')
    expect(report).toMatchObject({ userAction: 'reauthorise' })
  })

  it('does not take the session of another channel', async () => {
    const { channel, ctx, reports, gateway } = await openChannel({ settings: { sessionId: 't2-c1' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'MISCONFIGURED', field: 'sessionId' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'check-settings' })
    expect(gateway.requests.items).toEqual([])
  })

  it('throws away at the gateway what was forgotten here', async () => {
    const gateway = await startWwebjsGateway()
    await gateway.session('t1-c9').scan('5511930000000')
    const { channel, ctx, reports, session } = await openChannel({ gateway })
    await channel.connect(ctx.signal)
    await reports.waitFor(({ state }) => state === 'waiting-qr')
    expect(session.state.phone).toBeNull()
    await gateway.close()
  })

  it('keeps the login over a restart of this side', async () => {
    const gateway = await startWwebjsGateway()
    const store = createTestStore()
    const first = await openChannel({ gateway, store })
    await first.connected()
    await first.channel.close?.()
    const { channel, ctx, reports } = await openChannel({ gateway, store })
    await channel.connect(ctx.signal)
    expect(reports.items.at(-1)?.state).toBe('connected')
    await gateway.close()
  })

  it('stops the session when it is switched off', async () => {
    const test = await openChannel()
    await test.connected()
    await test.channel.disconnect()
    expect(test.session.state).toMatchObject({ isRunning: false, phone: '551130000000' })
    expect(test.reports.items.at(-1)).toEqual({ state: 'disconnected' })
  })
})

describe('what goes wrong', () => {
  it('a wrong key needs a person', async () => {
    const { channel, ctx, reports } = await openChannel({ secrets: { apiKey: 'wrong' } })
    await expect(channel.connect(ctx.signal)).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
  })

  it('a key that is taken back later is told as well', async () => {
    const test = await openChannel()
    await test.connected()
    test.gateway.revoke()
    expect(await test.reports.waitFor(({ state }) => state === 'disconnected')).toMatchObject({
      userAction: 'reauthorise',
    })
  })

  it('a phone that logs out leaves it disconnected until somebody connects again', async () => {
    const test = await openChannel()
    await test.connected()
    await test.session.logOut()
    expect(await test.reports.waitFor(({ state }) => state === 'disconnected')).toMatchObject({
      userAction: 'reauthorise',
    })
    test.reports.clear()
    await test.channel.connect(test.ctx.signal)
    await test.reports.waitFor(({ state }) => state === 'waiting-qr')
  })

  it('a crashed page is restarted', async () => {
    const test = await openChannel()
    await test.connected()
    test.reports.clear()
    test.session.crash()
    await test.reports.waitFor(({ state }) => state === 'lost')
    await test.reports.waitFor(({ state }) => state === 'connected')
    expect(paths(test.gateway.requests.items)).toContain('/session/restart/t1-c9')
  })

  it('a gateway that forgot the session is told to start it', async () => {
    const test = await openChannel()
    await test.connected()
    test.reports.clear()
    test.session.vanish()
    await test.reports.waitFor(({ state }) => state === 'connected')
    expect(test.session.state.isRunning).toBe(true)
  })

  it('another WhatsApp Web in its place is told, and gone again', async () => {
    const test = await openChannel()
    await test.connected()
    test.session.loseTo('CONFLICT')
    expect(await test.reports.waitFor(({ state }) => state === 'lost')).toMatchObject({ userAction: 'open-phone' })
    test.session.recover()
    await test.reports.waitFor((report) => report.state === 'connected' && report === test.reports.items.at(-1))
  })

  it('one slow answer is no loss', async () => {
    const test = await openChannel()
    await test.connected()
    test.gateway.fail(({ path }) => path.startsWith('/session/status'), {
      status: 500,
      json: { success: false, error: 'busy' },
    })
    const count = test.gateway.requests.items.length
    await test.gateway.requests.waitForCount(count + 4)
    expect(test.reports.items.map(({ state }) => state)).not.toContain('lost')
  })

  it('a hook on another node makes the watching one look', async () => {
    const bus = createTestBus()
    const test = await openChannel({ bus, timing: { watchMs: 60_000 } })
    await test.connected()
    bus.join().publish('hint', 'logged-out')
    await test.reports.waitFor(({ state }) => state === 'disconnected')
  })
})

describe('what came while nobody took it', () => {
  const MINUTE = 60_000

  it('is fetched after a connection was lost, once', async () => {
    const store = createTestStore()
    let now = Date.UTC(2026, 0, 15, 12)
    const gateway = await startWwebjsGateway({ now: () => now })
    const first = await openChannel({ gateway, store, now })
    now -= 10 * MINUTE
    await first.connected()
    await first.session.says(RITA, 'antes')
    now += 10 * MINUTE
    await first.channel.close?.()
    gateway.deliverTo(null)
    now += 60 * MINUTE
    first.session.saysUnheard(RITA, 'durante')
    first.session.saysUnheard('status@broadcast', 'nada')
    const { channel, ctx, inbound } = await openChannel({ gateway, store, now: now + MINUTE })
    await channel.connect(ctx.signal)
    await inbound.waitForCount(1)
    expect(inbound.items).toMatchObject([{ kind: 'message', direction: 'in', content: { text: 'durante' } }])
    await gateway.close()
  })

  it('does not stand in the way of the connection, and is tried again later', async () => {
    const store = createTestStore()
    await store.set('seen', Date.UTC(2026, 0, 15, 12))
    await store.set('session', {})
    const test = await openChannel({ store })
    test.gateway.fail(({ path }) => path.startsWith('/client/getChats'), {
      status: 500,
      json: { success: false, error: 'Evaluation failed' },
    })
    await test.connected()
    test.session.saysUnheard(RITA, 'durante')
    await test.logs.waitFor(({ message }) => message.startsWith('what was missed'))
    expect(test.reports.items.at(-1)?.state).toBe('connected')
    test.clock.advance(60_000)
    await test.inbound.waitForCount(1)
  })

  it('leaves out a chat that cannot be opened', async () => {
    const store = createTestStore()
    await store.set('seen', Date.UTC(2026, 0, 15, 12))
    const test = await openChannel({ store })
    test.session.saysUnheard('5511922223333@c.us', 'fica')
    test.session.saysUnheard(RITA, 'falha')
    const isOne = ({ path, json }: { path: string; json: Record<string, unknown> }) =>
      path.startsWith('/chat/fetchMessages') && json.chatId === RITA
    test.gateway.fail(isOne, { status: 500, json: { success: false, error: 'Evaluation failed' } })
    await test.connected()
    await test.inbound.waitForCount(1)
    expect(test.messages()).toMatchObject([{ content: { text: 'fica' } }])
  })

  it('is nothing on the first day', async () => {
    const test = await openChannel()
    test.session.saysUnheard(RITA, 'velha')
    await test.connected()
    expect(test.inbound.items).toEqual([])
  })

  it('is fetched after a hook could not be stored', async () => {
    const now = Date.now()
    const gateway = await startWwebjsGateway({ now: () => now })
    const test = await openChannel({ gateway, now })
    await test.connected()
    await test.gateway.requests.waitFor(({ path }) => path === '/session/status/t1-c9')
    test.acceptWith(() => Promise.reject(new Error('the database is away')))
    await test.session.says(RITA, 'Oi')
    expect(gateway.deliveries.items.at(-2)?.status).toBe(503)
    test.acceptWith(null)
    await test.inbound.waitFor((event) => event.kind === 'message')
    await gateway.close()
  })
})

describe('order', () => {
  const texts = ({ messages }: Awaited<ReturnType<typeof openChannel>>) => {
    const said = messages().flatMap(({ content }) => (content.type === 'text' ? [content.text] : []))
    return [...new Set(said)]
  }

  it('holds in a chat whose older messages nobody has fetched yet', async () => {
    const store = createTestStore()
    const test = await openChannel({ store })
    await store.set('seen', test.ctx.clock.now() - 60_000)
    await test.session.scan()
    test.session.saysUnheard(RITA, 'antes')
    test.session.saysUnheard('5511922223333@c.us', 'outra conversa')
    await test.session.says(RITA, 'depois')
    await test.session.says(RITA, 'no fim')
    expect(texts(test)).toEqual(['antes', 'depois', 'no fim'])
    const reads = test.gateway.requests.items.filter(({ path }) => path.startsWith('/chat/fetchMessages'))
    expect(reads).toHaveLength(1)
  })

  it('asks no gateway once everything is known to be in, also on another node', async () => {
    const [store, bus] = [createTestStore(), createTestBus()]
    const test = await openChannel({ store, bus })
    await store.set('seen', test.ctx.clock.now())
    await test.session.scan()
    await test.session.says(RITA, 'Oi')
    const reads = () => test.gateway.requests.items.filter(({ path }) => path.startsWith('/chat/fetchMessages')).length
    expect(reads()).toBe(0)
    test.clock.advance(1000)
    bus.join().publish('behind', null)
    await test.session.says(RITA, 'Olá')
    expect(reads()).toBe(1)
  })

  it('is given up for a message that would be lost otherwise', async () => {
    const store = createTestStore()
    const test = await openChannel({ store })
    await store.set('seen', test.ctx.clock.now() - 60_000)
    await test.session.scan()
    test.gateway.fail(({ path }) => path.startsWith('/chat/fetchMessages'), { status: 503, json: {} })
    await test.session.says(RITA, 'depois')
    expect(texts(test)).toEqual(['depois'])
  })
})
