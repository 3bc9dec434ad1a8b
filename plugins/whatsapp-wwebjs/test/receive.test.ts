import { hookRequest, readAll, testApp } from '@recado/sdk/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import plugin from '../src/index.ts'
import { GROUP, openChannel, RITA, RITA_ADDRESS } from './channel.ts'
import { startWwebjsGateway } from './stand-in.ts'

const FILE = { mimetype: 'image/jpeg', data: Buffer.from('a picture').toString('base64'), filename: null }
const LID = '777000111222333@lid'
const NOTHING: unknown[] = []

describe('messages', () => {
  it('of a customer come once, however often they are told', async () => {
    const { session, messages, gateway } = await openChannel()
    const message = await session.says(RITA, 'Bom dia')
    const delivery = gateway.deliveries.items.find(({ body }) => body.dataType === 'message')
    if (delivery) await gateway.repeat(delivery)
    expect(new Set(messages().map(({ externalId }) => externalId))).toEqual(new Set([`false_${message.id.id}`]))
    expect(messages()[0]).toMatchObject({
      direction: 'in',
      chat: { addresses: [RITA_ADDRESS], name: 'Rita' },
      content: { type: 'text', text: 'Bom dia' },
      at: message.timestamp * 1000,
    })
  })

  it('written on the phone are ours', async () => {
    const { session, messages } = await openChannel()
    await session.phoneSays(RITA, 'Pois não')
    expect(messages()).toMatchObject([
      { direction: 'out', chat: { addresses: [RITA_ADDRESS] }, content: { text: 'Pois não' } },
    ])
  })

  it('have one key under the phone and under the LID', async () => {
    const { session, messages } = await openChannel()
    await session.says(RITA, 'Oi', { id: '3EB0SAME' })
    await session.says(LID, 'Oi', { id: '3EB0SAME' })
    expect(new Set(messages().map(({ externalId }) => externalId)).size).toBe(1)
  })

  it('of a group name group and writer, and nobody outside can name them', async () => {
    const { session, messages, gateway, inbound, channel } = await openChannel()
    gateway.people.groups.set(GROUP, { name: 'Obra', participants: [{ id: LID, isAdmin: true }] })
    gateway.people.lids.set('777000111222333', '5511911112222')
    await session.scan()
    await session.says(GROUP, 'Cheguei', { author: LID, name: 'Rita', id: '3EB0GG' })
    expect(messages()[0]).toMatchObject({
      externalId: `false_${GROUP}_3EB0GG`,
      isGroup: true,
      chat: { addresses: [{ kind: 'wa-group', value: '120363012345678901' }] },
      sender: { addresses: [{ kind: 'lid', value: '777000111222333' }], name: 'Rita' },
    })
    await inbound.waitFor((event) => event.kind === 'group' && event.chat.name === 'Obra')
    const told = await inbound.waitFor((event) => event.kind === 'contact')
    expect(told).toMatchObject({ party: { addresses: [RITA_ADDRESS, { kind: 'lid', value: '777000111222333' }] } })
    const address = { kind: 'wa-group', value: '120363012345678901' }
    expect(await channel.groupMembers?.(address, AbortSignal.timeout(2000))).toMatchObject([{ isAdmin: true }])
  })

  it('tell whom they name, in texts and below files', async () => {
    const { session, messages } = await openChannel()
    const mentionedIds = [{ _serialized: LID }, RITA, 'x']
    await session.sends(GROUP, 'chat', { body: 'Oi @777000111222333', mentionedIds }, { author: RITA })
    await session.sends(
      GROUP,
      'image',
      { body: 'Veja, @5511911112222', hasMedia: true, mentionedIds },
      { author: RITA },
    )
    expect(messages().map(({ content }) => content)).toMatchObject([
      { text: 'Oi @777000111222333', mentions: [{ token: '777000111222333', address: { kind: 'lid' } }] },
      { text: 'Oi @777000111222333' },
      { text: 'Veja, @5511911112222', mentions: [{ token: '5511911112222', address: RITA_ADDRESS }] },
      { text: 'Veja, @5511911112222' },
    ])
  })

  it('of groups are dropped where they are unwanted', async () => {
    const { session, inbound } = await openChannel({ settings: { ignoreGroups: true } })
    const message = await session.says(GROUP, 'Cheguei', { author: RITA })
    await session.reacts(RITA, message, '👍')
    await session.group('group_update', { chatId: GROUP, type: 'subject', body: 'Obra' })
    expect(inbound.items).toEqual([])
  })

  it('that answer ours name the message', async () => {
    const { session, messages, connected, send } = await openChannel()
    await connected()
    const { externalId } = await send({ type: 'text', text: 'Sim?' })
    await session.says(RITA, 'Sim', {
      answers: { id: externalId.split('_')[1] ?? '', participant: '551130000000@c.us' },
    })
    expect(messages().at(-1)?.replyTo).toBe(externalId)
  })

  const place = { location: { latitude: 0, longitude: 0, description: 'Loja\nRua A, 1' } }
  const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nitem1.TEL;waid=5511933334444:+55 11 93333-4444\nEND:VCARD'
  it.each([
    ['location', place, { type: 'location', latitude: 0, longitude: 0, name: 'Loja', address: 'Rua A, 1' }],
    ['vcard', { body: card }, { type: 'contact', contacts: [{ name: 'Bia Souza', phones: ['5511933334444'] }] }],
    [
      'multi_vcard',
      { vCards: [card, card] },
      { type: 'contact', contacts: [{ name: 'Bia Souza' }, { name: 'Bia Souza' }] },
    ],
    [
      'list_response',
      { body: 'Segunda via', selectedRowId: 'opt_2' },
      { type: 'choice', id: 'opt_2', text: 'Segunda via' },
    ],
    ['buttons_response', { body: 'Sim', selectedButtonId: 'yes' }, { type: 'choice', id: 'yes', text: 'Sim' }],
    [
      'poll_creation',
      { pollName: 'Qual?', pollOptions: [{ name: 'A' }, { name: 'B' }] },
      { type: 'poll', question: 'Qual?', options: ['A', 'B'] },
    ],
    ['order', {}, { type: 'unsupported' }],
    ['never_seen', { body: null }, { type: 'unsupported' }],
  ])('of type %s', async (type, more, content) => {
    const { session, messages } = await openChannel()
    await session.sends(RITA, type, more)
    expect(messages().at(-1)?.content).toMatchObject(content)
  })

  it.each(['e2e_notification', 'notification_template', 'gp2', 'revoked', 'protocol'])('%s is noise', async (type) => {
    const { session, inbound } = await openChannel()
    await session.sends(RITA, type, {})
    expect(inbound.items).toEqual(NOTHING)
  })

  it('of status and newsletters are no conversation', async () => {
    const { session, inbound } = await openChannel()
    await session.says('status@broadcast', 'x')
    await session.says('123@newsletter', 'x')
    expect(inbound.items).toEqual(NOTHING)
  })

  it('that began at an advertisement say so', async () => {
    const { session, messages } = await openChannel()
    const ctwaContext = { sourceUrl: 'https://fb.me/x', sourceId: '12', title: 'Promoção' }
    await session.sends(RITA, 'chat', { body: 'Oi', _data: { ctwaContext } })
    expect(messages()[0]?.origin).toEqual({ type: 'ad', id: '12', url: 'https://fb.me/x', title: 'Promoção' })
  })
})

