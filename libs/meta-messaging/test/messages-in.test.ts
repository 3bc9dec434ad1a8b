import { hookRequest, TEST_NOW } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel } from './channel.ts'

const WHERE = 'https://scontent.xx.fbcdn.net/v/a.jpg?oh=1'

const open = (type: 'facebook' | 'instagram' = 'facebook') => openChannel(type)

describe('attachments', () => {
  it.each([
    ['image', { url: WHERE }, { type: 'media', kind: 'image', media: { ref: WHERE } }],
    ['video', { url: WHERE }, { type: 'media', kind: 'video', media: { ref: WHERE } }],
    ['audio', { url: WHERE }, { type: 'media', kind: 'audio', media: { ref: WHERE } }],
    [
      'file',
      { url: 'https://cdn.fbsbx.com/v/boleto%20maio.pdf?x=1' },
      { type: 'media', kind: 'document', media: { fileName: 'boleto maio.pdf' } },
    ],
    ['image', { url: WHERE, sticker_id: 369239263222822 }, { type: 'text', text: '👍' }],
    ['image', { url: WHERE, sticker_id: '1456789012345678901' }, { type: 'media', kind: 'sticker' }],
    ['location', { coordinates: { lat: 0, long: 0 } }, { type: 'location', latitude: 0, longitude: 0 }],
    ['location', { coordinates: { lat: '-23.5', long: '-46.6' } }, { type: 'location', latitude: -23.5 }],
    ['location', { coordinates: null }, { type: 'unsupported', what: 'a location' }],
    ['fallback', { title: 'Loja', url: 'https://loja.example' }, { type: 'text', text: 'Loja\nhttps://loja.example' }],
    ['story_mention', { url: WHERE }, { type: 'media', kind: 'image' }],
    ['ig_reel', { url: WHERE, title: 'Pão', reel_video_id: 17 }, { type: 'media', kind: 'video', text: 'Pão' }],
    ['reel', { url: 'https://www.facebook.com/reel/1' }, { type: 'text', text: 'https://www.facebook.com/reel/1' }],
    ['share', { url: WHERE }, { type: 'media', kind: 'image' }],
    ['share', { url: 'https://www.instagram.com/p/1' }, { type: 'text', text: 'https://www.instagram.com/p/1' }],
    ['ephemeral', {}, { type: 'unsupported', what: 'a disappearing photo or video' }],
    ['ephemeral', { url: WHERE }, { type: 'media', kind: 'image' }],
    ['like_heart', undefined, { type: 'text', text: '❤️' }],
    ['template', { template_type: 'button', text: 'Escolha', buttons: [{ title: 'Sim' }] }, { text: 'Escolha\n• Sim' }],
    ['product', { product: { elements: [{ id: 1, title: 'Bolo', subtitle: 'R$ 20' }] } }, { text: 'Bolo\nR$ 20' }],
    ['image', { url: '/relative.jpg' }, { type: 'unsupported', what: 'an image' }],
    ['image', { url: 'not an address' }, { type: 'unsupported', what: 'an image' }],
    ['image', null, { type: 'unsupported', what: 'an image' }],
    ['hologram', { url: '' }, { type: 'unsupported', what: 'a message of the type “hologram”' }],
  ])('%s %o', async (type, payload, content) => {
    const { bia, events } = await open()
    const mid = await bia.sends([{ type, payload }])
    expect(events('message')).toMatchObject([{ externalId: mid, direction: 'in', content }])
  })

  it('become messages of one album, the text on the first; deleting takes all', async () => {
    const { bia, events } = await open()
    const picture = { type: 'image', payload: { url: WHERE } }
    const mid = await bia.sends([picture, picture, picture], { text: 'olha' })
    expect(events('message')).toMatchObject([
      { externalId: mid, album: mid, content: { text: 'olha' } },
      { externalId: `${mid}#1`, album: mid },
      { externalId: `${mid}#2`, album: mid },
    ])
    await bia.deletes(mid)
    expect(events('removal').map(({ externalId }) => externalId)).toEqual([mid, `${mid}#1`, `${mid}#2`])
  })

  it('say a link once that the text has already', async () => {
    const { bia, events } = await open()
    const url = 'https://loja.example/1'
    await bia.sends([{ type: 'fallback', payload: { title: 'Loja', url } }], { text: `veja ${url}` })
    expect(events('message')).toMatchObject([{ content: { type: 'text', text: `veja ${url}\nLoja` } }])
  })
})

