import type { Content, PluginErrorCode } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { openChannel, words } from './channel.ts'

const both = ['facebook', 'instagram'] as const

const HOUR = 3_600_000

describe('the window', () => {
  const at = (hours: number, now: number) => ({ lastInboundAt: now - hours * HOUR })

  it('is a day, in which everything is an answer', async () => {
    const { send, meta, clock } = await openChannel('facebook')
    await send(words('oi'), at(23.9, clock.now()))
    expect(meta.sent.items).toMatchObject([{ messagingType: 'RESPONSE' }])
    await expect(send(words('oi'), at(24.1, clock.now()))).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    expect(meta.requests.items.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(1)
  })

  it.each(both)('is a week for what people write on %s, where the company has the permission', async (type) => {
    const { send, meta, bia, clock } = await openChannel(type, { settings: { humanAgent: true } })
    bia.wroteAt(clock.now() - 30 * HOUR)
    await send(words('oi'), at(30, clock.now()))
    expect(meta.sent.items).toMatchObject([{ messagingType: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' }])
    await expect(send(words('oi'), { ...at(30, clock.now()), sender: null })).rejects.toMatchObject({
      code: 'WINDOW_CLOSED',
    })
    await expect(send(words('oi'), at(169, clock.now()))).rejects.toMatchObject({ code: 'WINDOW_CLOSED' })
    expect(meta.sent.items).toHaveLength(1)
  })

  it('is a day without the permission for more, and the channel goes on', async () => {
    const { send, meta, bia, clock, reports } = await openChannel('facebook', { settings: { humanAgent: true } })
    bia.wroteAt(clock.now() - 30 * HOUR)
    meta.refuse({ code: 10, message: 'requires Human Agent' })
    await expect(send(words('oi'), at(30, clock.now()))).rejects.toMatchObject({
      code: 'WINDOW_CLOSED',
      detail: expect.stringContaining('requires Human Agent'),
    })
    expect(reports.items).toEqual([])
  })

  it('goes by Meta where Meta counts otherwise', async () => {
    const { send, meta, bia, clock } = await openChannel('facebook', { settings: { humanAgent: true } })
    bia.wroteAt(clock.now() - 30 * HOUR)
    await send(words('oi'), at(2, clock.now()))
    expect(meta.sent.items).toMatchObject([{ tag: 'HUMAN_AGENT' }])
    await expect(send(words('oi'), { ...at(2, clock.now()), sender: null })).rejects.toMatchObject({
      code: 'WINDOW_CLOSED',
    })
  })
})

describe('refusals', () => {
  it.each<[number, number | undefined, PluginErrorCode]>([
    [190, 463, 'AUTH_EXPIRED'],
    [190, 467, 'AUTH_EXPIRED'],
    [10, 2018278, 'WINDOW_CLOSED'],
    [10, 2534022, 'WINDOW_CLOSED'],
    [10, undefined, 'AUTH_EXPIRED'],
    [200, undefined, 'AUTH_EXPIRED'],
    [551, undefined, 'RECIPIENT_INVALID'],
    [100, 2018001, 'RECIPIENT_INVALID'],
    [200, 1545041, 'RECIPIENT_INVALID'],
    [100, undefined, 'REJECTED'],
    [100, 2018047, 'MEDIA_REJECTED'],
    [4, undefined, 'RATE_LIMITED'],
    [17, undefined, 'RATE_LIMITED'],
    [32, undefined, 'RATE_LIMITED'],
    [613, undefined, 'RATE_LIMITED'],
    [1, undefined, 'TEMPORARY'],
    [2, undefined, 'TEMPORARY'],
    [368, undefined, 'REJECTED'],
    [10900, undefined, 'REJECTED'],
  ])('%d/%d is %s', async (code, subcode, expected) => {
    const { send, meta } = await openChannel('facebook')
    meta.refuse({ code, ...(subcode ? { subcode } : {}), message: 'what Meta said' })
    const error = await send(words('oi')).catch((refused: unknown) => refused)
    expect(error).toMatchObject({ code: expected, detail: expect.stringContaining('what Meta said') })
    expect(meta.sent.items).toEqual([])
  })

  it.each([
    ['an answer that got lost', 'lose'],
    ['a proxy that failed', { status: 502, body: '<html>Bad gateway' }],
    ['half an answer', { status: 200, body: '{"recipient_id":"9001","mess' }],
    ['an answer without an id', { status: 200, json: { recipient_id: '9001' } }],
  ] as const)('%s leaves the outcome open', async (_, failure) => {
    const { send, meta } = await openChannel('facebook')
    meta.fail(({ path }) => path.endsWith('/messages'), failure)
    await expect(send(words('oi'))).rejects.toMatchObject({ code: 'AMBIGUOUS' })
  })

  it('tell of a dead token at once, and of a restriction', async () => {
    const { send, meta, channel, ctx, reports } = await openChannel('facebook')
    await channel.connect(ctx.signal)
    meta.refuse({ code: 368, message: 'slow down' })
    await expect(send(words('oi'))).rejects.toMatchObject({ code: 'REJECTED' })
    expect(reports.items.at(-1)).toMatchObject({
      state: 'connected',
      notices: [{ level: 'error', text: expect.stringContaining('slow down') }],
    })
    meta.revokeToken()
    await expect(send(words('oi'))).rejects.toMatchObject({ code: 'AUTH_EXPIRED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'disconnected', userAction: 'reauthorise' })
  })

  it.each([
    { type: 'contact', contacts: [{ name: 'Bia', phones: [] }] },
    { type: 'location', latitude: 0, longitude: 0 },
    { type: 'template', name: 'a', language: 'pt', variables: {} },
  ] as Content[])('come for %o', async (content) => {
    const { send } = await openChannel('facebook')
    await expect(send(content)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})

describe('echoes', () => {
  it('may come before the answer of the send', async () => {
    const { send, events, inbound } = await openChannel('instagram', { standIn: { echo: 'before' } })
    const sending = send(words('oi'))
    await inbound.waitForCount(1)
    const { externalId } = await sending
    expect(events('message')).toMatchObject([{ direction: 'out', externalId, content: { text: 'oi' } }])
  })
})

describe('the echo of a send whose answer was lost', () => {
  const id = '0198c000-0000-7000-8000-000000000001'
  const lost = async (type: 'facebook' | 'instagram', content: Content) => {
    const test = await openChannel(type, { standIn: { echo: 'before' } })
    test.meta.fail(({ json }) => json.message !== undefined, 'lose')
    await expect(test.send(content, { id })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    return { ...test, echoes: test.events('message') }
  }

  it('tells on Messenger which message of ours it is, and that it went out', async () => {
    const { echoes, events, meta } = await lost('facebook', words('Oi'))
    expect(echoes).toMatchObject([{ direction: 'out', clientId: id, externalId: meta.sent.items[0]?.mid }])
    expect(events('receipt')).toMatchObject([{ status: 'sent', externalIds: [id] }])
  })

  it.each(['facebook', 'instagram'] as const)(
    'of a part on %s is ours, and the rest goes on from there',
    async (type) => {
      const text = `${'a'.repeat(900)} ${'b'.repeat(900)}${type === 'facebook' ? ` ${'c'.repeat(900)}` : ''}`
      const { echoes, events, meta, send } = await lost(type, words(text))
      expect(echoes).toMatchObject([{ direction: 'out', clientId: id }])
      expect(events('receipt')).toEqual([])
      // a person decides that it is to go out again
      const { externalId, moreIds } = await send(words(text), { id })
      expect(meta.sent.items.map(({ mid }) => mid)).toEqual([externalId, ...(moreIds ?? [])])
      expect(meta.sent.items).toHaveLength(2)
    },
  )

  it('of the last part tells that all of it went out', async () => {
    const { send, meta, events } = await openChannel('instagram', { standIn: { echo: 'before' } })
    meta.fail(({ json }) => JSON.stringify(json.message)?.includes('bbb') ?? false, 'lose')
    await expect(send(words(`${'a'.repeat(900)} ${'b'.repeat(900)}`), { id })).rejects.toMatchObject({
      code: 'AMBIGUOUS',
    })
    expect(events('message').map(({ clientId }) => clientId)).toEqual([id, id])
    expect(events('receipt')).toMatchObject([{ status: 'sent', externalIds: [id] }])
  })

  it('is known on Instagram by whom it went to, what it says and when', async () => {
    const { echoes, events, meta, bia } = await lost('instagram', words('Oi'))
    expect(echoes).toMatchObject([{ direction: 'out', clientId: id, externalId: meta.sent.items[0]?.mid }])
    expect(events('receipt')).toMatchObject([{ status: 'sent', externalIds: [id] }])
    // the same words, written in the app
    await meta.ownMessage(bia, { text: 'Oi' })
    await meta.ownMessage(meta.person({ name: 'Caio' }), { text: 'Oi' })
    const written = events('message').slice(1)
    expect(written).toHaveLength(2)
    for (const one of written) expect(one).not.toHaveProperty('clientId')
  })

  it('of another app is no message of ours, whatever it says of itself', async () => {
    const { meta, bia, events } = await openChannel('facebook')
    await meta.ownMessage(bia, { text: 'Oi', metadata: 'campaign-7' })
    expect(events('message')[0]).not.toHaveProperty('clientId')
  })
})
