import { hookRequest } from '@recado/sdk/testing'
import { describe, expect, it } from 'vitest'
import { connected, openChannel, RITA, SECRET, TO_RITA } from './channel.ts'

const PHONE = `${RITA.phone}@s.whatsapp.net`

describe('Evolution API', () => {
  const tell = async (data: unknown, event = 'messages.upsert') => {
    const opened = await connected('evolution')
    await opened.gateway.tells({ event, instance: 'loja', data, sender: '551130000000@s.whatsapp.net', apikey: 'x' })
    expect(opened.gateway.made.items.at(-1)?.status).toBe(200)
    return opened
  }
  const KEY = { id: '3EB0AA', fromMe: false, remoteJid: PHONE, participant: '' }

  it('puts a context before the content and a quote beside the message', async () => {
    const { messages } = await tell({
      key: KEY,
      pushName: '',
      message: { messageContextInfo: { deviceListMetadata: {} }, conversation: `Oi @${RITA.phone}` },
      contextInfo: { stanzaId: '3EB0OUT', mentionedJid: [PHONE, null] },
      messageTimestamp: '1760000000',
    })
    expect(messages()).toMatchObject([
      {
        content: { type: 'text', text: `Oi @${RITA.phone}`, mentions: [{ token: RITA.phone, address: TO_RITA }] },
        replyTo: '3EB0OUT',
        at: 1_760_000_000_000,
      },
    ])
    expect(messages()[0]?.chat).not.toHaveProperty('name')
  })

  it('names the phone behind a LID, in newer and older versions, or nowhere', async () => {
    const message = { conversation: 'Oi' }
    const lid = '777000111222333@lid'
    for (const more of [{ remoteJidAlt: PHONE }, { senderPn: PHONE }]) {
      const { messages } = await tell({ key: { ...KEY, remoteJid: lid, ...more }, message })
      expect(messages()[0]?.chat.addresses).toEqual([TO_RITA, { kind: 'lid', value: '777000111222333' }])
    }
    const { messages } = await tell({ key: { ...KEY, remoteJid: lid, addressingMode: 'lid' }, message })
    expect(messages()[0]?.chat.addresses).toEqual([{ kind: 'lid', value: '777000111222333' }])
  })

  it('has several messages in one delivery', async () => {
    const one = (id: string) => ({ key: { ...KEY, id }, message: { conversation: id } })
    const { messages } = await tell({ messages: [one('A'), null, one('B')] })
    expect(messages().map(({ externalId }) => externalId)).toEqual(['A', 'B'])
  })

  it('spells its events as it likes', async () => {
    const { messages } = await tell({ key: KEY, message: { conversation: 'Oi' } }, 'MESSAGES_UPSERT')
    expect(messages()).toHaveLength(1)
  })

  it('tells states as words or numbers, deletions as a state', async () => {
    const { of } = await tell(
      [
        { keyId: 'A', status: 'DELIVERY_ACK', fromMe: true, remoteJid: PHONE },
        { key: { id: 'B', fromMe: true }, update: { status: 4 } },
        { keyId: 'C', status: 'READ', fromMe: false },
        { keyId: 'D', status: 'DELETED', fromMe: true },
        { keyId: 'E', status: 'PENDING', fromMe: true },
      ],
      'messages.update',
    )
    expect(of('receipt').map(({ status, externalIds }) => [status, externalIds])).toEqual([
      ['delivered', ['A']],
      ['read', ['B']],
    ])
    expect(of('removal')).toMatchObject([{ externalId: 'D' }])
  })
})

describe('WuzAPI', () => {
  const jsonData = JSON.stringify({
    type: 'Message',
    event: {
      Info: { Chat: PHONE, Sender: PHONE, ID: '3EB0AA', Timestamp: '2026-01-15T12:00:00Z' },
      Message: { conversation: 'Oi' },
    },
  })
  const path = `/in/${SECRET}`

  it('sends forms of both kinds, with a file in them too, and JSON in newer versions', async () => {
    const { channel, gateway, messages, ctx } = await connected('wuzapi')
    const form = new FormData()
    form.set('jsonData', jsonData)
    form.set('token', gateway.token)
    form.set('file', new Blob(['a photo']), 'a.jpg')
    const request = new Request('http://127.0.0.1', { method: 'POST', body: form })
    const multipart = {
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: new Uint8Array(await request.arrayBuffer()),
    }
    const plain = { headers: { 'content-type': 'application/json' }, body: { jsonData, token: gateway.token } }
    const direct = { headers: { 'content-type': 'application/json' }, body: JSON.parse(jsonData) as object }
    for (const sample of [multipart, plain, direct]) {
      expect(await channel.receiveHook?.(hookRequest({ ...sample, path }))).toMatchObject({ status: 200 })
    }
    expect(messages()).toHaveLength(3)
    const broken = { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'no form', path }
    expect(await channel.receiveHook?.(hookRequest(broken))).toMatchObject({ status: 200 })
    expect(ctx.signal.aborted).toBe(false)
  })

  it('shows a file that nobody can fetch as what it is', async () => {
    const { gateway, messages } = await connected('wuzapi')
    await gateway.happens(RITA, { what: 'raw', message: { imageMessage: { mimetype: 'image/jpeg' } } })
    expect(messages()[0]?.content).toEqual({ type: 'unsupported', what: 'a file that cannot be downloaded' })
  })
})

describe('a hook', () => {
  it('is for the gateway alone, and for POST', async () => {
    const { channel } = await openChannel('uazapi')
    const ask = async (sample: object) => (await channel.receiveHook?.(hookRequest({ body: {}, ...sample })))?.status
    expect(await ask({ path: '/' })).toBe(401)
    expect(await ask({ path: '/in/' })).toBe(401)
    expect(await ask({ path: `/in/${SECRET}/` })).toBe(200)
    expect(await ask({ path: `/in/${SECRET}`, method: 'GET' })).toBe(405)
  })

  it('is refused while there is no token to check it with', async () => {
    const { channel } = await openChannel('uazapi', { secrets: { webhookSecret: SECRET } })
    expect(await channel.receiveHook?.(hookRequest({ body: {}, path: `/in/${SECRET}` }))).toEqual({ status: 401 })
  })
})
