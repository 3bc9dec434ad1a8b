import { outboundMessage } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { type Channel, openChannel } from './channel.ts'

const jpeg = { fileName: 'foto.jpg', mimeType: 'image/jpeg' }

/** A channel with a customer who has just written. */
async function open(options: Parameters<typeof openChannel>[0] = {}) {
  const test = await openChannel(options)
  const rita = test.cloud.addPerson({ waId: '5511911112222', name: 'Rita' })
  test.cloud.userSays(rita, 'Oi')
  return { ...test, rita, last: () => test.cloud.sent.items.at(-1)?.json }
}
const stored = ({ media }: Channel, meta = jpeg, bytes = Buffer.from('bytes')) => media.save(bytes, meta)

describe('sending', () => {
  it('a text, to the number, with our id to come back', async () => {
    const { send, rita, cloud, last } = await open()
    const result = await send(rita, { type: 'text', text: 'Veja https://acme.example' })
    expect(result).toEqual({ externalId: cloud.sent.items[0]?.id })
    expect(last()).toMatchObject({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '5511911112222',
      type: 'text',
      text: { body: 'Veja https://acme.example', preview_url: true },
      biz_opaque_callback_data: expect.stringMatching(/^0{8}-/),
    })
    expect(last()).not.toHaveProperty('context')
  })

  it('to somebody who hides their phone', async () => {
    const { send, cloud, last } = await open()
    const rui = cloud.addPerson({ userId: 'BR.55001122', name: 'Rui' })
    cloud.userSays(rui, 'Oi')
    await send(rui, { type: 'text', text: 'Olá' })
    expect(last()).toMatchObject({ recipient: 'BR.55001122' })
    expect(last()).not.toHaveProperty('to')
  })

  it('an answer, where the answered message is Meta’s', async () => {
    const { send, rita, last } = await open()
    await send(rita, { type: 'text', text: 'Sim' }, { replyTo: { externalId: 'wamid.IN1', text: 'Tem?' } })
    expect(last()).toMatchObject({ context: { message_id: 'wamid.IN1' } })
    await send(rita, { type: 'text', text: 'Sim' }, { replyTo: { externalId: 'true_55@c.us_3EB0', text: 'Tem?' } })
    expect(last()).not.toHaveProperty('context')
  })

  it('to a group', async () => {
    const { channel, ctx, cloud, last } = await open()
    cloud.addPerson({ userId: 'Y2FwaV9n', lastInboundAt: ctx.clock.now() })
    const to = { kind: 'wa-group', value: 'Y2FwaV9n' }
    await channel.send(outboundMessage(to, { type: 'text', text: 'Oi' }, { isGroup: true }), ctx.signal)
    expect(last()).toMatchObject({ recipient_type: 'group', to: 'Y2FwaV9n' })
  })

  it('tells that the customer is known by another spelling of the number', async () => {
    const { send, cloud, inbound } = await open()
    const typed = { ...cloud.addPerson({ waId: '551188887777' }), waId: '5511988887777' }
    cloud.state.people.set('5511988887777', {
      ...typed,
      waId: '551188887777',
      userId: '5511988887777',
      lastInboundAt: Date.now() * 2,
    })
    await send(typed, { type: 'text', text: 'Oi' })
    expect(inbound.items).toMatchObject([
      { kind: 'contact', party: { addresses: [{ value: '551188887777' }, { value: '5511988887777' }] } },
    ])
  })

  it('refuses addresses of other channels', async () => {
    const { channel, ctx } = await open()
    const message = outboundMessage({ kind: 'lid', value: '777000111' }, { type: 'text', text: 'Oi' })
    await expect(channel.send(message, ctx.signal)).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
  })
})