describe('files', () => {
  it('are fetched from the gateway, and the thumbnail is no text', async () => {
    const test = await openChannel()
    await test.connected()
    await test.session.sendsFile(RITA, 'image', FILE, { media: 'none' })
    const content = test.messages().at(-1)?.content
    expect(content).toMatchObject({ type: 'media', kind: 'image', media: { mimeType: 'image/jpeg' } })
    expect(content).not.toHaveProperty('text')
    const ref = content?.type === 'media' ? content.media.ref : undefined
    const file = await test.channel.fetchMedia?.(String(ref), test.ctx.signal)
    expect(file && Buffer.from(await readAll(file.stream)).toString()).toBe('a picture')
  })

  it('that come before their message make it, with the same key', async () => {
    const { session, messages, media } = await openChannel()
    const message = await session.sendsFile(RITA, 'image', FILE, { media: 'first' })
    const [first, ...rest] = messages()
    expect(first).toMatchObject({ externalId: `false_${message.id.id}`, content: { media: { id: 'media-1' } } })
    expect(new Set(rest.map(({ externalId }) => externalId))).toEqual(new Set([first?.externalId]))
    expect(Buffer.from(media.bytes('media-1')).toString()).toBe('a picture')
  })

  it('that come after their message are kept for it, once', async () => {
    const { session, messages, channel, ctx, gateway, media } = await openChannel()
    await session.sendsFile(RITA, 'ptt', FILE, { media: 'after' })
    const delivery = gateway.deliveries.items.find(({ body }) => body.dataType === 'media')
    if (delivery) await gateway.repeat(delivery)
    const [first] = messages()
    const ref = first?.content.type === 'media' ? first.content.media.ref : undefined
    expect(first?.content).toMatchObject({ kind: 'voice' })
    const file = await channel.fetchMedia?.(String(ref), ctx.signal)
    expect(file && (await readAll(file.stream)).byteLength).toBe(9)
    expect(media.files.size).toBe(1)
    expect(gateway.requests.items.filter(({ path }) => path.includes('downloadMedia'))).toEqual([])
  })

  it('that WhatsApp no longer has are refused as such', async () => {
    const test = await openChannel()
    await test.connected()
    const fetched = test.channel.fetchMedia?.(`${RITA} 3EB0NONE`, test.ctx.signal)
    await expect(fetched).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })
})