describe('what made somebody write', () => {
  it.each([
    [
      { reply_to: { story: { id: 17900, url: 'https://cdn.example/s.jpg' } } },
      { type: 'story-reply', id: '17900', url: 'https://cdn.example/s.jpg' },
    ],
    [{ reply_to: { story: {} } }, { type: 'story-reply' }],
    [
      { referral: { source: 'ADS', type: 'OPEN_THREAD', ad_id: '6045', ads_context_data: { ad_title: 'Bolos' } } },
      { type: 'ad', id: '6045', title: 'Bolos' },
    ],
    [{ referral: { source: 'SHORTLINK', ref: 'panfleto' } }, { type: 'link', id: 'panfleto' }],
    [{ referral: { product: { id: '77' } } }, { type: 'product', id: '77' }],
  ])('%o', async (more, origin) => {
    const { bia, events } = await open('instagram')
    await bia.says('adorei', more)
    expect(events('message')[0]?.origin).toEqual(origin)
  })

  it('is the mention in a story', async () => {
    const { bia, events } = await open('instagram')
    await bia.sends([{ type: 'story_mention', payload: { url: WHERE } }])
    expect(events('message')[0]?.origin).toEqual({ type: 'story-mention', url: WHERE })
  })

  it('is an ad that was opened before the next message, once and for a day', async () => {
    const { bia, events, clock } = await open()
    const ad = { source: 'ADS', type: 'OPEN_THREAD', ad_id: '6045' }
    await bia.comesFrom(ad)
    expect(events('message')).toEqual([])
    await bia.says('oi')
    await bia.says('tudo bem?')
    await bia.comesFrom(ad)
    clock.advance(25 * 3_600_000)
    await bia.says('voltei')
    const origins = events('message').map(({ origin }) => origin)
    expect(origins).toEqual([{ type: 'ad', id: '6045' }, undefined, undefined])
  })
})

