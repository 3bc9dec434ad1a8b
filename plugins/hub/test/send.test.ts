import type { Content, TemplateDraft } from '@recado/sdk'
import { closedAddress, outboundMessage, type StandInFailure } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { JOAO, openChannel, PHONE } from './channel.ts'

const text: Content = { type: 'text', text: 'Bom dia' }
const isSend = ({ path }: { path: string }) => path.endsWith('/messages')

describe('sending', () => {
  it('a text, with both ids', async () => {
    const { send, hub } = await openChannel()
    const result = await send(text)
    const [sent] = hub.sent.items
    expect(sent).toMatchObject({
      kind: 'whatsapp',
      from: 'ch-wa',
      to: '5511911112222',
      content: { type: 'text', text: 'Bom dia' },
    })
    expect(result).toEqual({ externalId: sent?.providerMessageId, moreIds: [sent?.id] })
  })

  it.each([0, 1, 2] as const)(
    'quotes and reactions name the message as the hub does, wrapped %i times',
    async (wrapped) => {
      const { send, visitors, hub, channel, ctx } = await openChannel()
      const id = await visitors.says('5511911112222', 'Oi', { wrapped })
      const told = Array.from({ length: wrapped }).reduce<string>((inner) => Buffer.from(inner).toString('base64'), id)
      const target = { id: 'm', externalId: id, chat: PHONE, fromMe: false }
      await channel.react?.(target, '👍', ctx.signal)
      await channel.react?.(target, null, ctx.signal)
      await send({ type: 'text', text: 'Olá' }, { replyTo: { externalId: id, text: 'Oi' } })
      const [up, off, answer] = hub.sent.items
      expect(up?.content).toEqual({ type: 'reaction', reaction: { message_id: told, emoji: '👍' } })
      expect(off?.content).toEqual({ type: 'reaction', reaction: { message_id: told, emoji: '' } })
      expect(answer?.answers).toBe(told)
    },
  )

  it('reactions are refused where the network or the hub has none', async () => {
    const { channel, ctx } = await openChannel({ settings: { kind: 'telegram' } })
    const target = { id: 'm', externalId: 'm-1', chat: PHONE, fromMe: false }
    await expect(channel.react?.(target, '👍', ctx.signal)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })

  it('a long text in pieces that the network takes', async () => {
    const { send, hub } = await openChannel({ at: 'ch-77' })
    const { moreIds } = await send({ type: 'text', text: 'ação '.repeat(250) })
    const pieces = hub.sent.items.map(({ content }) => String(content.text))
    expect(pieces.length).toBe(2)
    expect(pieces.every((piece) => Buffer.byteLength(piece) <= 1000)).toBe(true)
    expect(pieces.join(' ')).toBe('ação '.repeat(250).trim())
    expect(moreIds).toHaveLength(3)
  })

  it('goes on where it broke off', async () => {
    const { channel, hub, ctx } = await openChannel({ at: 'ch-77' })
    const out = outboundMessage(JOAO, { type: 'text', text: 'a'.repeat(1500) })
    let sends = 0
    hub.fail((request) => isSend(request) && ++sends === 2, { status: 503 })
    await expect(channel.send(out, ctx.signal)).rejects.toMatchObject({ code: 'TEMPORARY' })
    await channel.send({ ...out, attempt: 2 }, ctx.signal)
    expect(hub.sent.items.map(({ content }) => String(content.text).length)).toEqual([1000, 500])
  })

  it.each([
    ['image', 'image/png', { fileMimeType: 'image', fileCaption: 'Olha' }],
    ['document', 'application/pdf', { fileMimeType: 'document', fileName: 'a.bin', fileCaption: 'Olha' }],
    ['voice', 'audio/ogg', { fileMimeType: 'audio', voice: true }],
    ['sticker', 'image/webp', { fileMimeType: 'sticker' }],
  ] as const)('a file as %s by its signed address', async (kind, mimeType, expected) => {
    const { send, hub, media } = await openChannel()
    const { id } = await media.save(Buffer.from('x'), { mimeType, fileName: 'a.bin' })
    await send({ type: 'media', kind, media: { id }, text: 'Olha' })
    const [file, caption] = hub.sent.items.map(({ content }) => content)
    expect(file).toMatchObject({ type: 'file', fileUrl: `https://recado.invalid/media/${id}`, ...expected })
    if (!file?.fileCaption) expect(caption).toEqual({ type: 'text', text: 'Olha' })
  })

  it('places, people, buttons, lists', async () => {
    const { send, hub } = await openChannel()
    await send({ type: 'location', latitude: 0, longitude: 0, name: 'Loja' })
    await send({ type: 'contact', contacts: [{ name: 'Bia', phones: ['+55 11 9'] }] })
    await send({ type: 'buttons', text: 'Sim?', buttons: [{ id: 'y', label: 'Sim' }] })
    await send({ type: 'buttons', text: 'Veja', buttons: [{ id: 'u', label: 'Abrir', url: 'https://x.example' }] })
    await send({ type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [{ id: 'a', label: 'A' }] }] })
    expect(hub.sent.items.map(({ content }) => content)).toMatchObject([
      { type: 'location', latitude: 0, longitude: 0, name: 'Loja' },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 9' }] }] },
      {
        type: 'interactive',
        interactive: { type: 'button', action: { buttons: [{ reply: { id: 'y', title: 'Sim' } }] } },
      },
      { type: 'interactive', interactive: { type: 'cta_url', action: { parameters: { url: 'https://x.example' } } } },
      {
        type: 'interactive',
        interactive: { type: 'list', action: { sections: [{ rows: [{ id: 'a', title: 'A' }] }] } },
      },
    ])
  })

  it('buttons of Instagram as Meta’s template', async () => {
    const { send, hub } = await openChannel({ at: 'ch-77' })
    await send({ type: 'buttons', text: 'Sim?', buttons: [{ id: 'y', label: 'Sim' }] })
    expect(hub.sent.items[0]?.content).toMatchObject({
      type: 'template',
      template: { template_type: 'button', buttons: [{ type: 'postback', title: 'Sim', payload: 'y' }] },
    })
  })

  it.each<[string, Content]>([
    ['ch-77', { type: 'list', text: 'x', open: 'x', sections: [{ rows: [{ id: 'a', label: 'A' }] }] }],
    ['ch-77', { type: 'location', latitude: 0, longitude: 0 }],
    ['ch-77', { type: 'template', name: 'hello', language: 'pt_BR', variables: {} }],
    ['ch-web', { type: 'buttons', text: 'x', buttons: [{ id: 'y', label: 'Sim' }] }],
    ['ch-wa', { type: 'carousel', cards: [{ title: 'x', buttons: [] }] }],
  ])('%s refuses what its network cannot', async (at, content) => {
    const { send, hub } = await openChannel({ at })
    await expect(send(content)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      detail: expect.stringContaining(content.type),
    })
    expect(hub.sent.items).toEqual([])
  })

  it('files that are too large or of no use there', async () => {
    const { send, media } = await openChannel({ at: 'ch-77' })
    const large = await media.save(new Uint8Array(9 * 1024 * 1024), { mimeType: 'image/png' })
    const image: Content = { type: 'media', kind: 'image', media: { id: large.id } }
    await expect(send(image)).rejects.toMatchObject({ code: 'MEDIA_REJECTED', detail: expect.stringContaining('8 MB') })
    const document: Content = { type: 'media', kind: 'document', media: { id: large.id } }
    await expect(send(document)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })

  it('nobody of another channel', async () => {
    const { channel, ctx } = await openChannel()
    await expect(channel.send(outboundMessage(JOAO, text), ctx.signal)).rejects.toMatchObject({
      code: 'RECIPIENT_INVALID',
    })
  })
})