describe('what happens to messages', () => {
  it('receipts come in any order; what WhatsApp has not taken yet is none', async () => {
    const test = await openChannel()
    await test.connected()
    const { externalId } = await test.send({ type: 'text', text: 'Oi' })
    const message = test.gateway.sent.items[0]?.message
    if (!message) throw new Error('nothing was sent')
    for (const ack of [3, 2, 4, 1, 0, -1, 9]) await test.session.ack(message, ack)
    const receipts = test.inbound.items.flatMap((event) => (event.kind === 'receipt' ? [event] : []))
    expect(receipts.map(({ status }) => status)).toEqual(['read', 'delivered', 'played', 'sent', 'failed'])
    expect(receipts.every(({ externalIds }) => externalIds?.[0] === externalId)).toBe(true)
    await test.session.ack(
      { ...message, id: { ...message.id, remote: LID, _serialized: `true_${LID}_${message.id.id}` } },
      3,
    )
    expect(test.inbound.items.at(-1)).toMatchObject({ externalIds: [externalId] })
  })

  it('reactions, and their removal', async () => {
    const { session, inbound } = await openChannel()
    const message = await session.says(RITA, 'Oi')
    await session.reacts(RITA, message, '👍')
    await session.reacts(RITA, message, '')
    const reactions = inbound.items.filter(({ kind }) => kind === 'reaction')
    expect(reactions).toMatchObject([
      { externalId: `false_${message.id.id}`, emoji: '👍', from: RITA_ADDRESS },
      { emoji: null },
    ])
  })

  it('edits and removals', async () => {
    const { session, inbound } = await openChannel()
    const message = await session.says(RITA, 'boa trade')
    await session.edits(message, 'boa tarde')
    await session.removes(message)
    expect(inbound.items.slice(2)).toMatchObject([
      { kind: 'edit', externalId: `false_${message.id.id}`, content: { type: 'text', text: 'boa tarde' } },
      { kind: 'removal', externalId: `false_${message.id.id}` },
    ])
  })

  it('a removal that has an id of its own names the removed one', async () => {
    const { session, inbound } = await openChannel()
    const message = await session.says(RITA, 'Oi')
    const notice = {
      ...message,
      id: { ...message.id, id: 'NOTICE', _serialized: `false_${RITA}_NOTICE` },
      type: 'revoked',
    }
    await session.post('message_revoke_everyone', { message: { ...notice, protocolMessageKey: message.id } })
    expect(inbound.items.at(-1)).toMatchObject({ kind: 'removal', externalId: `false_${message.id.id}` })
  })

  it('what cannot be read yet is shown, and replaced once it can', async () => {
    const { session, inbound } = await openChannel()
    const { message, decrypt } = await session.sendsUnreadable(RITA)
    expect(inbound.items).toMatchObject([{ kind: 'message', content: { type: 'unsupported' } }])
    await decrypt('Bom dia')
    const edit = inbound.items.find(({ kind }) => kind === 'edit')
    expect(edit).toMatchObject({ externalId: `false_${message.id.id}`, content: { type: 'text', text: 'Bom dia' } })
  })

  it('a file that could not be read yet takes its placeholder’s place', async () => {
    const { session, inbound } = await openChannel()
    const { message, decrypt } = await session.sendsUnreadable(RITA)
    await decrypt('', 'image')
    const key = `false_${message.id.id}`
    expect(inbound.items.find(({ kind }) => kind === 'removal')).toMatchObject({ externalId: key })
    expect(inbound.items.at(-1)).toMatchObject({
      kind: 'message',
      externalId: `${key}:read`,
      content: { type: 'media' },
    })
  })

  it('calls and groups', async () => {
    const { session, inbound } = await openChannel()
    await session.calls(RITA)
    await session.group('group_update', { chatId: GROUP, type: 'subject', body: 'Obra nova', timestamp: 1_760_000_000 })
    expect(inbound.items).toMatchObject([
      { kind: 'call', event: 'offer', from: { addresses: [RITA_ADDRESS] } },
      { kind: 'group', chat: { name: 'Obra nova' } },
    ])
  })
})

