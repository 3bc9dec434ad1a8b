import type { Content, MediaKind } from '@recado/sdk'
import { describe, expect, it } from 'vitest'
import { ALL, type Channel, connected, RITA, TEAM, TO_RITA, TO_TEAM } from './channel.ts'

const BYTES: Record<MediaKind, [mimeType: string, bytes: Buffer]> = {
  image: ['image/png', Buffer.from('a picture of any length')],
  video: ['video/mp4', Buffer.from('a video')],
  audio: ['audio/mpeg', Buffer.from('a song')],
  voice: ['audio/ogg; codecs=opus', Buffer.from('a voice note')],
  document: ['application/pdf', Buffer.from('a document')],
  sticker: ['image/webp', Buffer.from('a sticker')],
}

async function fileOf({ media }: Channel, kind: MediaKind, text?: string): Promise<Content> {
  const [mimeType, bytes] = BYTES[kind]
  const { id } = await media.save(bytes, { mimeType, fileName: `boleto.${kind}` })
  return { type: 'media', kind, media: { id, mimeType }, ...(text ? { text } : {}) }
}

const last = ({ gateway }: Channel) => gateway.sent.items.at(-1)

const LIST: Content = {
  type: 'list',
  text: 'Como podemos ajudar?\nEscolha um assunto.',
  open: 'Ver opções',
  sections: [
    { title: 'Financeiro', rows: [{ id: 'bill', label: 'Segunda via', description: 'Boleto ou Pix' }] },
    { rows: [{ id: 'other', label: 'Outro' }] },
  ],
}
const BUTTONS: Content = {
  type: 'buttons',
  text: 'Confirma?',
  footer: 'Loja',
  buttons: [
    { id: 'yes', label: 'Sim' },
    { id: 'no', label: 'Não' },
  ],
}