describe('answers to comments', () => {
  const comment = { externalId: 'm-1', reply: 'public' as const }

  it('are public texts below the comment', async () => {
    const { send, hub } = await openChannel({ at: 'ch-77' })
    await send({ type: 'text', text: 'R$ 10' }, { comment })
    expect(hub.sent.items[0]).toMatchObject({
      to: '9001',
      content: { type: 'reply_text', messsageId: 'm-1', text: 'R$ 10' },
    })
  })

  it('are nothing else', async () => {
    const { send } = await openChannel({ at: 'ch-77' })
    const refused = (content: Content, more: object = comment) =>
      expect(send(content, { comment: { ...comment, ...more } })).rejects
    await refused({ type: 'text', text: ' ' }).toMatchObject({
      code: 'REJECTED',
      detail: 'The reply to a comment cannot be empty.',
    })
    await refused({ type: 'location', latitude: 0, longitude: 0 }).toMatchObject({ code: 'UNSUPPORTED' })
    await refused(text, { reply: 'private' }).toMatchObject({ code: 'UNSUPPORTED' })
  })
})

describe('answers of the hub', () => {
  it.each<[string, unknown, string[]]>([
    ['an id', { id: 'h-1' }, ['h-1']],
    ['a message id', { messageId: 'h-1' }, ['h-1']],
    ['data', { data: { id: 'h-1', messageStatus: { code: 'SENT' } } }, ['h-1']],
    ['a list', [{ id: 'h-1', providerMessageId: 'd2FtaWQuQkJC' }], ['wamid.BBB', 'h-1']],
    ['a list in data', { data: [{ messageId: 'h-1', providerMessageId: 'ZDJGdGFXUXVRa0pD' }] }, ['wamid.BBB', 'h-1']],
    ['an empty error', { id: 'h-1', error: null }, ['h-1']],
  ])('with %s', async (_, answer, ids) => {
    const { send, hub } = await openChannel()
    hub.answerNext(answer)
    const { externalId, moreIds = [] } = await send(text)
    expect([externalId, ...moreIds]).toEqual(ids)
  })

  const window = {
    data: [
      { messageId: 'h-9', messageStatus: { code: 'ERROR', error: { code: 10, message: 'outside of allowed window' } } },
    ],
  }
  it.each<[string, unknown, string]>([
    ['a closed window', window, 'WINDOW_CLOSED'],
    ['an error as text', { error: 'Invalid recipient' }, 'RECIPIENT_INVALID'],
    ['an error with a code', { error: { code: 131026, message: 'Undeliverable' } }, 'RECIPIENT_INVALID'],
    ['a rejection', { id: 'h-1', messageStatus: { code: 'REJECTED', description: 'policy' } }, 'REJECTED'],
  ])('200 with %s is a refusal', async (_, answer, code) => {
    const { send, hub } = await openChannel()
    hub.answerNext(answer)
    await expect(send(text)).rejects.toMatchObject({ code })
    expect(hub.sent.items).toEqual([])
  })

  it('200 without any id leaves it open', async () => {
    const { send, hub } = await openChannel()
    hub.answerNext({})
    await expect(send(text)).rejects.toMatchObject({ code: 'AMBIGUOUS' })
  })

  it.each<[StandInFailure, string]>([
    [{ status: 400, json: { error: { message: 'Invalid parameter' } } }, 'REJECTED'],
    [{ status: 422, json: { message: 'contents is required' } }, 'REJECTED'],
    [{ status: 400, json: { error: { code: 131047, message: 'Re-engagement message' } } }, 'WINDOW_CLOSED'],
    [{ status: 401, json: {} }, 'AUTH_EXPIRED'],
    [{ status: 403, json: {} }, 'AUTH_EXPIRED'],
    [{ status: 404, json: {} }, 'MISCONFIGURED'],
    [{ status: 413, body: '' }, 'MEDIA_REJECTED'],
    [{ status: 500, json: {} }, 'TEMPORARY'],
    [{ status: 504, body: '' }, 'AMBIGUOUS'],
    [{ status: 200, body: '<html>' }, 'AMBIGUOUS'],
    ['lose', 'AMBIGUOUS'],
  ])('%j', async (failure, code) => {
    const { send, hub } = await openChannel()
    hub.fail(isSend, failure)
    await expect(send(text)).rejects.toMatchObject({ name: 'PluginError', code })
  })

  it('429 says how long to wait', async () => {
    const { send, hub } = await openChannel()
    hub.fail(isSend, { status: 429, headers: { 'retry-after': '7' }, json: {} })
    await expect(send(text)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 7000 })
  })

  it('nobody there is a matter of time', async () => {
    const { send } = await openChannel().then(async ({ store }) => {
      const { openUnconnected } = await import('./channel.ts')
      return openUnconnected({ store, endpoints: { api: await closedAddress() } })
    })
    await expect(send(text)).rejects.toMatchObject({ code: 'TEMPORARY' })
  })

  it('the token stands in no error and no log', async () => {
    const { send, hub, logs } = await openChannel()
    hub.fail(isSend, { status: 500, body: '<html>' })
    const error = await send(text).catch((failure: unknown) => failure)
    const { inspect } = await import('node:util')
    expect(inspect([error, logs.items], { depth: 20 })).not.toContain(hub.token)
  })
})

