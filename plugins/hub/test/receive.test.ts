import { hookRequest, readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { JOAO, openChannel, openUnconnected, PHONE } from './channel.ts'

const text = (value: string) => ({ type: 'text', text: value })

describe('messages', () => {
  it('of WhatsApp are of a phone', async () => {
    const { visitors, messages } = await openChannel()
    const id = await visitors.says('5511911112222', 'Bom dia', {
      name: 'Rita',
      timestamp: '2026-02-01T10:00:00.120-03:00',
    })
    expect(messages()).toEqual([
      {
        kind: 'message',
        externalId: id,
        direction: 'in',
        chat: { addresses: [PHONE], name: 'Rita' },
        content: { type: 'text', text: 'Bom dia' },
        at: Date.UTC(2026, 1, 1, 13, 0, 0, 120),
      },
    ])
  })

  it('of other networks are of the page they were written to', async () => {
    const { visitors, messages } = await openChannel({ at: 'ch-77' })
    await visitors.says('9001', 'oi', { name: 'unavailable' })
    expect(messages()[0]?.chat).toEqual({ addresses: [JOAO] })
  })

  it.each([0, 1, 2] as const)('have the network’s id, wrapped %i times', async (wrapped) => {
    const { visitors, messages } = await openChannel()
    const id = await visitors.says('5511911112222', 'Oi', { wrapped })
    expect(messages()[0]?.externalId).toBe(id)
  })

  it('that come again under another id are the same', async () => {
    const { visitors, messages, hub } = await openChannel()
    await visitors.says('5511911112222', 'Oi')
    const [delivery] = hub.deliveries.items
    if (delivery) await hub.repeat(delivery, 'm-other')
    expect(messages()).toHaveLength(2)
    expect(messages()[1]?.externalId).toBe(messages()[0]?.externalId)
  })

  it('without any id have one all the same', async () => {
    const { visitors, messages } = await openChannel()
    const bare = {
      type: 'MESSAGE',
      from: '5511911112222',
      to: 'ch-wa',
      contents: [text('Oi')],
      timestamp: 1_760_000_000,
    }
    await visitors.post(bare)
    await visitors.post(bare)
    await visitors.post({ ...bare, contents: [text('Outro')] })
    const keys = messages().map(({ externalId }) => externalId)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
    expect(messages()[0]?.at).toBe(1_760_000_000_000)
  })

  it('may come flat', async () => {
    const { visitors, messages } = await openChannel()
    await visitors.says('5511911112222', 'Oi', { isFlat: true })
    expect(messages()).toMatchObject([{ content: { text: 'Oi' }, chat: { name: 'joao' } }])
  })

  it('become one for each content', async () => {
    const { visitors, messages } = await openChannel()
    const id = await visitors.sends('5511911112222', [
      text('um'),
      { type: 'file', fileUrl: 'https://x.example/a.pdf' },
      text('três'),
    ])
    expect(messages().map(({ externalId }) => externalId)).toEqual([`${id}:0`, `${id}:1`, `${id}:2`])
    expect(messages()[1]?.content).toMatchObject({ type: 'media', kind: 'document' })
  })

  it('of groups name group and writer', async () => {
    const { visitors, messages } = await openChannel({ at: 'ch-77' })
    await visitors.says('9001', 'oi', { group: { id: '-5', name: 'Turma' } })
    expect(messages()).toMatchObject([
      {
        isGroup: true,
        chat: { addresses: [{ kind: 'hub', value: 'ch-77/-5' }], name: 'Turma' },
        sender: { addresses: [JOAO] },
      },
    ])
  })

  const place = { type: 'location', latitude: 0, longitude: '-46.6', name: 'Loja' }
  const people = { type: 'contacts', contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 9' }] }] }
  it('name what they share or answer', async () => {
    const { visitors, messages } = await openChannel({ at: 'ch-77' })
    await visitors.sends('9001', [{ ...text('Adorei'), item: 'https://instagram.example/p/1' }])
    expect(messages()[0]).toMatchObject({
      content: { text: 'Adorei' },
      origin: { type: 'link', url: 'https://instagram.example/p/1' },
    })
  })

  it.each([
    ['a tap', { ...text('Sim'), payload: 'yes' }, { type: 'choice', id: 'yes', text: 'Sim' }],
    [
      'a button',
      { type: 'interactive', interactive: { button_reply: { id: 'b', title: 'B' } } },
      { type: 'choice', id: 'b' },
    ],
    [
      'a row',
      { type: 'interactive', interactive: { list_reply: { id: 'r', title: 'R' } } },
      { type: 'choice', id: 'r' },
    ],
    [
      'a form',
      { type: 'interactive', interactive: { nfm_reply: { response_json: '{"flow_token":"x","nome":"Rita"}' } } },
      { type: 'form', fields: [{ label: 'nome', value: 'Rita' }] },
    ],
    ['a place', place, { type: 'location', latitude: 0, longitude: -46.6, name: 'Loja' }],
    ['people', people, { type: 'contact', contacts: [{ name: 'Bia', phones: ['+55 11 9'] }] }],
    ['a sticker', { type: 'file', fileUrl: 'https://x.example/s', fileMimeType: 'image/webp' }, { kind: 'sticker' }],
    [
      'a voice note',
      { type: 'file', fileUrl: 'https://x.example/v', fileMimeType: 'audio/ogg; codecs=opus' },
      { kind: 'voice' },
    ],
    [
      'a kind in place of a type',
      { type: 'file', fileUrl: 'https://x.example/v', fileMimeType: 'video' },
      { kind: 'video' },
    ],
    ['a photo', { type: 'photo', fileUrl: 'https://x.example/p' }, { kind: 'image' }],
    ['a voice', { type: 'voice', fileUrl: 'https://x.example/v', fileName: 'ig_messaging_cdn' }, { kind: 'voice' }],
    ['a file without address', { type: 'file' }, { type: 'unsupported' }],
    ['what nobody knows', { type: 'hologram' }, { type: 'unsupported' }],
  ])('hold %s', async (_, content, expected) => {
    const { visitors, messages } = await openChannel()
    await visitors.sends('5511911112222', [content])
    expect(messages()[0]?.content).toMatchObject(expected)
  })

  it('that react are reactions', async () => {
    const { visitors, inbound } = await openChannel()
    await visitors.sends('5511911112222', [{ type: 'reaction', reaction: { message_id: 'd2FtaWQuQkJC', emoji: '👍' } }])
    await visitors.sends('5511911112222', [{ type: 'reaction', reaction: { message_id: 'wamid.BBB', emoji: '' } }])
    expect(inbound.items).toMatchObject([
      { kind: 'reaction', externalId: 'wamid.BBB', emoji: '👍', from: PHONE },
      { kind: 'reaction', externalId: 'wamid.BBB', emoji: null },
    ])
  })
})

describe('comments', () => {
  it('open a conversation about their post', async () => {
    const { visitors, inbound } = await openChannel({ at: 'ch-77' })
    await visitors.comments('9001', 'preço?', 'https://instagram.example/p/1')
    expect(inbound.items).toMatchObject([
      {
        kind: 'comment',
        externalId: expect.stringMatching(/^m-/),
        post: { id: 'https://instagram.example/p/1', url: 'https://instagram.example/p/1' },
        author: { addresses: [JOAO], name: 'joao' },
        content: { type: 'text', text: 'preço?' },
      },
    ])
  })
})

describe('states', () => {
  it.each([
    ['SENT', 'sent'],
    ['DELIVERED', 'delivered'],
    ['READ', 'read'],
  ])('%s', async (code, status) => {
    const { send, visitors, hub, inbound } = await openChannel()
    const { externalId, moreIds } = await send({ type: 'text', text: 'Oi' })
    const sent = hub.sent.items[0] ?? { id: '' }
    await visitors.status(sent, code)
    expect(inbound.items).toMatchObject([{ kind: 'receipt', status, externalIds: [sent.id] }])
    expect([externalId, ...(moreIds ?? [])]).toContain(sent.id)
  })

  it.each(['REJECTED', 'FAILED', 'ERROR', 'NOT_DELIVERED'])('%s is a failure', async (code) => {
    const { visitors, inbound } = await openChannel({ at: 'ch-77' })
    await visitors.status({ id: 'h-1' }, code, { error: { code: 10, message: 'outside of allowed window' } })
    expect(inbound.items).toMatchObject([
      { status: 'failed', code: 'WINDOW_CLOSED', reason: expect.stringContaining('window') },
    ])
  })

  it('under both ids, and none for what nobody knows', async () => {
    const { visitors, inbound } = await openChannel()
    await visitors.post({
      type: 'MESSAGE_STATUS',
      messageId: 'h-1',
      providerMessageId: 'd2FtaWQuQkJC',
      messageStatus: { code: 'READ' },
    })
    await visitors.status({ id: 'h-1' }, 'QUEUED')
    await visitors.post({ type: 'MESSAGE_STATUS', messageStatus: { code: 'READ' } })
    expect(inbound.items).toMatchObject([{ externalIds: ['h-1', 'wamid.BBB'] }])
  })

  it('of the connection are told', async () => {
    const { visitors, reports } = await openChannel()
    await visitors.post({ type: 'CONNECTION_STATUS', status: 'DISCONNECTED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'lost' })
    await visitors.post({ type: 'CONNECTION_STATUS', status: 'CONNECTED' })
    expect(reports.items.at(-1)).toMatchObject({ state: 'connected' })
  })
})

describe('what is left alone', () => {
  it.each<[string, (visitors: Awaited<ReturnType<typeof openChannel>>['visitors']) => Promise<unknown>]>([
    ['an echo', (visitors) => visitors.echo('5511911112222', 'Oi')],
    ['no contents', (visitors) => visitors.sends('5511911112222', null)],
    ['empty contents', (visitors) => visitors.sends('5511911112222', [])],
    [
      'another channel of the account',
      (visitors) => visitors.post({ type: 'MESSAGE', from: '1', to: 'ch-77', contents: [text('x')] }),
    ],
    [
      'a channel of somebody else',
      (visitors) => visitors.post({ type: 'MESSAGE', from: '1', to: 'zz', contents: [text('x')] }),
    ],
    [
      'a subscription of another',
      (visitors) => visitors.post({ type: 'MESSAGE', subscriptionId: 'ch-fb', from: '1', contents: [text('x')] }),
    ],
    ['a ping', (visitors) => visitors.post({ type: 'PING' })],
    ['a state of a subscription', (visitors) => visitors.post({ type: 'SUBSCRIPTION_STATUS' })],
  ])('%s', async (_, cause) => {
    const { visitors, inbound, hub } = await openChannel()
    await cause(visitors)
    expect(inbound.items).toEqual([])
    expect(hub.deliveries.items.at(-1)?.status).toBe(200)
  })

  it('the panel’s test button', async () => {
    const { hub, inbound } = await openChannel()
    expect(await hub.pressTestButton('ch-wa')).toBe(200)
    expect(inbound.items).toEqual([])
  })

  it('but not a message to the network’s own number', async () => {
    const { visitors, messages } = await openChannel()
    await visitors.sends('5511911112222', [text('Oi')], { more: { to: '551130000000' } })
    await visitors.post({ type: 'MESSAGE', subscriptionId: 'unknown', from: '5511911112222', contents: [text('Oi')] })
    expect(messages()).toHaveLength(2)
  })

  it('and a hook that could not be stored is no success', async () => {
    const { channel, acceptWith } = await openUnconnected()
    acceptWith(() => Promise.reject(new Error('the database is away')))
    const body = { type: 'MESSAGE', from: '5511911112222', to: 'ch-wa', contents: [text('Oi')] }
    await expect(channel.receiveHook?.(hookRequest({ body }))).rejects.toThrow('away')
  })
})

describe('files', () => {
  it('are opened where they lie', async () => {
    const { channel, ctx, hub } = await openChannel()
    const url = hub.addFile(Buffer.from('a picture'), 'image/jpeg')
    const file = await channel.fetchMedia?.(url, ctx.signal)
    expect(file?.mimeType).toBe('image/jpeg')
    expect(file && Buffer.from(await readAll(file.stream)).toString()).toBe('a picture')
    const gone = channel.fetchMedia?.(`${hub.url}/files/none`, ctx.signal)
    await expect(gone).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })

  it('that lie at Meta come through the hub', async () => {
    const { channel, ctx, hub } = await openChannel()
    const name = hub.addFile(Buffer.from('a picture'), 'image/jpeg').split('/').at(-1)
    const file = await channel.fetchMedia?.(`https://lookaside.fbsbx.com/whatsapp/${name}`, ctx.signal)
    expect(file && Buffer.from(await readAll(file.stream)).toString()).toBe('a picture')
  })

  it('that lie anywhere else are asked of the hub, which may answer with JSON', async () => {
    const { channel, ctx, hub } = await openChannel()
    const media = (path: string) => path === '/v1/channels/whatsapp/media'
    hub.fail(({ path }) => media(path), { json: { data: { base64: 'YQ==', mimeType: 'image/png' } } })
    const first = await channel.fetchMedia?.('https://cdn.example/a', ctx.signal)
    expect(first).toMatchObject({ size: 1, mimeType: 'image/png' })
    hub.fail(({ path }) => media(path), { json: { url: hub.addFile(Buffer.from('b'), 'image/png') } })
    const second = await channel.fetchMedia?.('https://cdn.example/b', ctx.signal)
    expect(second && (await readAll(second.stream)).byteLength).toBe(1)
    const missing = channel.fetchMedia?.('https://cdn.example/c', ctx.signal)
    await expect(missing).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })
})