describe.each(ALL)('what goes out through %s', (vendor) => {
  it('is a text, answered with its id', async () => {
    const channel = await connected(vendor)
    const { externalId } = await channel.send({ type: 'text', text: 'Olá' })
    expect(last(channel)).toMatchObject({ id: externalId, to: RITA.phone })
    expect(JSON.stringify(last(channel)?.body)).toContain('Olá')
  })

  it('reaches LIDs and groups by their ids', async () => {
    const channel = await connected(vendor)
    await channel.send({ type: 'text', text: 'Olá' }, { to: { kind: 'lid', value: RITA.lid } })
    expect(last(channel)?.to).toBe(`${RITA.lid}@lid`)
    await channel.send({ type: 'text', text: 'Olá' }, { to: TO_TEAM, isGroup: true })
    expect(last(channel)?.to).toBe('120363012345678901@g.us')
    const elsewhere = channel.send({ type: 'text', text: 'Olá' }, { to: { kind: 'telegram', value: '1' } })
    await expect(elsewhere).rejects.toMatchObject({ code: 'RECIPIENT_INVALID' })
  })

  it.each(Object.keys(BYTES) as MediaKind[])('is a file (%s)', async (kind) => {
    const channel = await connected(vendor)
    const { externalId, moreIds } = await channel.send(await fileOf(channel, kind))
    expect(last(channel)?.id).toBe(externalId)
    expect(moreIds).toBeUndefined()
    const text = JSON.stringify(last(channel)?.body)
    // WuzAPI takes the bytes, the others a link.
    expect(text).toContain(vendor === 'wuzapi' ? BYTES[kind][1].toString('base64') : 'https://recado.invalid/media/')
  })

  it('is a caption below a picture, and a text of its own below a voice note', async () => {
    const channel = await connected(vendor)
    expect(await channel.send(await fileOf(channel, 'image', 'Veja'))).not.toHaveProperty('moreIds')
    expect(JSON.stringify(last(channel)?.body)).toContain('Veja')
    const voice = await channel.send(await fileOf(channel, 'voice', 'Ouça'))
    expect(voice.moreIds).toHaveLength(1)
    expect(last(channel)).toMatchObject({ id: voice.moreIds?.[0] })
    expect(last(channel)?.path).toMatch(/text$/i)
  })

  it('goes on where it broke off', async () => {
    const channel = await connected(vendor)
    const content = await fileOf(channel, 'voice', 'Ouça')
    const out = { id: '0198c000-0000-7000-8000-000000000001' }
    const path = { uazapi: '/send/text', wuzapi: '/chat/send/text', evolution: '/message/sendText' }[vendor]
    channel.gateway.fail(path, { status: 429, headers: { 'retry-after': '7' }, json: { error: 'Rate limit exceeded' } })
    await expect(channel.send(content, out)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 7000 })
    const result = await channel.send(content, { ...out, attempt: 2 })
    expect(result.moreIds).toHaveLength(1)
    expect(channel.gateway.sent.items).toHaveLength(2)
    expect([...channel.store.entries.keys()].filter((key) => key.startsWith('partly-sent'))).toEqual([])
  })

  it('is a location and contacts, one card each', async () => {
    const channel = await connected(vendor)
    await channel.send({ type: 'location', latitude: -23.55, longitude: -46.63, name: 'Sé', address: 'Praça da Sé' })
    expect(JSON.stringify(last(channel)?.body)).toMatch(/-23\.55.*/)
    const people = ['Bia', 'Caio'].map((name) => ({ name, phones: ['+5511999990000'], emails: ['a@example.com'] }))
    const { moreIds } = await channel.send({ type: 'contact', contacts: people })
    expect(moreIds).toHaveLength(1)
    expect(JSON.stringify(last(channel)?.body)).toContain('Caio')
  })

  it('is an answer that names people', async () => {
    const channel = await connected(vendor)
    const mentions = [{ token: 'Rita', address: TO_RITA, name: 'Rita' }]
    const content: Content = { type: 'text', text: 'Oi @Rita, tudo bem?', mentions }
    await channel.send(content, { to: TO_TEAM, isGroup: true, replyTo: { externalId: '3EB0IN', text: 'Oi' } })
    const { body } = last(channel) ?? { body: {} }
    expect(JSON.stringify(body)).toContain(`Oi @${RITA.phone}, tudo bem?`)
    expect(body).toMatchObject(
      {
        uazapi: { replyid: '3EB0IN', mentions: RITA.phone },
        wuzapi: {
          ContextInfo: { StanzaId: '3EB0IN', MentionedJID: [`${RITA.phone}@s.whatsapp.net`] },
          QuotedText: 'Oi',
        },
        evolution: { quoted: { key: { id: '3EB0IN' } }, mentioned: [`${RITA.phone}@s.whatsapp.net`] },
      }[vendor],
    )
  })

  it('is a file whose caption names people', async () => {
    const channel = await connected(vendor)
    const media = await channel.media.save(Buffer.from('a picture'), { mimeType: 'image/png' })
    const mentions = [{ token: 'Rita', address: TO_RITA, name: 'Rita' }]
    const content: Content = { type: 'media', kind: 'image', media: { id: media.id }, text: 'Veja, @Rita', mentions }
    await channel.send(content, { to: TO_TEAM, isGroup: true })
    const { body } = last(channel) ?? { body: {} }
    expect(body).toMatchObject(
      {
        uazapi: { text: `Veja, @${RITA.phone}`, mentions: RITA.phone },
        wuzapi: {
          Caption: `Veja, @${RITA.phone}`,
          ContextInfo: { MentionedJID: [`${RITA.phone}@s.whatsapp.net`] },
        },
        evolution: { caption: `Veja, @${RITA.phone}`, mentioned: [`${RITA.phone}@s.whatsapp.net`] },
      }[vendor],
    )
  })

  it('is buttons and lists', async () => {
    const channel = await connected(vendor)
    await channel.send(BUTTONS)
    expect(last(channel)?.body).toMatchObject(
      {
        uazapi: { type: 'button', text: 'Confirma?', choices: ['Sim|yes', 'Não|no'], footerText: 'Loja' },
        wuzapi: { Title: 'Confirma?\n\nLoja', Buttons: [{ ButtonId: 'yes', ButtonText: 'Sim' }, { ButtonId: 'no' }] },
        evolution: {
          title: 'Confirma?',
          footer: 'Loja',
          buttons: [{ type: 'reply', displayText: 'Sim', id: 'yes' }, {}],
        },
      }[vendor],
    )
    await channel.send(LIST)
    expect(last(channel)?.body).toMatchObject(
      {
        uazapi: {
          type: 'list',
          listButton: 'Ver opções',
          choices: ['[Financeiro]', 'Segunda via|bill|Boleto ou Pix', 'Outro|other'],
        },
        wuzapi: {
          ButtonText: 'Ver opções',
          Title: 'Como podemos ajudar?',
          Sections: [{ Rows: [{ RowId: 'bill' }] }, {}],
        },
        evolution: {
          title: 'Como podemos ajudar?',
          description: 'Escolha um assunto.',
          sections: [{ title: 'Financeiro', rows: [{ rowId: 'bill' }] }, { title: 'Ver opções' }],
        },
      }[vendor],
    )
  })

  it('is changed, taken back, reacted to, read', async () => {
    const channel = await connected(vendor, { timing: { healthMs: 60_000 } })
    const { externalId } = await channel.send({ type: 'text', text: 'Olá' })
    const target = { id: 'x', externalId, chat: TO_RITA, fromMe: true }
    const { signal } = channel.ctx
    await channel.channel.edit?.(target, { type: 'text', text: 'Olá!' }, signal)
    await channel.channel.remove?.(target, signal)
    await channel.channel.react?.(target, '👍', signal)
    await channel.channel.react?.(target, null, signal)
    await channel.channel.markRead?.(TO_RITA, ['3EB0IN'], signal)
    await channel.channel.typing?.(TO_RITA, true, signal)
    const asked = channel.gateway.requests.items.slice(-6).map(({ json }) => JSON.stringify(json))
    expect(asked[0]).toContain('Olá!')
    expect(asked[1]).toContain(externalId)
    expect(asked[2]).toContain('👍')
    expect(asked[3]).toContain(externalId)
    expect(asked[4]).toContain('3EB0IN')
    expect(asked[5]).toContain('composing')
  })

  it('says nothing of reading and writing where nobody wants it', async () => {
    const { channel, ctx, gateway } = await connected(vendor, {
      settings: { readMarks: false, typing: false },
      timing: { healthMs: 60_000 },
    })
    const before = gateway.requests.items.length
    await channel.markRead?.(TO_RITA, ['3EB0IN'], ctx.signal)
    await channel.typing?.(TO_RITA, true, ctx.signal)
    expect(gateway.requests.items).toHaveLength(before)
  })
})

