import { closedAddress, outboundMessage } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

async function open(options: Parameters<typeof openChannel>[0] = {}) {
  const test = await openChannel(options)
  const rita = test.cloud.addPerson({ waId: '5511911112222' })
  test.cloud.userSays(rita, 'Oi')
  return { ...test, rita, say: (more: object = {}) => test.send(rita, { type: 'text', text: 'Olá' }, more) }
}

describe('what Meta refuses', () => {
  it.each([
    ...[0, 190, 3, 10, 200, 299, 131005, 33].map((code) => [code, 'AUTH_EXPIRED'] as const),
    ...[1, 2, 131000, 131016, 135000, 133015].map((code) => [code, 'TEMPORARY'] as const),
    ...[4, 80007, 80008, 130429, 131056, 132069].map((code) => [code, 'RATE_LIMITED'] as const),
    ...[131048, 133016].map((code) => [code, 'QUOTA_EXHAUSTED'] as const),
    ...[131021, 131026, 131030, 131062].map((code) => [code, 'RECIPIENT_INVALID'] as const),
    ...[131037, 131042, 131045, 133010].map((code) => [code, 'MISCONFIGURED'] as const),
    ...[131052, 131053].map((code) => [code, 'MEDIA_REJECTED'] as const),
    ...[100, 368, 130472, 130497, 131008, 131009, 131031, 131049, 131050, 131063, 137000, 138006].map(
      (code) => [code, 'REJECTED'] as const,
    ),
    ...[132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068].map((code) => [code, 'REJECTED'] as const),
    [131047, 'WINDOW_CLOSED'] as const,
    [131051, 'UNSUPPORTED'] as const,
    [131057, 'NOT_CONNECTED'] as const,
    [131099, 'REJECTED'] as const,
  ])('%i is %s', async (code, expected) => {
    const { cloud, say } = await open()
    cloud.refuse(code, { details: 'what exactly' })
    await expect(say()).rejects.toMatchObject({
      name: 'PluginError',
      code: expected,
      detail: expect.stringContaining(`what exactly (${code})`),
    })
    expect(cloud.sent.items).toEqual([])
  })

  it('says what to do, in the reader’s language', async () => {
    const { cloud, say } = await open({ locale: 'pt' })
    cloud.refuse(131047)
    await expect(say()).rejects.toMatchObject({ detail: expect.stringMatching(/^Passaram mais de 24 horas.+131047/) })
  })

  it('the window counts from what the customer wrote', async () => {
    const { cloud, say, clock, receive, rita, inbound } = await open()
    clock.advance(25 * 3600_000)
    await expect(say()).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    cloud.refuseWindowBy('status')
    await say()
    await receive(cloud.webhooks.deliveries.items.at(-1) as never)
    expect(inbound.items).toMatchObject([{ kind: 'receipt', status: 'failed', code: 'WINDOW_CLOSED' }])
    cloud.userReacts(rita, 'wamid.OUT1', '👍')
    cloud.phoneSends(rita, { type: 'text', text: { body: 'Oi' } })
    cloud.refuseWindowBy('http')
    await expect(say()).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    cloud.userSays(rita, 'Ainda aí?')
    await say()
  })

  it('who stopped advertising is remembered', async () => {
    const { cloud, say, inbound } = await open()
    cloud.refuse(131050)
    await expect(say()).rejects.toMatchObject({ code: 'REJECTED' })
    expect(inbound.items).toMatchObject([{ kind: 'contact', marketing: false }])
  })
})

describe('how fast it may go', () => {
  it('waits longer for one recipient each time, and not for the others', async () => {
    const { cloud, say, send } = await open()
    const other = cloud.addPerson()
    cloud.userSays(other, 'Oi')
    const waits = []
    for (let count = 0; count < 4; count += 1) {
      cloud.refuse(131056)
      waits.push(await say().catch(({ retryAfterMs }) => retryAfterMs))
    }
    expect(waits).toEqual([6000, 12_000, 24_000, 48_000])
    await send(other, { type: 'text', text: 'Oi' })
    await say()
    cloud.refuse(131056)
    await expect(say()).rejects.toMatchObject({ retryAfterMs: 6000 })
  })

  it.each([
    [130429, 2000],
    [80007, 60_000],
    [4, 60_000],
  ])('%i holds the whole channel for %i ms, then longer', async (code, firstMs) => {
    const { cloud, say, clock } = await open()
    cloud.refuse(code)
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: firstMs })
    clock.advance(firstMs - 1)
    await expect(say()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 1 })
    clock.advance(1)
    cloud.refuse(code)
    await expect(say()).rejects.toMatchObject({ retryAfterMs: firstMs * 2 })
    clock.advance(firstMs * 2)
    await say()
    cloud.refuse(code)
    await expect(say()).rejects.toMatchObject({ retryAfterMs: firstMs })
  })
})

describe('what the network does', () => {
  it.each([
    ['cut before it was taken', 'drop', 'AMBIGUOUS'],
    ['an answer that was lost', 'lose', 'AMBIGUOUS'],
    ['an answer without words', { status: 502, body: 'Bad Gateway' }, 'AMBIGUOUS'],
    ['half an answer', { body: '{"messages":[' }, 'AMBIGUOUS'],
    ['an answer without an id', { json: { messages: [{}] } }, 'AMBIGUOUS'],
    ['too fast for the gateway in front', { status: 429, body: '' }, 'RATE_LIMITED'],
  ] as const)('%s', async (_, failure, code) => {
    const { cloud, say } = await open()
    cloud.fail(/\/messages$/, failure)
    await expect(say()).rejects.toMatchObject({ code })
  })

  it('a receipt that carries our id settles what nobody answered', async () => {
    const { cloud, say, receive, inbound } = await open()
    const id = '7b8d0a52-3c1e-4f7a-9a10-2f6d5c4b3a21'
    cloud.fail(/\/messages$/, 'lose')
    await expect(say({ id })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await receive(...cloud.webhooks.deliveries.items.slice(-2))
    const wamid = cloud.sent.items[0]?.id
    expect(inbound.items).toMatchObject([
      { kind: 'receipt', status: 'sent', externalIds: [wamid, id] },
      { kind: 'receipt', status: 'delivered', externalIds: [wamid, id] },
    ])
  })

  it('nobody there', async () => {
    const { say } = await open({ endpoints: { graph: await closedAddress() } })
    await expect(say()).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('somebody who no longer waits', async () => {
    const { cloud, channel, ctx } = await open()
    const abort = new AbortController()
    cloud.fail(/\/messages$/, 'hang')
    const message = outboundMessage({ kind: 'phone', value: '5511911112222' }, { type: 'text', text: 'Oi' })
    const sending = channel.send(message, AbortSignal.any([abort.signal, ctx.signal]))
    await cloud.requests.waitFor(({ path }) => path.endsWith('/messages'))
    abort.abort()
    await expect(sending).rejects.toBeInstanceOf(Error)
  })
})
