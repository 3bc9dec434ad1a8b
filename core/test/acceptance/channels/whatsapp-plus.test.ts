import {
  type Happening,
  INSTANCE,
  type Person,
  type StandInGateway,
  startEvolution,
  startUazapi,
  startWuzapi,
} from '@recado/plugin-whatsapp-plus/stand-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../app.ts'
import { newPhone } from '../../rich-company.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

const VENDORS = ['uazapi', 'wuzapi', 'evolution'] as const
type Vendor = (typeof VENDORS)[number]
const KINDS = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
/** Sends a text, and how that fails so that it may be tried again. */
const PATH = { uazapi: '/send/text', wuzapi: '/chat/send/text', evolution: '/message/sendText' }
const DOWN = {
  uazapi: { status: 500, json: { error: 'WhatsApp client is not connected' } },
  wuzapi: { status: 500, headers: { 'content-type': 'text/html' }, body: '<html>Internal Server Error</html>' },
  evolution: { status: 400, json: { error: 'Bad Request', response: { message: ['Error: Connection Closed'] } } },
}

let gateways: Record<Vendor, StandInGateway>
let story: Story
beforeAll(async () => {
  const [uazapi, wuzapi, evolution] = await Promise.all([startUazapi(), startWuzapi(), startEvolution()])
  gateways = { uazapi, wuzapi, evolution }
  story = await startStory({
    RECADO_EGRESS_ALLOW: VENDORS.map((vendor) => new URL(gateways[vendor].url).host).join(),
    RECADO_ENDPOINT_WHATSAPP_PLUS_PICTURES: uazapi.url,
  })
})
afterAll(async () => {
  await story?.close()
  for (const vendor of VENDORS) await gateways?.[vendor].close()
})