describe('templates', () => {
  const draft: TemplateDraft = {
    name: 'promo',
    language: 'pt_BR',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'Olá {{1}}' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'COPY_CODE', text: 'Copiar' },
          { type: 'URL', text: 'Ver', url: 'https://x.example/{{1}}' },
        ],
      },
    ],
  }

  it('are made, listed, sent and deleted', async () => {
    const { channel, ctx, hub, send } = await openChannel()
    const made = await channel.createTemplate?.(draft, ctx.signal)
    expect(made).toMatchObject({ id: expect.stringMatching(/^t-/), status: 'PENDING' })
    const [listed] = (await channel.syncTemplates?.(ctx.signal)) ?? []
    expect(listed).toMatchObject({ id: made?.id, name: 'promo', language: 'pt_BR', category: 'MARKETING' })
    const variables = { 'body.2': 'segundo', 'body.1': 'Rita', 'button.0': 'DEZ', 'button.1': 'abc' }
    await send({ type: 'template', name: 'promo', language: 'pt_BR', variables })
    expect(hub.sent.items[0]?.content).toEqual({
      type: 'template',
      template: {
        name: 'promo',
        language: { code: 'pt_BR' },
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Rita' },
              { type: 'text', text: 'segundo' },
            ],
          },
          {
            type: 'button',
            index: '0',
            sub_type: 'copy_code',
            parameters: [{ type: 'coupon_code', coupon_code: 'DEZ' }],
          },
          { type: 'button', index: '1', sub_type: 'url', parameters: [{ type: 'text', text: 'abc' }] },
        ],
      },
    })
    if (listed) await channel.removeTemplate?.(listed, ctx.signal)
    if (listed) await channel.removeTemplate?.(listed, ctx.signal)
    expect(await channel.syncTemplates?.(ctx.signal)).toEqual([])
  })

  it('take names and a picture', async () => {
    const { send, hub, media } = await openChannel()
    const { id } = await media.save(Buffer.from('x'), { mimeType: 'image/png' })
    await send({ type: 'template', name: 'x', language: 'pt_BR', variables: { 'body.nome': 'Rita' }, header: { id } })
    expect(hub.sent.items[0]?.content.template).toMatchObject({
      components: [
        { type: 'header', parameters: [{ type: 'image', image: { link: `https://recado.invalid/media/${id}` } }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Rita', parameter_name: 'nome' }] },
      ],
    })
  })

  it('go to people who never wrote', async () => {
    const { channel, ctx, hub } = await openChannel()
    const content: Content = { type: 'template', name: 'hello', language: 'pt_BR', variables: {} }
    await channel.send(outboundMessage(PHONE, content), ctx.signal)
    expect(hub.sent.items).toHaveLength(1)
  })

  it('exist for WhatsApp alone, and cannot be changed', async () => {
    const { channel, ctx } = await openChannel({ at: 'ch-77' })
    expect(await channel.syncTemplates?.(ctx.signal)).toEqual([])
    await expect(channel.createTemplate?.(draft, ctx.signal)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
    const template = { ...draft, id: '1', status: 'APPROVED' }
    await expect(channel.editTemplate?.(template, draft, ctx.signal)).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})