describe('talking', () => {
  it('knows taps, quick replies and answers', async () => {
    const { bia, events } = await open()
    await bia.taps('menu:1', 'Segunda via')
    await bia.choosesQuickReply('yes', 'Sim')
    await bia.does({ postback: { title: 'Começar' } }, 'standby')
    await bia.says('sim', { reply_to: { mid: 'm_out1' } })
    expect(events('message')).toMatchObject([
      { content: { type: 'choice', id: 'menu:1', text: 'Segunda via' } },
      { content: { type: 'choice', id: 'yes', text: 'Sim' } },
      { content: { type: 'choice', id: 'Começar', text: 'Começar' } },
      { content: { type: 'text' }, replyTo: 'm_out1' },
    ])
  })

  it('gives a tap without an id the same id each time', async () => {
    const { bia, meta, events } = await open()
    const tap = { timestamp: TEST_NOW, postback: { title: 'Sim', payload: 'yes' } }
    await bia.does(tap)
    await bia.does(tap)
    await bia.does({ ...tap, timestamp: TEST_NOW + 1000 })
    const ids = events('message').map(({ externalId }) => externalId)
    expect(new Set(ids).size).toBe(2)
    expect(meta.deliveries.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('takes edits, deletions and reactions', async () => {
    const { bia, inbound } = await open()
    await bia.edits('m_1', 'boa tarde')
    await bia.deletes('m_1')
    await bia.reacts('m_2', '❤️')
    await bia.reacts('m_2', null)
    await bia.does({ reaction: { mid: 'm_3', action: 'react', reaction: 'wow' } })
    await bia.does({ reaction: { mid: 'm_3', action: 'react', reaction: 'other' } })
    const from = { kind: 'psid', value: '9001' }
    expect(inbound.items).toMatchObject([
      { kind: 'edit', externalId: 'm_1', content: { text: 'boa tarde' } },
      { kind: 'removal', externalId: 'm_1' },
      { kind: 'reaction', externalId: 'm_2', from, emoji: '❤️' },
      { kind: 'reaction', externalId: 'm_2', from, emoji: null },
      { kind: 'reaction', externalId: 'm_3', emoji: '😮' },
    ])
  })

  it('tells of messages that nobody can show', async () => {
    const { bia, events } = await open('instagram')
    await bia.does({ message: { mid: 'm_1', is_unsupported: true } })
    await bia.does({ message: { mid: 'm_2' } })
    expect(events('message').map(({ content }) => content.type)).toEqual(['unsupported', 'unsupported'])
  })

  it('takes what came while another app owned the conversation, once', async () => {
    const { meta, bia, events } = await open()
    const item = (mid: string) => ({
      sender: { id: bia.id },
      recipient: { id: meta.account.id },
      timestamp: TEST_NOW,
      message: { mid, text: mid },
    })
    await meta.deliver(meta.entry({ messaging: [item('m_1')], standby: [item('m_2')] }))
    expect(events('message').map(({ externalId }) => externalId)).toEqual(['m_1', 'm_2'])
  })

  it.each([
    { pass_thread_control: { new_owner_app_id: '1' } },
    { take_thread_control: {} },
    { request_thread_control: {} },
    { app_roles: {} },
    { optin: { type: 'notification_messages' } },
    { nothing: 1 },
    { message: null },
    { reaction: { action: 'react' } },
    { message_edit: { mid: 'm_1' } },
  ])('ignores %o', async (item) => {
    const { bia, inbound, meta } = await open()
    await bia.does(item)
    expect(inbound.items).toEqual([])
    expect(meta.deliveries.items.at(-1)?.status).toBe(200)
  })
})

describe('moments', () => {
  it.each([
    [TEST_NOW, TEST_NOW],
    [Math.floor(TEST_NOW / 1000), TEST_NOW],
    [String(TEST_NOW), TEST_NOW],
    [new Date(TEST_NOW).toISOString(), TEST_NOW],
    ['nonsense', TEST_NOW],
    [-5, TEST_NOW],
    [undefined, TEST_NOW],
  ])('%s', async (timestamp, at) => {
    const { bia, events } = await open()
    await bia.does({ timestamp, message: { mid: 'm_1', text: 'oi' } })
    expect(events('message')[0]?.at).toBe(at)
  })
})

describe('receipts', () => {
  it('are told by ids and by watermark on Messenger', async () => {
    const { bia, events } = await open()
    await bia.receives(['m_1', 'm_2'], TEST_NOW - 1000)
    await bia.reads({ watermark: TEST_NOW - 500 })
    const chat = { kind: 'psid', value: '9001' }
    expect(events('receipt')).toEqual([
      { kind: 'receipt', status: 'delivered', externalIds: ['m_1', 'm_2'], at: TEST_NOW },
      { kind: 'receipt', status: 'delivered', chat, at: TEST_NOW - 1000 },
      { kind: 'receipt', status: 'read', chat, at: TEST_NOW - 500 },
    ])
  })

  it('are told by the last message that was read on Instagram: that and all before', async () => {
    const { bia, events } = await open('instagram')
    await bia.reads({ mid: 'm_9' })
    expect(events('receipt')).toEqual([
      { kind: 'receipt', status: 'read', externalIds: ['m_9'], at: TEST_NOW },
      { kind: 'receipt', status: 'read', chat: { kind: 'igsid', value: '9001' }, at: TEST_NOW },
    ])
  })

  it('survive watermarks that are no numbers, and more ids than fit', async () => {
    const { bia, events } = await open()
    await bia.does({ delivery: { watermark: String(TEST_NOW - 1) } })
    await bia.does({ delivery: { watermark: {} } })
    await bia.does({ delivery: { mids: Array.from({ length: 700 }, (_, index) => `m_${index}`) } })
    expect(events('receipt').map((event) => event.externalIds?.length ?? event.at)).toEqual([TEST_NOW - 1, 500, 200])
  })
})

describe('our own side', () => {
  it('shows what was written in the native app', async () => {
    const { bia, meta, events } = await open()
    const mid = await meta.ownMessage(bia, { text: 'do celular' })
    const ours = { sender: { id: meta.account.id }, recipient: { id: bia.id } }
    await bia.does({ ...ours, message_edit: { mid, text: 'do telefone', num_edit: 1 } })
    await bia.does({ ...ours, message: { mid, is_echo: true, is_deleted: true } })
    expect(events('edit')).toMatchObject([{ externalId: mid, content: { text: 'do telefone' } }])
    expect(events('removal')).toMatchObject([{ externalId: mid }])
    expect(events('message')).toMatchObject([
      { direction: 'out', chat: { addresses: [{ value: '9001' }] }, content: { text: 'do celular' } },
    ])
  })

  it('ignores taps, reactions and reading of our own', async () => {
    const { bia, meta, inbound } = await open()
    const ours = { sender: { id: meta.account.id }, recipient: { id: bia.id } }
    await bia.does({ ...ours, reaction: { mid: 'm_1', action: 'react', emoji: '👍' } })
    await bia.does({ ...ours, read: { watermark: TEST_NOW } })
    await bia.does({ sender: { id: meta.account.id }, message: { mid: 'm_2', text: 'to myself' } })
    expect(inbound.items).toEqual([])
  })
})

describe('whose events', () => {
  it('takes those of its own account alone', async () => {
    const { meta, channel, inbound } = await open()
    const item = (id: string) => ({
      sender: { id: '9001' },
      recipient: { id },
      message: { mid: `m_${id}`, text: 'oi' },
    })
    const body = {
      object: 'page',
      entry: [
        { id: 'other', messaging: [item('other')], changes: [{ field: 'feed', value: { item: 'comment' } }] },
        { id: meta.account.id, messaging: [item('other'), item(meta.account.id), null, 'x'] },
        null,
        { messaging: [item(meta.account.id)] },
      ],
    }
    expect(await channel.receiveHook?.(hookRequest(meta.signed(body)))).toEqual({ status: 200 })
    expect(inbound.items).toMatchObject([{ externalId: `m_${meta.account.id}` }])
    await meta.deliver({ ...body, object: 'instagram' })
    expect(inbound.items).toHaveLength(1)
  })
})
