import { readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { type Channel, connected, RITA, TO_RITA } from './channel.ts'

const PHONE = `${RITA.phone}@s.whatsapp.net`
const AROUND = { EventType: 'messages', instanceName: 't1-c9', owner: '551130000000' }
const MESSAGE = {
  id: '551130000000:3EB0AA',
  messageid: '3EB0AA',
  chatid: PHONE,
  fromMe: false,
  isGroup: false,
  sender: '777000111:4@lid',
  sender_pn: PHONE,
  sender_lid: '777000111@lid',
  senderName: 'Rita',
  messageTimestamp: 1_760_000_400_123,
}

async function tell(body: unknown): Promise<Channel> {
  const opened = await connected('uazapi')
  await opened.gateway.tells(body)
  expect(opened.gateway.made.items.at(-1)?.status).toBe(200)
  return opened
}

describe('uazapi', () => {
  it('tells what was written on the phone under a LID, with the phone beside it', async () => {
    const written = { ...MESSAGE, fromMe: true, chatid: '777000111@lid', sender: '', sender_pn: '', sender_lid: '' }
    const { messages } = await tell({
      ...AROUND,
      chat: { wa_chatid: PHONE, wa_chatlid: '777000111@lid', wa_name: 'Rita' },
      message: { ...written, messageType: 'Conversation', content: 'Oi', text: 'Oi' },
    })
    expect(messages()).toMatchObject([
      { direction: 'out', chat: { addresses: [TO_RITA, { kind: 'lid', value: '777000111' }] } },
    ])
  })

  it('tells a tap of somebody with a LID', async () => {
    const { messages } = await tell({
      ...AROUND,
      message: {
        ...MESSAGE,
        messageType: 'ButtonsResponseMessage',
        type: 'media',
        mediaType: 'buttons_response',
        text: '',
        content: { selectedDisplayText: 'Sim' },
        vote: 'Sim',
        quoted: '3EB0OUT',
        buttonOrListid: 'yes',
        edited: '',
        reaction: '',
        wasSentByApi: false,
        track_id: '',
      },
    })
    expect(messages()).toEqual([
      {
        kind: 'message',
        externalId: '3EB0AA',
        direction: 'in',
        chat: {
          addresses: [TO_RITA, { kind: 'lid', value: '777000111' }],
          name: 'Rita',
          avatarRef: `picture:phone:${RITA.phone}`,
        },
        content: { type: 'choice', id: 'yes', text: 'Sim' },
        at: 1_760_000_400_123,
        replyTo: '3EB0OUT',
      },
    ])
  })

  it.each([
    [
      'a text whose content is just a text',
      { messageType: 'Conversation', content: 'Oi', text: 'Oi' },
      { type: 'text', text: 'Oi' },
    ],
    [
      'a content handed over as JSON text',
      { messageType: 'ExtendedTextMessage', content: '{"text":"Oi"}' },
      { type: 'text', text: 'Oi' },
    ],
    ['a text without a type', { text: 'Oi' }, { type: 'text', text: 'Oi' }],
    [
      'a voice note in Go’s spelling',
      {
        messageType: 'AudioMessage',
        content: {
          PTT: true,
          seconds: 1,
          fileLength: '4412',
          mimetype: 'audio/ogg; codecs=opus',
          URL: 'https://mmg.whatsapp.net/x.enc',
        },
      },
      {
        type: 'media',
        kind: 'voice',
        media: { ref: 'message:3EB0AA', mimeType: 'audio/ogg; codecs=opus', size: 4412, durationSeconds: 1 },
      },
    ],
    [
      'a flow whose answer is broken JSON',
      {
        messageType: 'InteractiveResponseMessage',
        content: { body: { text: 'Enviado' }, nativeFlowResponseMessage: { name: 'flow', paramsJSON: '{"a":' } },
      },
      { type: 'choice', id: 'flow', text: 'Enviado' },
    ],
    [
      'a flow that was filled in',
      {
        messageType: 'InteractiveResponseMessage',
        content: { nativeFlowResponseMessage: { paramsJSON: '{"flow_token":"x","nome":"Rita","itens":[1,2]}' } },
      },
      {
        type: 'form',
        fields: [
          { label: 'nome', value: 'Rita' },
          { label: 'itens', value: '[1,2]' },
        ],
      },
    ],
    [
      'an order',
      {
        messageType: 'OrderMessage',
        content: { orderTitle: 'Loja', itemCount: 2, totalAmount1000: '19990', totalCurrencyCode: 'BRL' },
      },
      {
        type: 'form',
        title: 'Loja',
        fields: [
          { label: 'Items', value: '2' },
          { label: 'Total', value: 'BRL 19.99' },
        ],
      },
    ],
    [
      'a location without coordinates',
      { messageType: 'LocationMessage', content: { name: 'x' } },
      { type: 'unsupported', what: 'a location without coordinates' },
    ],
    [
      'a vote that says for what',
      { messageType: 'PollUpdateMessage', content: {}, vote: 'Sol', quoted: 'P1' },
      { type: 'choice', id: 'Sol', text: 'Sol' },
    ],
    [
      'something new',
      { messageType: 'HologramMessage', content: { x: 1 } },
      { type: 'unsupported', what: 'a message of the type “hologram”' },
    ],
  ])('tells %s', async (_, more, content) => {
    const { messages } = await tell({ ...AROUND, message: { ...MESSAGE, ...more } })
    expect(messages().map((message) => message.content)).toEqual([content])
  })

  it.each([
    ['a status', { chatid: 'status@broadcast' }],
    ['a newsletter', { chatid: '123@newsletter' }],
    ['a message without an id', { id: '', messageid: '' }],
    ['an empty text', { messageType: 'Conversation', text: ' ', content: '' }],
    ['nothing', null],
  ])('tells %s, which is nobody’s conversation', async (_, more) => {
    const { inbound } = await tell({
      ...AROUND,
      message: more && { ...MESSAGE, messageType: 'Conversation', text: 'Oi', ...more },
    })
    expect(inbound.items).toEqual([])
  })

  it('tells states in any of its shapes, and never what we read ourselves', async () => {
    const opened = await connected('uazapi')
    const update = (more: object) => opened.gateway.tells({ EventType: 'messages_update', owner: '55', ...more })
    await update({
      state: 'Delivered',
      type: 'ReadReceipt',
      event: { MessageIDs: ['A'], Timestamp: '1785820620', IsFromMe: 'False' },
    })
    await update({ messageid: 'B', status: 'Read', messageTimestamp: 1_706_198_400_000 })
    await update({ event: { id: '551130000000:C', status: 'Failed', error: 'nobody there' } })
    await update({ state: 'Read', event: { MessageIDs: ['D'], IsFromMe: 'True' } })
    await update({ state: 'ReadSelf', event: { MessageIDs: ['E'] } })
    await update({ state: 'Pending', event: { MessageIDs: ['F'] } })
    await update({ state: 'Read', event: { MessageIDs: null } })
    expect(opened.of('receipt')).toMatchObject([
      { status: 'delivered', externalIds: ['A'], at: 1_785_820_620_000 },
      { status: 'read', externalIds: ['B'] },
      { status: 'failed', externalIds: ['C'], reason: 'nobody there' },
    ])
  })
})

describe('files of uazapi', () => {
  const photo = { what: 'file', kind: 'image', bytes: Buffer.from('a photo'), mimeType: 'image/jpeg' } as const

  it('come as bytes when their link leads to another server', async () => {
    const { channel, ctx, gateway } = await connected('uazapi')
    const id = await gateway.happens(RITA, photo)
    gateway.fail('/message/download', { json: { fileURL: 'https://storage.example/x.jpg', mimetype: 'image/jpeg' } })
    const file = await channel.fetchMedia?.(`message:${id}`, ctx.signal)
    expect(Buffer.from(await readAll(file?.stream as Parameters<typeof readAll>[0])).toString()).toBe('a photo')
  })

  it('are gone when the gateway has them no more', async () => {
    const { channel, ctx, gateway } = await connected('uazapi')
    await expect(channel.fetchMedia?.('message:3EB0GONE', ctx.signal)).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
    gateway.fail('/message/download', { json: { fileURL: '/files/none', mimetype: 'image/jpeg' } })
    await expect(channel.fetchMedia?.('message:3EB0GONE', ctx.signal)).rejects.toMatchObject({
      code: 'MEDIA_REJECTED',
      detail: 'The file is no longer there.',
    })
  })
})
