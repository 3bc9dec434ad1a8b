import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'
import type { Json } from './stand-in.ts'

const open = async () => {
  const test = await openChannel()
  const rita = test.cloud.addPerson({ waId: '5511911112222', name: 'Rita' })
  const take = async (message: Json & { type: string }, value: Json = {}) => {
    await test.receive(test.cloud.userSends(rita, message, value))
    return test.messages().at(-1)
  }
  return { ...test, rita, take }
}

describe('what customers send', () => {
  it.each<[string, Json & { type: string }, object]>([
    ['a text', { type: 'text', text: { body: 'Olá 👋' } }, { type: 'text', text: 'Olá 👋' }],
    [
      'a picture',
      {
        type: 'image',
        image: { id: '77', mime_type: 'image/jpeg', caption: 'Olha', url: 'https://lookaside.example/x' },
      },
      { type: 'media', kind: 'image', media: { ref: '77', mimeType: 'image/jpeg' }, text: 'Olha' },
    ],
    [
      'a video',
      { type: 'video', video: { id: '78', mime_type: 'video/mp4' } },
      { type: 'media', kind: 'video', media: { ref: '78', mimeType: 'video/mp4' } },
    ],
    [
      'music',
      { type: 'audio', audio: { id: '79', mime_type: 'audio/mpeg', voice: false } },
      { type: 'media', kind: 'audio', media: { ref: '79', mimeType: 'audio/mpeg' } },
    ],
    [
      'a voice note',
      { type: 'audio', audio: { id: '80', mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { type: 'media', kind: 'voice', media: { ref: '80', mimeType: 'audio/ogg; codecs=opus' } },
    ],
    [
      'a voice note of old',
      { type: 'voice', voice: { id: '81' } },
      { type: 'media', kind: 'voice', media: { ref: '81' } },
    ],
    [
      'a document without a name',
      { type: 'document', document: { id: '82', mime_type: 'application/pdf' } },
      { type: 'media', kind: 'document', media: { ref: '82', mimeType: 'application/pdf', fileName: 'document.pdf' } },
    ],
    [
      'a sticker',
      { type: 'sticker', sticker: { id: '83', mime_type: 'image/webp', animated: true } },
      { type: 'media', kind: 'sticker', media: { ref: '83', mimeType: 'image/webp' } },
    ],
    [
      'a position on the equator',
      { type: 'location', location: { latitude: 0, longitude: '-51.06', name: 'Marco Zero' } },
      { type: 'location', latitude: 0, longitude: -51.06, name: 'Marco Zero' },
    ],
    [
      'two cards',
      {
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Bia Luz' }, phones: [{ phone: '+55 11 98888-7777', wa_id: '5511988887777' }] },
          { name: null, org: { company: 'Acme' }, emails: [{ email: 'a@acme.example' }], phones: null },
        ],
      },
      {
        type: 'contact',
        contacts: [
          { name: 'Bia Luz', phones: ['+55 11 98888-7777'] },
          { name: 'Acme', phones: [], emails: ['a@acme.example'] },
        ],
      },
    ],
    [
      'a tap below a template',
      { type: 'button', button: { payload: 'yes-1', text: 'Sim' } },
      { type: 'choice', id: 'yes-1', text: 'Sim' },
    ],
    [
      'a tap on a button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Boleto' } } },
      { type: 'choice', id: 'b1', text: 'Boleto' },
    ],
    [
      'a filled-in flow',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: {
            name: 'flow',
            body: 'Sent',
            response_json: '{"flow_token":"t","full_name":"Rita","age":30,"ok":true}',
          },
        },
      },
      {
        type: 'form',
        title: 'Sent',
        fields: [
          { label: 'full name', value: 'Rita' },
          { label: 'age', value: '30' },
          { label: 'ok', value: 'true' },
        ],
      },
    ],
    [
      'a flow whose answers are no JSON',
      { type: 'interactive', interactive: { nfm_reply: { response_json: '{half' } } },
      { type: 'form', fields: [{ label: 'Answer', value: '{half' }] },
    ],
    [
      'a permission to call',
      {
        type: 'interactive',
        interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
      },
      { type: 'choice', id: 'call_permission:accept', text: 'Allowed calls' },
    ],
    [
      'an order',
      {
        type: 'order',
        order: {
          catalog_id: 'c1',
          text: 'Sem açúcar',
          product_items: [{ product_retailer_id: 'bolo', quantity: '2', item_price: 10.5, currency: 'BRL' }],
        },
      },
      {
        type: 'form',
        title: 'Order',
        fields: [
          { label: 'bolo', value: '2 × 10.5 BRL' },
          { label: 'Note', value: 'Sem açúcar' },
          { label: 'Catalogue', value: 'c1' },
        ],
      },
    ],
    [
      'what Meta does not show',
      { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll' } },
      { type: 'unsupported', what: 'a poll' },
    ],
    [
      'the first message of some ads',
      { type: 'unsupported' },
      { type: 'unsupported', what: 'a message that the official API does not show' },
    ],
    ['a kind of the future', { type: 'hologram_v2' }, { type: 'unsupported', what: 'a message of type “hologram v2”' }],
    [
      'an interactive answer without its content',
      { type: 'interactive' },
      { type: 'unsupported', what: 'an interactive message' },
    ],
    ['a picture without an id', { type: 'image', image: null }, { type: 'unsupported', what: 'an image' }],
    [
      'a position out of this world',
      { type: 'location', location: { latitude: 91, longitude: 0 } },
      { type: 'unsupported', what: 'a location' },
    ],
  ])('%s', async (_, message, content) => {
    const { take } = await open()
    expect(await take(message)).toMatchObject({ direction: 'in', content })
    expect((await take(message))?.content).toEqual(content)
  })

  it('carries writer, time, answer and forwarding', async () => {
    const { take, clock } = await open()
    const message = await take({ type: 'text', text: { body: 'Oi' }, context: { id: 'wamid.OUT1', forwarded: true } })
    expect(message).toMatchObject({
      kind: 'message',
      chat: { addresses: [{ kind: 'phone', value: '5511911112222' }], name: 'Rita' },
      at: Math.floor(clock.now() / 1000) * 1000,
      replyTo: 'wamid.OUT1',
      forwarded: true,
    })
    const forwarded = await take({ type: 'text', text: { body: 'Oi' }, context: { frequently_forwarded: true } })
    expect(forwarded).toMatchObject({ forwarded: true })
    expect(forwarded).not.toHaveProperty('replyTo')
  })

  it('tells what made them write', async () => {
    const { take } = await open()
    const referral = {
      source_type: 'ad',
      source_id: '120',
      source_url: 'https://fb.me/x',
      headline: 'Planos',
      body: 'A partir de',
      ctwa_clid: 'c',
    }
    expect(await take({ type: 'text', text: { body: 'Oi' }, referral })).toMatchObject({
      origin: { type: 'ad', id: '120', url: 'https://fb.me/x', title: 'Planos', text: 'A partir de' },
    })
    const context = { referred_product: { catalog_id: 'c1', product_retailer_id: 'bolo' } }
    expect(await take({ type: 'text', text: { body: 'Tem?' }, context })).toMatchObject({
      origin: { type: 'product', id: 'bolo' },
    })
  })

  it('is a message of a group where it was written in one', async () => {
    const { take } = await open()
    expect(await take({ type: 'text', text: { body: 'Oi' }, group_id: 'Y2FwaV9n' })).toMatchObject({
      isGroup: true,
      chat: { addresses: [{ kind: 'wa-group', value: 'Y2FwaV9n' }] },
      sender: { addresses: [{ kind: 'phone', value: '5511911112222' }], name: 'Rita' },
    })
  })
})