describe('what only one of them can', () => {
  const CAROUSEL: Content = {
    type: 'carousel',
    cards: [
      {
        title: 'Plano 500',
        text: 'R$ 99',
        buttons: [
          { id: 'p|500', label: 'Quero' },
          { id: 'site', label: 'Ver', url: 'https://loja.example/500' },
        ],
      },
    ],
  }

  it('is sent through uazapi', async () => {
    const channel = await connected('uazapi')
    await channel.send(CAROUSEL)
    expect(last(channel)?.body).toMatchObject({
      text: 'Plano 500',
      carousel: [
        {
          text: 'Plano 500\nR$ 99',
          buttons: [
            { id: 'p|500', text: 'Quero', type: 'REPLY' },
            { id: 'https://loja.example/500', text: 'Ver', type: 'URL' },
          ],
        },
      ],
    })
    await channel.send({ type: 'location-request', text: 'Onde você está?' })
    expect(last(channel)).toMatchObject({ path: '/send/location-button', body: { text: 'Onde você está?' } })
    await channel.send({ type: 'text', text: 'Veja' }, { forwarded: true })
    expect(last(channel)?.body).toMatchObject({ forward: true })
  })

  it('is told by the others in words, before anything is sent', async () => {
    const links: Content = {
      type: 'buttons',
      text: 'Veja',
      buttons: [
        { id: 'a', label: 'Sim' },
        { id: 'b', label: 'Site', url: 'https://loja.example' },
      ],
    }
    for (const vendor of ['wuzapi', 'evolution'] as const) {
      const channel = await connected(vendor)
      for (const content of [CAROUSEL, links, { type: 'location-request', text: 'Onde?' } as Content]) {
        await expect(channel.send(content)).rejects.toMatchObject({
          code: 'UNSUPPORTED',
          detail: expect.stringContaining(vendor === 'wuzapi' ? 'WuzAPI' : 'Evolution API'),
        })
      }
      expect(channel.gateway.sent.items).toEqual([])
    }
  })

  it('is kept apart from the separators of menus, and comes back as it was', async () => {
    const channel = await connected('uazapi')
    const tricky = ['a|b', 'https://loja.example', 'copy:1', 'x'.repeat(250)]
    const buttons = tricky.slice(0, 3).map((id, index) => ({ id, label: `[Opção | ${index}]` }))
    await channel.send({ ...BUTTONS, buttons })
    const choices = (last(channel)?.body.choices ?? []) as string[]
    expect(choices.every((choice) => /^\(Opção {3}\d\)\|k~[\w-]{22}$/.test(choice.replace(/ {2,}/, '   ')))).toBe(true)
    const [, id = ''] = choices[0]?.split('|') ?? []
    await channel.gateway.happens(RITA, { what: 'tap', id, title: 'Opção', to: '3EB0OUT', on: 'button' })
    expect(channel.messages()).toMatchObject([{ content: { type: 'choice', id: 'a|b' } }])
  })

  it('is an echo that uazapi marks with our own id', async () => {
    const channel = await connected('uazapi')
    const id = '0198c000-0000-7000-8000-00000000000a'
    await channel.send({ type: 'text', text: 'Olá' }, { id })
    const sent = last(channel)
    expect(sent?.body).toMatchObject({ track_source: 'recado', track_id: id })
    await channel.gateway.happens(RITA, { what: 'text', text: 'Olá' }, sent ? { sent } : {})
    expect(channel.inbound.items).toMatchObject([
      { kind: 'message', direction: 'out', externalId: sent?.id, clientId: id },
      { kind: 'receipt', status: 'sent', externalIds: [id] },
    ])
  })

  it('is a voice note in Ogg through WuzAPI; other audio goes as a file', async () => {
    const channel = await connected('wuzapi')
    await channel.send(await fileOf(channel, 'audio'))
    expect(last(channel)?.path).toBe('/chat/send/document')
    const { id } = await channel.media.save(Buffer.from('x'), { mimeType: 'audio/mp4' })
    const voice: Content = { type: 'media', kind: 'voice', media: { id } }
    await expect(channel.send(voice)).rejects.toMatchObject({ code: 'MEDIA_REJECTED' })
  })

  it('is the name of whoever is answered through WuzAPI: them, or us', async () => {
    const channel = await connected('wuzapi')
    await channel.send({ type: 'text', text: 'Pois não' }, { replyTo: { externalId: 'AC12', text: 'Oi' } })
    expect(last(channel)?.body).toMatchObject({ ContextInfo: { Participant: `${RITA.phone}@s.whatsapp.net` } })
    const { externalId } = await channel.send({ type: 'text', text: 'Olá' })
    await channel.send({ type: 'text', text: 'E então?' }, { replyTo: { externalId, text: 'Olá' } })
    expect(last(channel)?.body).toMatchObject({ ContextInfo: { Participant: '551130000000@s.whatsapp.net' } })
  })

  it('is the writer of a message of a group, whom Evolution looks up before it reacts', async () => {
    const channel = await connected('evolution')
    const id = await channel.gateway.happens(RITA, { what: 'text', text: 'Oi' }, { group: TEAM })
    await channel.channel.react?.({ id: 'x', externalId: id, chat: TO_TEAM, fromMe: false }, '👍', channel.ctx.signal)
    const { json } = await channel.gateway.requests.waitFor(({ path }) => path.includes('sendReaction'))
    expect(json).toMatchObject({ key: { id, participant: `${RITA.lid}@lid`, fromMe: false }, reaction: '👍' })
  })
})

it('an answer of evolution that got lost is made up for by the echo, and nothing is told twice', async () => {
  const it = await connected('evolution')
  const id = '0198c000-0000-7000-8000-000000000001'
  it.gateway.fail('/message/sendText', 'lose')
  await expect(it.send({ type: 'text', text: 'Oi, Rita' }, { id })).rejects.toMatchObject({ code: 'AMBIGUOUS' })
  const sent = last(it)
  if (!sent) throw new Error('nothing was taken')
  for (let turn = 0; turn < 2; turn += 1)
    await it.gateway.happens(RITA, { what: 'text', text: 'Oi, Rita' }, { isFromMe: true, sent, at: it.clock.now() })
  await it.gateway.happens(RITA, { what: 'text', text: 'Oi, Rita' }, { isFromMe: true, at: it.clock.now() })
  expect(it.messages().map(({ externalId, clientId }) => [externalId === sent.id, clientId])).toEqual([
    [true, id],
    [true, id],
    [false, undefined],
  ])
  expect(it.of('receipt')).toMatchObject([
    { status: 'sent', externalIds: [id] },
    { status: 'sent', externalIds: [id] },
  ])
})