describe.each(VENDORS)('through %s', (vendor) => {
  let gateway: StandInGateway
  let line: Line
  beforeAll(async () => {
    gateway = gateways[vendor]
    line = await story.line('whatsapp-plus', {
      gateway: vendor,
      serverUrl: gateway.url,
      token: gateway.token,
      pairing: 'qr',
      ignoreGroups: false,
      readMarks: false,
      typing: false,
      rejectCalls: false,
      ...(vendor === 'evolution' ? { instanceName: INSTANCE } : {}),
    })
  })

  const does = (person: Person, happening: Happening, more: object = {}) =>
    gateway.happens(person, happening, { at: Date.now(), ...more })
  /** A customer who has written, and the conversation that the agent took on. */
  const conversation = async (text: string) => {
    const lid = `7770${String(gateway.world.people.length).padStart(11, '0')}`
    const rita = gateway.addPerson({ phone: newPhone(), lid, name: 'Rita Alves' })
    const first = await does(rita, { what: 'text', text })
    const { id } = await story.accept(text)
    const phone = rita.phone ?? ''
    return { rita, first, id, ours: () => gateway.sent.items.filter(({ to }) => to.startsWith(phone)) }
  }

  it('shows what customers send, with files, places and what it answers', async () => {
    const { rita, first, id } = await conversation(`Vocês abrem hoje? ${vendor}`)
    for (const kind of KINDS) {
      const { bytes, type: mimeType, name: fileName } = FILES[kind]
      await does(rita, { what: 'file', kind, bytes, mimeType, ...(kind === 'document' ? { fileName } : {}) })
    }
    await does(rita, { what: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' })
    await does(rita, { what: 'contact', name: 'Bia', phone: '5511933334444' })
    await does(rita, { what: 'text', text: 'Sobre isto', replyTo: first })
    await does(rita, { what: 'raw', message: { paymentInviteMessage: { serviceType: 1 } } })
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of KINDS.entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.mediaType, bytes]).toEqual([kind === 'voice' ? 'ptt' : kind, FILES[kind].bytes])
    }
    expect(messages.slice(KINDS.length)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { content: { type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511933334444'] }] } },
      { body: 'Sobre isto', quotedMsg: { body: `Vocês abrem hoje? ${vendor}` } },
      { mediaType: 'unsupported' },
    ])
  })

  it('shows it once, edited, removed and reacted to, in whatever order and number it comes', async () => {
    const { rita, first, id } = await conversation(`Tem bolo? ${vendor}`)
    const wrong = await does(rita, { what: 'text', text: 'ops' })
    gateway.repeat(2)
    gateway.hold()
    const late = await does(rita, { what: 'text', text: 'E torta?' })
    await does(rita, { what: 'edit', text: 'E torta de limão?', to: late })
    await does(rita, { what: 'reaction', emoji: '👍', to: late })
    await gateway.release('reversed')
    await does(rita, { what: 'edit', text: 'Tem bolo de fubá?', to: first })
    await does(rita, { what: 'removal', to: wrong })
    gateway.repeat(1)
    const seen = async () =>
      (await story.messages(id)).map(({ body, edited, isDeleted, reactions }) => [
        body,
        edited,
        isDeleted,
        ...reactions.map(({ emoji }) => emoji),
      ])
    expect(await seen()).toEqual([
      [`Tem bolo? ${vendor}`, 'Tem bolo de fubá?', false],
      ['', null, true],
      ['E torta?', 'E torta de limão?', false, '👍'],
    ])
    expect(gateway.made.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('sends what the agent answers, type by type, until it is read', async () => {
    const { first, id, ours, rita } = await conversation(`Bom dia ${vendor}`)
    await story.says(id, 'Bom dia, Rita!', { quotedMsgId: (await story.last(id))?.id })
    for (const kind of KINDS) await story.sendsFile(id, kind)
    const button = { id: 'sim', label: 'Sim' }
    await story.sends(id, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    await story.sends(id, { type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511933334444'] }] })
    await story.sends(id, { type: 'buttons', text: 'Entrega?', buttons: [button] })
    const last = await story.sends(id, {
      type: 'list',
      text: 'Qual?',
      open: 'Ver',
      sections: [{ title: 'Pães', rows: [button] }],
    })
    await story.reaches(id, last, 'sent')
    expect(ours()).toHaveLength(11)
    expect(JSON.stringify(ours()[0]?.body)).toContain(first)
    // told by the gateway as well, as anything that the account writes
    const [sent] = ours()
    if (sent) await does(rita, { what: 'text', text: 'Bom dia, Rita!' }, { isFromMe: true, sent })
    expect(await story.messages(id)).toHaveLength(12)
    const ids = ours().map((one) => one.id)
    for (const state of ['read', 'delivered'] as const)
      for (const one of ids) await gateway.receipt([one], state, `${rita.phone}@s.whatsapp.net`)
    const states = (await story.messages(id)).filter(({ fromMe }) => fromMe).map(({ state }) => state)
    expect(states).toEqual(Array(11).fill('read'))
  })

  it('edits, reacts and removes', async () => {
    const { id, first } = await conversation(`Fecham a que horas? ${vendor}`)
    const { api } = story.agent
    const theirs = await story.last(id)
    const answer = await story.reaches(id, await story.says(id, 'Às 18'), 'sent')
    const asked = (words: string) =>
      until(() => gateway.requests.items.some(({ json }) => JSON.stringify(json).includes(words)))
    expect(await api.post(`/messages/edit/${answer.id}`, { body: `Às 19 ${vendor}` })).toMatchObject({ status: 200 })
    await asked(`Às 19 ${vendor}`)
    expect(await api.post(`/messages/reactions/${theirs?.id}`, { emoji: '🙏' })).toMatchObject({ status: 200 })
    await until(() =>
      gateway.requests.items.some(({ json }) => [first, '🙏'].every((word) => JSON.stringify(json).includes(word))),
    )
    const before = gateway.requests.items.length
    expect(await api.delete(`/messages/${answer.id}`)).toMatchObject({ status: 200 })
    await until(() =>
      gateway.requests.items
        .slice(before)
        .some((request) => Buffer.from(request.body).includes(answer.messageId ?? '') || request.method === 'DELETE'),
    )
  })

  it('waits while the gateway cannot send, and sends once', async () => {
    const { id, ours } = await conversation(`Tudo certo? ${vendor}`)
    gateway.fail(PATH[vendor], DOWN[vendor])
    const waiting = await story.says(id, 'Tudo!')
    await line.waits()
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('tells people when the token is no longer taken; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation(`E aí? ${vendor}`)
    gateway.world.token = 'another-token-of-the-instance'
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    await line.change({ token: gateway.world.token })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })
})
