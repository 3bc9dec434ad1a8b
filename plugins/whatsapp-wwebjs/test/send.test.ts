import type { Content } from '@recado/sdk'
import { closedAddress, type StandInFailure } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { GROUP, openChannel, RITA, RITA_ADDRESS } from './channel.ts'

const open = async (...args: Parameters<typeof openChannel>) => {
  const test = await openChannel(...args)
  await test.connected()
  const save = async (bytes: Uint8Array, mimeType: string, fileName: string) =>
    (await test.media.save(bytes, { mimeType, fileName })).id
  return { ...test, save }
}
const text: Content = { type: 'text', text: 'Bom dia' }
const targetOf = (externalId: string) => ({ id: '1', externalId, chat: RITA_ADDRESS, fromMe: true })

describe('sending', () => {
  it('texts', async () => {
    const { send, gateway } = await open()
    const { externalId } = await send(text)
    const sent = gateway.sent.items[0]
    expect(sent).toMatchObject({ chatId: RITA, contentType: 'string', content: 'Bom dia', answers: null })
    expect(externalId).toBe(`true_${sent?.message.id.id}`)
  })

  it.each([
    ['image', 'image/png', { caption: 'Olha' }],
    ['voice', 'audio/ogg', { caption: 'Olha', sendAudioAsVoice: true }],
    ['document', 'application/pdf', { caption: 'Olha', sendMediaAsDocument: true }],
    ['sticker', 'image/webp', { sendMediaAsSticker: true }],
  ] as const)('a small file as %s travels along', async (kind, mimeType, options) => {
    const { send, gateway, save } = await open()
    const id = await save(Buffer.from('bytes'), mimeType, 'a.bin')
    await send({ type: 'media', kind, media: { id }, text: 'Olha' })
    expect(gateway.sent.items[0]).toMatchObject({
      contentType: 'MessageMedia',
      content: { data: 'Ynl0ZXM=', filename: 'a.bin' },
      options,
    })
  })

  it('a large file goes as an address', async () => {
    const { send, gateway, save } = await open()
    const id = await save(new Uint8Array(6 * 1024 * 1024), 'application/pdf', 'big.pdf')
    await send({ type: 'media', kind: 'document', media: { id } })
    expect(gateway.sent.items[0]).toMatchObject({
      contentType: 'MessageMediaFromURL',
      content: `https://recado.invalid/media/${id}`,
    })
  })

  it('places, people and polls', async () => {
    const { send, gateway } = await open()
    await send({ type: 'location', latitude: 0, longitude: 0, name: 'Loja' })
    await send({ type: 'contact', contacts: [{ name: 'Bia; Souza', phones: ['+55 11 93333-4444'] }] })
    await send({ type: 'poll', question: 'Qual?', options: ['A', 'B'] })
    expect(gateway.sent.items).toMatchObject([
      { contentType: 'Location', content: { latitude: 0, longitude: 0, description: 'Loja' } },
      { contentType: 'string', content: expect.stringContaining('FN:Bia\\; Souza') },
      { contentType: 'Poll', content: { pollName: 'Qual?', pollOptions: ['A', 'B'] } },
    ])
  })

  it('several people as several messages, going on where it broke off', async () => {
    const { channel, gateway, ctx } = await open()
    const { outboundMessage } = await import('@recado/sdk/testing')
    const contacts = ['Bia', 'Ana'].map((name) => ({ name, phones: ['+5511933334444'] }))
    const out = outboundMessage(RITA_ADDRESS, { type: 'contact', contacts })
    let sends = 0
    gateway.fail(({ path }) => path.startsWith('/client/sendMessage') && ++sends === 2, {
      status: 500,
      json: { success: false, error: 'Protocol error' },
    })
    await expect(channel.send(out, ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    const { externalId, moreIds } = await channel.send({ ...out, attempt: 2 }, ctx.signal)
    expect(gateway.sent.items.map(({ message }) => `true_${message.id.id}`)).toEqual([externalId, ...(moreIds ?? [])])
  })

  it('answers with a quote, and without one when the quoted message is out of reach', async () => {
    const { send, gateway, session } = await open()
    const asked = await session.says(RITA, 'Tem?')
    await send(text, { replyTo: { externalId: `false_${asked.id.id}`, text: 'Tem?' } })
    await send(text, { replyTo: { externalId: 'false_3EB0OLD', text: '…' } })
    expect(gateway.sent.items.map(({ answers }) => answers)).toEqual([asked.id.id, null])
  })

  it('names people in a group', async () => {
    const { channel, gateway, ctx, media } = await open()
    const { outboundMessage } = await import('@recado/sdk/testing')
    const mentions = [{ token: 'Rita', address: RITA_ADDRESS }]
    const to = { kind: 'wa-group', value: GROUP.split('@')[0] ?? '' }
    await channel.send(outboundMessage(to, { type: 'text', text: 'Oi @Rita', mentions }, { isGroup: true }), ctx.signal)
    expect(gateway.sent.items[0]).toMatchObject({
      chatId: GROUP,
      content: 'Oi @5511911112222',
      options: { mentions: [RITA] },
    })
    const file = await media.save(Buffer.from('a picture'), { mimeType: 'image/png' })
    const picture = {
      type: 'media' as const,
      kind: 'image' as const,
      media: { id: file.id },
      text: 'Veja, @Rita',
      mentions,
    }
    await channel.send(outboundMessage(to, picture, { isGroup: true }), ctx.signal)
    expect(gateway.sent.items[1]?.options).toMatchObject({ caption: 'Veja, @5511911112222', mentions: [RITA] })
  })
})

describe('changing what was sent', () => {
  it('edits, reacts, removes', async () => {
    const { send, channel, ctx, gateway, session } = await open()
    const { externalId } = await send(text)
    const id = gateway.sent.items[0]?.message.id.id ?? ''
    await channel.edit?.(targetOf(externalId), { type: 'text', text: 'Boa tarde' }, ctx.signal)
    await channel.react?.(targetOf(externalId), '👍', ctx.signal)
    expect(session.find(RITA, id)).toMatchObject({ body: 'Boa tarde', ownReaction: '👍' })
    await channel.remove?.(targetOf(externalId), ctx.signal)
    expect(session.find(RITA, id)?.type).toBe('revoked')
    await channel.remove?.(targetOf('true_3EB0GONE'), ctx.signal)
    await expect(channel.react?.(targetOf('true_3EB0GONE'), '👍', ctx.signal)).rejects.toMatchObject({
      code: 'REJECTED',
    })
  })

  it('says when it is too late to edit', async () => {
    const { send, channel, ctx, gateway } = await open()
    const { externalId } = await send(text)
    gateway.fail(({ path }) => path.startsWith('/message/edit'), { json: { success: true, message: null } })
    await expect(channel.edit?.(targetOf(externalId), text, ctx.signal)).rejects.toMatchObject({ code: 'REJECTED' })
  })
})

describe('numbers and history', () => {
  it('finds WhatsApp’s own form of a number', async () => {
    const { channel, ctx, gateway } = await open()
    gateway.people.numbers.set('5511911112222', '551191112222').set('5511900000000', null)
    expect(await channel.checkAddress?.('(11) 91111-2222', ctx.signal)).toEqual({
      kind: 'phone',
      value: '551191112222',
    })
    expect(await channel.checkAddress?.('(11) 90000-0000', ctx.signal)).toBeNull()
  })

  it('imports older messages without making news of them', async () => {
    const { channel, ctx, session, messages } = await open()
    for (const body of ['um', 'dois', 'três']) session.saysUnheard(RITA, body)
    await channel.fetchHistory?.(RITA_ADDRESS, { count: 2 }, ctx.signal)
    expect(messages()).toMatchObject([
      { history: true, content: { text: 'dois' } },
      { history: true, content: { text: 'três' } },
    ])
    const before = messages()[0]?.externalId ?? ''
    await channel.fetchHistory?.(RITA_ADDRESS, { count: 2, before }, ctx.signal)
    expect(messages().at(-1)).toMatchObject({ content: { text: 'um' } })
  })

  it('lists the phone’s contacts', async () => {
    const { channel, ctx, gateway } = await open()
    gateway.people.contacts.push(
      { id: { _serialized: RITA }, name: 'Rita', isMyContact: true },
      { id: { _serialized: '5511@c.us' }, isMyContact: false },
    )
    const found = []
    for await (const party of channel.listContacts?.(ctx.signal) ?? []) found.push(party)
    expect(found).toEqual([{ addresses: [RITA_ADDRESS], name: 'Rita' }])
  })
})

describe('refusals', () => {
  const refusal = (status: number, error: string): StandInFailure => ({ status, json: { success: false, error } })
  it.each<[string, StandInFailure, string]>([
    ['a wrong key', refusal(403, 'Invalid API key'), 'AUTH_EXPIRED'],
    ['a session that is away', refusal(404, 'session_not_connected'), 'NOT_CONNECTED'],
    ['a bad session name', refusal(422, 'Session should be alphanumerical or -'), 'MISCONFIGURED'],
    ['a crashed page', refusal(500, 'Protocol error (Runtime.callFunctionOn): Target closed.'), 'TEMPORARY'],
    ['nobody there', refusal(500, 'No LID for user'), 'RECIPIENT_INVALID'],
    ['too large a request', { status: 413, body: 'request entity too large' }, 'MEDIA_REJECTED'],
    ['too much at once', refusal(429, "You can't make any more requests"), 'RATE_LIMITED'],
    ['a refusal with 200', { json: { success: false, message: 'invalid contentType' } }, 'REJECTED'],
    ['an answer without an id', { json: { success: true } }, 'AMBIGUOUS'],
    ['a login page', { body: '<html>' }, 'AMBIGUOUS'],
    ['a gateway in between that gave up', { status: 504, body: '<html>' }, 'AMBIGUOUS'],
    ['an answer that got lost', 'lose', 'AMBIGUOUS'],
    ['no answer in time', 'hang', 'AMBIGUOUS'],
  ])('%s', async (_, failure, code) => {
    const { send, gateway } = await open({ timing: { sendMs: 150 } })
    gateway.fail(({ path }) => path.startsWith('/client/sendMessage'), failure)
    await expect(send(text)).rejects.toMatchObject({ name: 'PluginError', code })
  })

  it('a session that is away is told, and goes on by itself', async () => {
    const { send, gateway, reports } = await open()
    reports.clear()
    gateway.fail(({ path }) => path.startsWith('/client/sendMessage'), refusal(404, 'session_not_found'))
    await expect(send(text)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    await reports.waitFor(({ state }) => state === 'lost')
    await reports.waitFor(({ state }) => state === 'connected')
  })

  it('calls that do nothing twice are a matter of time', async () => {
    const { channel, ctx, gateway } = await open()
    gateway.fail(({ path }) => path.startsWith('/chat/sendStateTyping'), 'lose')
    await expect(channel.typing?.(RITA_ADDRESS, true, ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('nobody at the address', async () => {
    const { send } = await openChannel({ settings: { url: await closedAddress() }, egress: [] })
    await expect(send(text)).rejects.toMatchObject({ code: 'MISCONFIGURED' })
  })
})

describe('actions', () => {
  const [definition] = plugin.contributions
  const actions = definition?.kind === 'channel' ? (definition.actions ?? {}) : {}
  const run = (test: Awaited<ReturnType<typeof openChannel>>, name: string, more: object = {}) => {
    const settings = { ...test.ctx.settings, apiKey: test.gateway.apiKey }
    return actions[name]?.run(test.ctx as never, { settings, ...more }, test.ctx.signal)
  }

  it('asks for a number and shows the pairing code', async () => {
    const test = await openChannel()
    expect(await run(test, 'pairingCode')).toMatchObject({ type: 'form', step: 'phone' })
    expect(await run(test, 'pairingCode', { step: 'phone', values: { phone: '12' } })).toMatchObject({
      type: 'error',
      field: 'phone',
    })
    const shown = await run(test, 'pairingCode', { step: 'phone', values: { phone: '(11) 93000-0000' } })
    expect(shown).toMatchObject({ type: 'show', show: { as: 'code', value: 'ABCD1234' } })
    const asked = test.gateway.requests.items.find(({ path }) => path.includes('requestPairingCode'))
    expect(asked?.json).toMatchObject({ phoneNumber: '5511930000000' })
  })

  it('logs out and deletes, and the channel shows a new code', async () => {
    const test = await openChannel()
    await test.connected()
    test.reports.clear()
    expect(await run(test, 'forget')).toMatchObject({ type: 'done' })
    await test.reports.waitFor(({ state }) => state === 'waiting-qr')
    expect(test.session.state.phone).toBeNull()
  })

  it('tells where hooks belong, restarts, and finds a wrong key', async () => {
    const test = await openChannel()
    expect(await run(test, 'webhookAddress')).toMatchObject({
      show: { as: 'text', value: 'https://recado.invalid/hooks/channel:9' },
    })
    expect(await run(test, 'restart')).toMatchObject({ type: 'done' })
    expect(await run(test, 'testConnection')).toMatchObject({ type: 'done' })
    test.gateway.revoke()
    expect(await run(test, 'testConnection')).toMatchObject({ type: 'error', field: 'apiKey' })
  })
})