describe('the hook', () => {
  const body = { dataType: 'qr', data: { qr: 'x' }, sessionId: 't1-c9' }

  it.each([
    ['another key', { body, headers: { 'x-api-key': 'x' } }, 401],
    ['no key, as the address is secret', { body }, 200],
    ['no JSON', { body: '{' }, 400],
    ['a GET', { method: 'GET' }, 405],
  ])('%s', async (_, sample, status) => {
    const { channel } = await openChannel()
    expect(await channel.receiveHook?.(hookRequest(sample))).toMatchObject({ status })
  })

  it('shared by all sessions goes to the session it names, and only with a key', async () => {
    const [definition] = plugin.contributions
    const route = definition?.kind === 'channel' ? definition.routeAppHook : undefined
    const app = testApp()
    expect(await route?.(hookRequest({ body, headers: { 'x-api-key': 'k' } }), app)).toEqual({ accounts: ['t1-c9'] })
    expect(await route?.(hookRequest({ body }), app)).toEqual({ reply: { status: 401 } })
    expect(await route?.(hookRequest({ body: '[]', headers: { 'x-api-key': 'k' } }), app)).toEqual({ accounts: [] })
  })
})

describe('an echo under a LID that nobody has seen before', () => {
  const WHO = { kind: 'lid', value: '777000111222333' }

  it('finds the conversation, and the send whose answer got lost', async () => {
    const { session, messages, gateway, connected, send, receipts } = await openLid()
    await connected()
    gateway.people.lids.set(WHO.value, RITA_ADDRESS.value)
    gateway.fail(({ path }) => path.startsWith('/client/sendMessage'), { status: 504, json: {} })
    await expect(send({ type: 'text', text: 'Bom dia' }, { id: OURS })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    await session.phoneSays(LID, 'Bom dia')
    expect(messages().at(-1)).toMatchObject({ clientId: OURS, chat: { addresses: [RITA_ADDRESS, WHO] } })
    expect(receipts()).toMatchObject([{ status: 'sent', externalIds: [OURS] }])
  })

  it('stays as it is told when the gateway knows no phone', async () => {
    const { session, messages } = await openChannel()
    await session.scan()
    await session.phoneSays(LID, 'Bom dia')
    expect(messages().at(-1)).toMatchObject({ direction: 'out', chat: { addresses: [WHO] } })
  })
})

const OURS = '0198c000-0000-7000-8000-000000000009'

async function openLid() {
  const now = Date.now()
  const gateway = await startWwebjsGateway({ now: () => now })
  onTestFinished(() => gateway.close())
  const test = await openChannel({ gateway, now })
  const receipts = () => test.inbound.items.filter(({ kind }) => kind === 'receipt')
  return { ...test, receipts }
}