describe('files', () => {
  it.each([
    ['image', 'foto.jpg', 'image/jpeg', { type: 'image', image: { caption: 'Olha' } }],
    ['video', 'v.mp4', 'video/mp4', { type: 'video', video: { caption: 'Olha' } }],
    [
      'document',
      'boleto.pdf',
      'application/pdf',
      { type: 'document', document: { caption: 'Olha', filename: 'boleto.pdf' } },
    ],
  ] as const)('%s with its caption', async (kind, fileName, mimeType, expected) => {
    const test = await open()
    const { id } = await stored(test, { fileName, mimeType })
    await test.send(test.rita, { type: 'media', kind, media: { id }, text: 'Olha' })
    expect(test.last()).toMatchObject(expected)
    const uploaded = [...test.cloud.state.media.values()].at(-1)
    expect(uploaded).toMatchObject({ mimeType, fileName })
    expect(Buffer.from(uploaded?.bytes ?? [])).toEqual(Buffer.from('bytes'))
  })

  it('a voice note is one only as ogg; parameters of the type are left out', async () => {
    const test = await open()
    const ogg = await stored(test, { fileName: 'v.ogg', mimeType: 'audio/ogg; codecs=opus' })
    await test.send(test.rita, { type: 'media', kind: 'voice', media: { id: ogg.id } })
    expect(test.last()).toMatchObject({ type: 'audio', audio: { voice: true } })
    const mp3 = await stored(test, { fileName: 'v.mp3', mimeType: 'audio/mpeg' })
    await test.send(test.rita, { type: 'media', kind: 'audio', media: { id: mp3.id } })
    expect(test.last()?.audio).not.toHaveProperty('voice')
  })

  it('a caption that does not fit follows as a text', async () => {
    const test = await open()
    const { id } = await stored(test)
    const result = await test.send(test.rita, { type: 'media', kind: 'image', media: { id }, text: 'x'.repeat(1500) })
    expect(test.cloud.sent.items.map(({ type, text }) => [type, text.length])).toEqual([
      ['image', 0],
      ['text', 1500],
    ])
    expect([result.externalId, ...(result.moreIds ?? [])]).toEqual(test.cloud.sent.items.map(({ id: one }) => one))
    expect(test.cloud.sent.items.map(({ json }) => 'biz_opaque_callback_data' in json)).toEqual([false, true])
  })

  it('what broke off half way goes on there', async () => {
    const test = await open()
    const { id } = await stored(test)
    const message = { id: '7b8d0a52-3c1e-4f7a-9a10-2f6d5c4b3a21' }
    const content = { type: 'media', kind: 'image', media: { id }, text: 'x'.repeat(1500) } as const
    test.cloud.fail(/\/messages$/, { hold: Promise.resolve() })
    const failing = test.cloud.sent.waitForCount(1).then(() => test.cloud.refuse(130429))
    await expect(test.send(test.rita, content, message)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await failing
    test.clock.advance(60_000)
    const result = await test.send(test.rita, content, { ...message, attempt: 2 })
    expect(test.cloud.sent.items.map(({ type }) => type)).toEqual(['image', 'text'])
    expect(result.moreIds).toHaveLength(1)
    expect([...test.store.entries.keys()].filter((key) => key.startsWith('partly'))).toEqual([])
  })

  it('a file that is gone, and one that Meta does not take', async () => {
    const test = await open()
    const gone = test.send(test.rita, { type: 'media', kind: 'image', media: { id: 'nothing' } })
    await expect(gone).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
    const { id } = await stored(test, { fileName: 'a.gif', mimeType: 'image/gif' })
    const refused = test.send(test.rita, { type: 'media', kind: 'image', media: { id } })
    await expect(refused).rejects.toMatchObject({ code: 'REJECTED', detail: expect.stringContaining('image/gif') })
  })

  it('an upload that nobody answered is tried again, since nothing came of it', async () => {
    const test = await open()
    const { id } = await stored(test)
    test.cloud.fail(/\/media$/, 'lose')
    const sending = test.send(test.rita, { type: 'media', kind: 'image', media: { id } })
    await expect(sending).rejects.toMatchObject({ code: 'TEMPORARY' })
  })
})

describe('the rest', () => {
  it('a place and people', async () => {
    const { send, rita, last } = await open()
    await send(rita, { type: 'location', latitude: 0, longitude: -51.06, name: 'Marco Zero' })
    expect(last()).toMatchObject({ type: 'location', location: { latitude: 0, longitude: -51.06, name: 'Marco Zero' } })
    await send(rita, {
      type: 'contact',
      contacts: [{ name: 'Bia', phones: ['+55 11 98888-7777'], emails: ['b@acme.example'] }],
    })
    expect(last()).toMatchObject({
      contacts: [
        {
          name: { formatted_name: 'Bia', first_name: 'Bia' },
          phones: [{ phone: '+55 11 98888-7777', wa_id: '5511988887777' }],
          emails: [{ email: 'b@acme.example' }],
        },
      ],
    })
  })

  it('reactions, read marks and typing', async () => {
    const newest = {
      id: 'm',
      seq: 1,
      externalId: 'wamid.IN7',
      fromMe: false,
      content: { type: 'text' as const, text: 'Oi' },
      at: 1,
      status: 'sent' as const,
      sender: null,
      replyTo: null,
      removed: false,
      edited: false,
    }
    const history = async () => ({
      messages: [newest, { ...newest, fromMe: true, externalId: 'wamid.OUT7' }],
      hasMore: false,
      ticket: null,
    })
    const { channel, ctx, cloud, last } = await open({ conversations: { history } })
    const chat = { kind: 'phone', value: '5511911112222' }
    const target = { id: 'm', externalId: 'wamid.IN7', chat, fromMe: false }
    await channel.react?.(target, '👍', ctx.signal)
    expect(last()).toMatchObject({ type: 'reaction', reaction: { message_id: 'wamid.IN7', emoji: '👍' } })
    await channel.react?.(target, null, ctx.signal)
    expect(last()).toMatchObject({ reaction: { emoji: '' } })
    await channel.markRead?.(chat, ['wamid.IN6', 'wamid.IN7', 'true_55@c.us_3EB0'], ctx.signal)
    await channel.typing?.(chat, true, ctx.signal)
    await channel.typing?.(chat, false, ctx.signal)
    expect(cloud.reads.items).toMatchObject([
      { status: 'read', message_id: 'wamid.IN7' },
      { status: 'read', message_id: 'wamid.IN7', typing_indicator: { type: 'text' } },
    ])
    expect(cloud.reads.items).toHaveLength(2)
    const other = channel.react?.({ ...target, externalId: 'true_55@c.us_3EB0' }, '👍', ctx.signal)
    await expect(other).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  })
})
