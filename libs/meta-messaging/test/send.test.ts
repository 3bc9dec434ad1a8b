import type { Content } from '@recado/sdk'
import { createTestMedia } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { openChannel, saveFile, words } from './channel.ts'

const both = ['facebook', 'instagram'] as const

describe('texts', () => {
  it.each([
    ['facebook', 'a'.repeat(2000), 1],
    ['facebook', 'ã'.repeat(2000), 1],
    ['facebook', 'a'.repeat(2001), 2],
    ['instagram', 'a'.repeat(1000), 1],
    ['instagram', 'ã'.repeat(500), 1],
    ['instagram', 'ã'.repeat(501), 2],
    ['instagram', '😀'.repeat(251), 2],
  ] as const)('%s: %s go as many messages as they need', async (type, text, count) => {
    const { send, meta } = await openChannel(type)
    const { externalId, moreIds = [] } = await send(words(text))
    expect([externalId, ...moreIds]).toEqual(meta.sent.items.map(({ mid }) => mid))
    expect(meta.sent.items).toHaveLength(count)
    expect(meta.sent.items.map(({ message }) => message.text).join('')).toBe(text)
  })

  it('are cut between sentences where they can be', async () => {
    const { send, meta } = await openChannel('instagram')
    const sentence = `${'palavra '.repeat(90).trim()}.`
    await send(words(`${sentence} ${sentence}`))
    expect(meta.sent.items.map(({ message }) => message.text)).toEqual([sentence, sentence])
  })

  it('answer a message, and go without the quotation when it cannot be quoted', async () => {
    const { send, meta } = await openChannel('facebook')
    await send(words('sim'), { replyTo: { externalId: 'm_in1#2', text: 'a' } })
    meta.refuse({ code: 100, message: '(#100) Invalid reply_to' })
    await send(words('sim'), { replyTo: { externalId: 'm_in2', text: 'a' } })
    await send(words('sim'), { replyTo: { externalId: 'postback:9001:1:x', text: 'a' } })
    expect(meta.sent.items.map(({ replyTo }) => replyTo)).toEqual(['m_in1', undefined, undefined])
  })

  it('go on where they broke off', async () => {
    const { send, meta } = await openChannel('facebook')
    const id = '00000000-0000-7000-8000-00000000abcd'
    const long = `${'a'.repeat(2000)}${'b'.repeat(2000)}${'c'.repeat(10)}`
    meta.fail(({ json }) => JSON.stringify(json).includes('bbb'), { status: 429, json: { error: { code: 613 } } })
    await expect(send(words(long), { id })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const { externalId, moreIds } = await send(words(long), { id, attempt: 2 })
    expect([externalId, ...(moreIds ?? [])]).toEqual(meta.sent.items.map(({ mid }) => mid))
    expect(meta.sent.items.map(({ message }) => String(message.text)[0])).toEqual(['a', 'b', 'c'])
  })
})

describe('choices', () => {
  const buttons: Content = {
    type: 'buttons',
    text: 'Vamos?',
    footer: 'Até as 18h',
    buttons: [
      { id: 'yes', label: 'Sim, com certeza absoluta' },
      { id: 'site', label: 'Site', url: 'https://loja.example' },
    ],
  }

  it('are a template on Messenger', async () => {
    const { send, meta } = await openChannel('facebook')
    await send(buttons)
    expect(meta.sent.items[0]?.message).toMatchObject({
      attachment: {
        type: 'template',
        payload: {
          template_type: 'button',
          text: 'Vamos?\n\nAté as 18h',
          buttons: [
            { type: 'postback', title: 'Sim, com certeza abs', payload: 'yes' },
            { type: 'web_url', title: 'Site', url: 'https://loja.example' },
          ],
        },
      },
    })
  })

  it('follow a text that is too long for the template', async () => {
    const { send, meta } = await openChannel('facebook')
    const { moreIds } = await send({ ...buttons, text: `${'uma frase. '.repeat(80)}` })
    expect(moreIds).toHaveLength(1)
    expect(meta.sent.items[0]?.message).toHaveProperty('text')
    expect(meta.sent.items[1]?.message).toHaveProperty('attachment')
  })

  it('are quick replies on Instagram, links in the text', async () => {
    const { send, meta } = await openChannel('instagram')
    await send(buttons)
    expect(meta.sent.items[0]?.message).toEqual({
      text: 'Vamos?\n\nAté as 18h\nSite: https://loja.example',
      quick_replies: [{ content_type: 'text', title: 'Sim, com certeza abs', payload: 'yes' }],
    })
  })

  it.each(both)('of a list are quick replies on %s, written out where they say more', async (type) => {
    const { send, meta } = await openChannel(type)
    const rows = [
      { id: 'a', label: 'Boleto', description: 'segunda via' },
      { id: 'b', label: 'Falar com gente' },
    ]
    await send({ type: 'list', text: 'O quê?', open: 'Ver', sections: [{ title: 'Financeiro', rows }] })
    expect(meta.sent.items[0]?.message).toMatchObject({
      text: 'O quê?\n\nFinanceiro\n• Boleto – segunda via\n• Falar com gente',
      quick_replies: [
        { content_type: 'text', title: 'Boleto', payload: 'a' },
        { content_type: 'text', title: 'Falar com gente', payload: 'b' },
      ],
    })
    const many = Array.from({ length: 14 }, (_, index) => ({ id: `${index}`, label: `${index}` }))
    await expect(send({ type: 'list', text: '?', open: 'Ver', sections: [{ rows: many }] })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  })

  it.each(both)('of a carousel are a generic template on %s', async (type) => {
    const { send, meta, media } = await openChannel(type)
    const { id } = await saveFile(media, 'image')
    const title = `${'Bolo '.repeat(15)}de cenoura`
    await send({
      type: 'carousel',
      text: 'Hoje:',
      cards: [
        { title, text: 'R$ 20', media: { id }, buttons: [{ id: 'b1', label: 'Quero' }] },
        { title: 'Pão', buttons: [{ id: 'b2', label: 'Quero' }] },
      ],
    })
    expect(meta.sent.items.map(({ message }) => message)).toMatchObject([
      { text: 'Hoje:' },
      {
        attachment: {
          payload: {
            template_type: 'generic',
            elements: [
              {
                title: 'Bolo '.repeat(15).concat('de'),
                subtitle: 'cenoura R$ 20',
                image_url: `https://recado.invalid/media/${id}`,
              },
              { title: 'Pão' },
            ],
          },
        },
      },
    ])
  })
})

describe('files', () => {
  it('go by an address, the caption after them', async () => {
    const { send, meta, media } = await openChannel('instagram')
    const { id } = await saveFile(media, 'image')
    const { moreIds } = await send({ type: 'media', kind: 'image', media: { id }, text: 'olha' })
    expect(moreIds).toHaveLength(1)
    expect(meta.sent.items.map(({ message }) => message)).toEqual([
      { attachment: { type: 'image', payload: { url: `https://recado.invalid/media/${id}`, is_reusable: false } } },
      { text: 'olha' },
    ])
  })

  it.each([
    ['video', 'video'],
    ['voice', 'audio'],
    ['document', 'file'],
  ] as const)('%s is %s on Messenger', async (kind, type) => {
    const { send, meta, media } = await openChannel('facebook')
    const { id } = await saveFile(media, kind)
    await send({ type: 'media', kind, media: { id } })
    expect(meta.sent.items[0]?.message).toMatchObject({ attachment: { type } })
  })

  it('are uploaded where Meta cannot reach us, and where it could not get them', async () => {
    const media = createTestMedia({ url: (id) => `http://127.0.0.1:1/${id}` })
    const local = await openChannel('facebook', { media })
    const { id } = await saveFile(media, 'document')
    const document: Content = { type: 'media', kind: 'document', media: { id } }
    await local.send(document)
    expect(local.meta.sent.items[0]?.message).toMatchObject({
      attachment: { payload: { attachment_id: 'upload0001' } },
    })
    const upload = local.meta.requests.items.find(({ path }) => path.endsWith('/message_attachments'))
    expect(Buffer.from(upload?.body ?? []).toString()).toContain('filename="sample.pdf"')

    const remote = await openChannel('facebook')
    const saved = await saveFile(remote.media, 'document')
    remote.meta.refuse({ code: 100, subcode: 2018008 })
    await remote.send({ type: 'media', kind: 'document', media: { id: saved.id } })
    expect(remote.meta.sent.items).toMatchObject([{ message: { attachment: { type: 'file' } } }])
  })

  it.each([
    ['video', 'video/mp4', 10],
    ['image', 'image/webp', 10],
    ['image', 'image/png', 8 * 1024 * 1024 + 1],
  ] as const)('of Instagram are images of 8 MB: %s %s', async (kind, mimeType, size) => {
    const { send, meta, media } = await openChannel('instagram')
    const { id } = await media.save(new Uint8Array(size), { mimeType })
    await expect(send({ type: 'media', kind, media: { id } })).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
    expect(meta.sent.items).toEqual([])
  })

  it('that are gone are refused', async () => {
    const { send } = await openChannel('facebook')
    await expect(send({ type: 'media', kind: 'image', media: { id: 'no' } })).rejects.toMatchObject({
      code: 'MEDIA_REJECTED',
    })
  })
})

describe('gestures', () => {
  it('show typing and reading', async () => {
    const { channel, meta, ctx } = await openChannel('facebook')
    const chat = { kind: 'psid', value: '9001' }
    await channel.typing?.(chat, true, ctx.signal)
    await channel.typing?.(chat, false, ctx.signal)
    await channel.markRead?.(chat, ['m_1'], ctx.signal)
    expect(meta.actions.items.map(({ action }) => action)).toEqual(['typing_on', 'typing_off', 'mark_seen'])
  })

  it('react: with any emoji on Messenger, with a heart on Instagram', async () => {
    const facebook = await openChannel('facebook')
    const target = { id: '1', externalId: 'm_1#1', chat: { kind: 'psid', value: '9001' }, fromMe: false }
    await facebook.channel.react?.(target, '🎉', facebook.ctx.signal)
    await facebook.channel.react?.(target, null, facebook.ctx.signal)
    expect(facebook.meta.actions.items).toEqual([
      { to: '9001', action: 'react', payload: { message_id: 'm_1', reaction: '🎉' } },
      { to: '9001', action: 'unreact', payload: { message_id: 'm_1' } },
    ])
    const instagram = await openChannel('instagram')
    const there = { ...target, chat: { kind: 'igsid', value: '9001' } }
    await instagram.channel.react?.(there, '❤', instagram.ctx.signal)
    expect(instagram.meta.actions.items).toMatchObject([{ payload: { reaction: 'love' } }])
    await expect(instagram.channel.react?.(there, '🎉', instagram.ctx.signal)).rejects.toMatchObject({
      code: 'UNSUPPORTED',
    })
  })
})
