import { readAll } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { ALL, connected, RITA, TEAM, TO_RITA, TO_TEAM } from './channel.ts'

const LID = { kind: 'lid', value: RITA.lid }

describe.each(ALL)('what comes in through %s', (vendor) => {
  it('is a text of somebody with phone and LID', async () => {
    const { gateway, messages } = await connected(vendor)
    const id = await gateway.happens(RITA, { what: 'text', text: 'Bom dia' }, { at: Date.UTC(2026, 0, 15, 11) })
    expect(messages()).toEqual([
      {
        kind: 'message',
        externalId: id,
        direction: 'in',
        chat: { addresses: [TO_RITA, LID], name: 'Rita', avatarRef: `picture:phone:${RITA.phone}` },
        content: { type: 'text', text: 'Bom dia' },
        at: Date.UTC(2026, 0, 15, 11),
      },
    ])
    expect(gateway.made.items.map(({ status }) => status)).toEqual([200])
  })

  it('is a text of somebody whose phone nobody tells', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens({ lid: '888111222333444', name: 'Sem número' }, { what: 'text', text: 'Oi' })
    expect(messages()).toMatchObject([{ chat: { addresses: [{ kind: 'lid', value: '888111222333444' }] } }])
  })

  it('is a text in a group, by its writer', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'text', text: 'Oi, gente' }, { group: TEAM })
    expect(messages()).toMatchObject([
      { isGroup: true, chat: { addresses: [TO_TEAM] }, sender: { addresses: [TO_RITA, LID], name: 'Rita' } },
    ])
  })

  it('leaves groups out where they are not wanted', async () => {
    const { gateway, inbound } = await connected(vendor, { settings: { ignoreGroups: true } })
    await gateway.happens(RITA, { what: 'text', text: 'Oi, gente' }, { group: TEAM })
    await gateway.happens(RITA, { what: 'reaction', emoji: '👍', to: '3EB0X' }, { group: TEAM })
    expect(inbound.items).toEqual([])
  })

  it('is an answer, a forward, and what an ad brought', async () => {
    const { gateway, messages } = await connected(vendor)
    const ad = { id: '120', url: 'https://fb.me/1', title: 'Promoção' }
    await gateway.happens(RITA, { what: 'text', text: 'Quero', replyTo: '3EB0OUT', forwarded: true, ad })
    expect(messages()).toMatchObject([
      {
        replyTo: '3EB0OUT',
        forwarded: true,
        origin: { type: 'ad', id: '120', url: 'https://fb.me/1', title: 'Promoção' },
      },
    ])
  })

  it.each([
    ['image', 'image/jpeg'],
    ['video', 'video/mp4'],
    ['voice', 'audio/ogg; codecs=opus'],
    ['audio', 'audio/mpeg'],
    ['document', 'application/pdf'],
    ['sticker', 'image/webp'],
  ] as const)('is a file (%s), fetched when it is wanted', async (kind, mimeType) => {
    const { gateway, messages, channel, ctx } = await connected(vendor)
    const bytes = Buffer.from(`bytes of a ${kind}`)
    const hasCaption = kind === 'image' || kind === 'video' || kind === 'document'
    const named = kind === 'document' ? { fileName: 'boleto.pdf' } : {}
    const caption = hasCaption ? { caption: 'Segue' } : {}
    await gateway.happens(RITA, { what: 'file', kind, bytes, mimeType, ...named, ...caption })
    const [message] = messages()
    expect(message?.content).toMatchObject({
      type: 'media',
      kind,
      media: { mimeType, size: bytes.byteLength, ...named },
      ...(hasCaption ? { text: 'Segue' } : {}),
    })
    expect(gateway.requests.items.some(({ path }) => /download|Base64/.test(path))).toBe(false)
    const ref = message?.content.type === 'media' ? (message.content.media.ref ?? '') : ''
    const file = await channel.fetchMedia?.(ref, ctx.signal)
    expect(Buffer.from(await readAll(file?.stream as Parameters<typeof readAll>[0]))).toEqual(bytes)
    expect(file?.mimeType).toContain(mimeType.split(';')[0])
  })

  it('is a location, on the equator too, and a contact', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'location', latitude: 0, longitude: -51.05, name: 'Marco Zero' })
    await gateway.happens(RITA, { what: 'contact', name: 'João', phone: '5511933334444' })
    expect(messages().map(({ content }) => content)).toEqual([
      { type: 'location', latitude: 0, longitude: -51.05, name: 'Marco Zero' },
      { type: 'contact', contacts: [{ name: 'João', phones: ['+5511933334444'] }] },
    ])
  })

  it.each(['button', 'list'] as const)('is a tap on a %s', async (on) => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'tap', id: 'opt_2', title: 'Segunda via', to: '3EB0OUT', on })
    expect(messages()).toMatchObject([
      { content: { type: 'choice', id: 'opt_2', text: 'Segunda via' }, replyTo: '3EB0OUT' },
    ])
  })

  it('is a poll, and a vote in one of ours', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'poll', question: 'Quando?', options: ['Manhã', 'Tarde'] })
    await gateway.happens(RITA, { what: 'vote', options: ['Manhã', 'Tarde'], to: '3EB0POLL' })
    const [poll, vote] = messages()
    expect(poll?.content).toEqual({ type: 'poll', question: 'Quando?', options: ['Manhã', 'Tarde'] })
    const readable = { content: { type: 'choice', text: 'Manhã, Tarde' }, replyTo: '3EB0POLL' }
    // WuzAPI hands votes over encrypted.
    expect(vote).toMatchObject(
      vendor === 'wuzapi' ? { content: { type: 'unsupported', what: 'a vote in a poll' } } : readable,
    )
  })

  it('is an edit, a removal, a reaction and its end', async () => {
    const { gateway, inbound } = await connected(vendor)
    await gateway.happens(RITA, { what: 'edit', text: 'Boa tarde', to: '3EB001' })
    await gateway.happens(RITA, { what: 'removal', to: '3EB001' })
    await gateway.happens(RITA, { what: 'reaction', emoji: '❤️', to: '3EB0OUT' })
    await gateway.happens(RITA, { what: 'reaction', emoji: null, to: '3EB0OUT' })
    expect(inbound.items).toMatchObject([
      { kind: 'edit', externalId: '3EB001', content: { type: 'text', text: 'Boa tarde' } },
      { kind: 'removal', externalId: '3EB001' },
      { kind: 'reaction', externalId: '3EB0OUT', from: TO_RITA, emoji: '❤️' },
      { kind: 'reaction', externalId: '3EB0OUT', from: TO_RITA, emoji: null },
    ])
  })

  it('is what the account writes on its own phone', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'text', text: 'Já respondo' }, { isFromMe: true })
    expect(messages()).toMatchObject([{ direction: 'out', chat: { addresses: [TO_RITA, LID] } }])
    expect(messages()[0]?.chat.name).not.toBe('Loja')
    expect(messages()[0]).not.toHaveProperty('clientId')
  })

  it('is where our message got', async () => {
    const { gateway, of } = await connected(vendor)
    await gateway.receipt(['3EB0OUT'], 'delivered', `${RITA.phone}@s.whatsapp.net`)
    await gateway.receipt(['3EB0OUT'], 'read', `${RITA.phone}@s.whatsapp.net`)
    await gateway.receipt(['3EB0OUT'], 'read', TEAM.id)
    expect(of('receipt').map(({ status, externalIds }) => [status, externalIds])).toEqual([
      ['delivered', ['3EB0OUT']],
      ['read', ['3EB0OUT']],
      ['delivered', ['3EB0OUT']],
    ])
  })

  it('is writing, and calls', async () => {
    const { gateway, typing, of } = await connected(vendor)
    await gateway.types(RITA, true)
    await gateway.types(RITA, false)
    await gateway.calls(RITA, 'CALL-1')
    expect(typing.items).toEqual([
      { chat: TO_RITA, on: true },
      { chat: TO_RITA, on: false },
    ])
    expect(of('call')).toMatchObject([
      { externalId: 'CALL-1', event: 'offer', from: { addresses: expect.arrayContaining([TO_RITA]) } },
    ])
  })

  it('is told as such when it cannot be shown, and left out when there is nothing to show', async () => {
    const { gateway, messages } = await connected(vendor)
    await gateway.happens(RITA, { what: 'raw', message: { paymentInviteMessage: { serviceType: 1 } } })
    await gateway.happens(RITA, { what: 'raw', message: { senderKeyDistributionMessage: { groupId: 'x' } } })
    await gateway.happens(
      RITA,
      { what: 'text', text: 'Oi' },
      { group: { id: 'status@broadcast', name: '', members: [] } },
    )
    expect(messages().map(({ content }) => content)).toEqual([
      { type: 'unsupported', what: 'a message of the type “paymentInvite”' },
    ])
  })

  it('keeps its order and its ids, whatever is repeated', async () => {
    const { gateway, messages } = await connected(vendor)
    gateway.repeat(2)
    gateway.hold()
    await gateway.happens(RITA, { what: 'text', text: 'um' }, { id: 'A1' })
    await gateway.happens(RITA, { what: 'text', text: 'dois' }, { id: 'A2' })
    await gateway.release('reversed')
    expect(messages().map(({ externalId }) => externalId)).toEqual(['A2', 'A2', 'A1', 'A1'])
  })

  it('is asked for again when it could not be kept', async () => {
    const { gateway, inbound, acceptWith } = await connected(vendor)
    acceptWith(() => Promise.reject(new Error('the database is away')))
    await gateway.happens(RITA, { what: 'text', text: 'Oi' })
    expect(gateway.made.items.at(-1)?.status).toBe(503)
    acceptWith(null)
    await gateway.happens(RITA, { what: 'text', text: 'Oi' })
    expect(gateway.made.items.at(-1)?.status).toBe(200)
    expect(inbound.items).toHaveLength(1)
  })

  it('is refused when it comes from another instance', async () => {
    const { gateway, inbound } = await connected(vendor)
    const mine = gateway.world.token
    gateway.world.token = 'of-another-instance'
    if (vendor === 'evolution') await gateway.tells({ event: 'messages.upsert', instance: 'other', data: {} })
    else await gateway.happens(RITA, { what: 'text', text: 'Oi' })
    gateway.world.token = mine
    expect(gateway.made.items.at(-1)?.status).toBe(401)
    expect(inbound.items).toEqual([])
  })

  it('brings pictures of people, from WhatsApp alone', async () => {
    const { gateway, messages, channel, ctx } = await connected(vendor)
    await gateway.happens(RITA, { what: 'text', text: 'Oi' })
    const file = await channel.fetchMedia?.(messages()[0]?.chat.avatarRef ?? '', ctx.signal)
    expect((await readAll(file?.stream as Parameters<typeof readAll>[0])).byteLength).toBeGreaterThan(50)
    const elsewhere = {
      status: 200,
      json: {
        image: 'https://evil.example/x',
        profilePictureUrl: 'https://evil.example/x',
        data: { URL: 'https://evil.example/x' },
      },
    }
    for (const path of ['/chat/details', '/user/avatar', '/chat/fetchProfilePictureUrl']) gateway.fail(path, elsewhere)
    await expect(channel.fetchMedia?.('picture:phone:5511911112222', ctx.signal)).rejects.toMatchObject({
      code: 'MEDIA_REJECTED',
    })
  })
})
