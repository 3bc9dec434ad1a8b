import { type CloudApi, startCloudApi } from '@recado/plugin-whatsapp-cloud/stand-in'
import { startWwebjsGateway, type WwebjsGateway } from '@recado/plugin-whatsapp-wwebjs/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../app.ts'
import { newPhone } from '../../rich-company.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let cloud: CloudApi
/** Another way to the same people, over a phone. */
let gateway: WwebjsGateway
let story: Story
let line: Line
beforeAll(async () => {
  ;[cloud, gateway] = await Promise.all([startCloudApi(), startWwebjsGateway()])
  story = await startStory({
    RECADO_EGRESS_ALLOW: new URL(gateway.url).host,
    RECADO_ENDPOINT_WHATSAPP_CLOUD_GRAPH: cloud.url,
    RECADO_ENDPOINT_WHATSAPP_CLOUD_MEDIA: cloud.url,
  })
  line = await story.line('whatsapp-cloud', {
    phoneNumberId: cloud.phoneNumberId,
    businessAccountId: cloud.businessAccountId,
    accessToken: cloud.token,
    appId: cloud.appId,
    appSecret: cloud.appSecret,
    // Meta verifies the channel's own address before it takes it
    webhook: 'own',
    typing: false,
  })
})
afterAll(async () => {
  await story?.close()
  await cloud?.close()
  await gateway?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const rita = cloud.addPerson({ waId: newPhone(), name: 'Rita Alves' })
  const first = cloud.userSays(rita, text).id
  const { id } = await story.accept(text)
  return { rita, first, id, ours: () => cloud.sent.items.filter(({ to }) => to === rita.waId) }
}

it('is called by Meta at its own address', async () => {
  expect(await line.now()).toMatchObject({ state: 'connected', accountName: 'Recado Teste', number: cloud.display })
  expect(cloud.state.subscription).toMatchObject({ override_callback_uri: line.hookUrl })
})

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { rita, first, id } = await conversation('Vocês abrem hoje?')
    const types = {
      image: {},
      video: {},
      audio: {},
      voice: { voice: true },
      document: { filename: 'tabela.pdf' },
      sticker: {},
    }
    const kinds = Object.keys(types) as (MediaKind & keyof typeof types)[]
    for (const kind of kinds) {
      const { bytes, type } = FILES[kind]
      const more = { mime_type: type, ...types[kind] }
      cloud.userSendsFile(rita, kind === 'voice' ? 'audio' : kind, bytes, more)
      await cloud.webhooks.idle()
    }
    const people = [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 93333-4444' }] }]
    for (const sent of [
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { type: 'contacts', contacts: people },
      { type: 'text', text: { body: 'Sobre isto' }, context: { id: first } },
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'sim', title: 'Sim' } } },
      { type: 'hologram' },
    ]) {
      cloud.userSends(rita, sent)
      await cloud.webhooks.idle()
    }
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of kinds.entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.mediaType, bytes]).toEqual([kind === 'voice' ? 'ptt' : kind, FILES[kind].bytes])
    }
    expect(messages.slice(kinds.length)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { content: { type: 'contact', contacts: [{ name: 'Bia', phones: ['+55 11 93333-4444'] }] } },
      { body: 'Sobre isto', quotedMsg: { body: 'Vocês abrem hoje?' } },
      { content: { type: 'choice', id: 'sim', text: 'Sim' } },
      { mediaType: 'unsupported' },
    ])
    expect(messages[0]?.contact?.name).toBe('Rita Alves')
  })

  it('is shown once, in whatever order and number it comes, with its reactions', async () => {
    const { rita, id } = await conversation('Tem bolo?')
    cloud.webhooks.hold()
    const { id: late } = cloud.userSays(rita, 'E torta?')
    cloud.userReacts(rita, late, '👍')
    cloud.webhooks.release({ reversed: true, times: 2 })
    await cloud.webhooks.idle()
    const seen = async () =>
      (await story.messages(id)).map(({ body, reactions }) => [body, ...reactions.map(({ emoji }) => emoji)])
    await until(async () => JSON.stringify(await seen()) === JSON.stringify([['Tem bolo?'], ['E torta?', '👍']]))
    for (const { hook } of cloud.webhooks.deliveries.items) {
      const answer = await fetch(line.hookUrl, { method: 'POST', headers: hook.headers, body: Buffer.from(hook.body) })
      expect(answer.status).toBe(200)
    }
    expect(await seen()).toEqual([['Tem bolo?'], ['E torta?', '👍']])
    expect(cloud.webhooks.refused).toEqual([])
  })
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type, is delivered and read', async () => {
    const { first, id, ours } = await conversation('Bom dia')
    await story.says(id, 'Bom dia, Rita!', { quotedMsgId: (await story.last(id))?.id })
    const kinds: MediaKind[] = ['image', 'video', 'audio', 'voice', 'document', 'sticker']
    for (const kind of kinds) await story.sendsFile(id, kind, kind === 'image' ? 'A vitrine' : undefined)
    const button = { id: 'sim', label: 'Sim' }
    await story.sends(id, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    await story.sends(id, { type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511933334444'] }] })
    await story.sends(id, { type: 'buttons', text: 'Entrega?', buttons: [button] })
    await story.sends(id, { type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [button] }] })
    await story.sends(id, { type: 'carousel', cards: [{ title: 'Pão', buttons: [button] }] })
    const last = await story.sends(id, { type: 'location-request', text: 'Onde você está?' })
    await story.reaches(id, last, 'delivered')
    expect(ours()[0]?.json).toMatchObject({ context: { message_id: first }, text: { body: 'Bom dia, Rita!' } })
    const types = ['text', 'image', 'video', 'audio', 'audio', 'document', 'sticker', 'location', 'contacts']
    expect(ours().map(({ type }) => type)).toEqual([...types, ...Array(4).fill('interactive')])
    expect(ours()[1]?.text).toBe('A vitrine')
    expect(ours()[4]?.json.audio).toMatchObject({ voice: true })
    for (const [index, kind] of kinds.entries()) {
      const sent = ours()[index + 1]
      const file = sent?.json[sent.type] as { id: string } | undefined
      expect(Buffer.from(cloud.state.media.get(file?.id ?? '')?.bytes ?? [])).toEqual(FILES[kind].bytes)
    }
    for (const status of ['read', 'delivered', 'sent']) for (const sent of ours()) cloud.status(sent.id, status)
    await cloud.webhooks.idle()
    const mine = (await story.messages(id)).filter(({ fromMe }) => fromMe)
    for (const message of mine) await story.reaches(id, message, 'read')
    expect(mine).toHaveLength(13)
  })

  it('may be a reaction, and a template once it is approved', async () => {
    const { first, id, ours } = await conversation('Chegou?')
    const theirs = await story.last(id)
    await story.agent.api.post(`/messages/reactions/${theirs?.id}`, { emoji: '🙏' })
    await until(() => ours().some(({ json }) => JSON.stringify(json.reaction)?.includes(first)))
    const components = [{ type: 'BODY', text: 'Olá {{1}}, seu pedido chegou.' }]
    cloud.addTemplate({ name: 'pedido_chegou', language: 'pt_BR', category: 'UTILITY', status: 'APPROVED', components })
    await story.company.admin.api.post(`/whatsapp/${line.id}/templates/sync`)
    const variables = { 'body.1': 'Rita' }
    const sent = await story.sends(id, { type: 'template', name: 'pedido_chegou', language: 'pt_BR', variables })
    expect(sent.body).toBe('Olá Rita, seu pedido chegou.')
    await until(() => ours().some(({ type }) => type === 'template'))
  })

  it('is refused later by WhatsApp: the agent learns why', async () => {
    const { id } = await conversation('Ainda aí?')
    cloud.refuse(131026, { by: 'status' })
    const message = await story.says(id, 'Sim')
    expect(await story.reaches(id, message, 'failed')).toMatchObject({ failCode: 'RECIPIENT_INVALID' })
  })

  it('is shown when it was written on the phone', async () => {
    const { rita, id } = await conversation('Alguém?')
    cloud.phoneSends(rita, { type: 'text', text: { body: 'Respondi no celular' } })
    await story.message(id, ({ body, sendType }) => body === 'Respondi no celular' && sendType === 'echo')
  })
})

describe('a provider in trouble', () => {
  it('that fails gets the message once it is back, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    cloud.refuse(131000)
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'TEMPORARY' })
    await line.drains()
    await story.reaches(id, waiting, 'delivered')
    expect(ours()).toHaveLength(1)
  })

  it('that revoked the token is told to people; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    cloud.revokeToken()
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    await line.change({ accessToken: cloud.token })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'delivered')
    expect(ours()).toHaveLength(1)
  })
})

describe('what Meta refuses, with a gateway beside the official number', () => {
  beforeAll(async () => {
    await gateway.session('loja').scan()
    await line.change({ fallbackUrl: gateway.url, fallbackKey: gateway.apiKey, fallbackSession: 'loja' })
    await line.is('connected')
  })

  it('goes the other way, at once or as soon as it is told', async () => {
    const { rita, id, ours } = await conversation('Meu número é novo')
    const viaPhone = () => gateway.sent.items.filter(({ chatId }) => chatId === `${rita.waId}@c.us`)
    cloud.refuse(131026)
    await story.reaches(id, await story.says(id, 'Recebeu?'), 'sent')
    cloud.refuse(131026, { by: 'status' })
    await story.reaches(id, await story.says(id, 'E esta?'), 'sent')
    expect(viaPhone().map(({ content }) => content)).toEqual(['Recebeu?', 'E esta?'])
    expect(ours().map(({ text }) => text)).toEqual(['E esta?'])
    // the number's own phone tells of both
    for (const body of ['Recebeu?', 'E esta?']) cloud.phoneSends(rita, { type: 'text', text: { body } })
    await cloud.webhooks.idle()
    expect((await story.messages(id)).map(({ body }) => body)).toEqual(['Meu número é novo', 'Recebeu?', 'E esta?'])
  })

  it('stays refused, with its reason, when the gateway refuses too', async () => {
    const { id } = await conversation('E agora?')
    gateway.session('loja').vanish()
    cloud.refuse(131026)
    const message = await story.says(id, 'Agora nada')
    expect(await story.reaches(id, message, 'failed')).toMatchObject({ failCode: 'RECIPIENT_INVALID' })
  })
})

it('a channel goes although its provider does not hear of it', async () => {
  const { name } = await line.now()
  cloud.fail(/subscribed_apps/, { status: 500 }, 50)
  const deleted = await story.company.admin.api.delete(`/whatsapp/${line.id}?name=${encodeURIComponent(name)}`)
  expect(deleted.status).toBe(200)
  await until(async () => (await fetch(line.hookUrl, { method: 'POST' })).status === 404)
  expect(cloud.requests.items.some(({ path }) => path.endsWith('/subscribed_apps'))).toBe(true)
  const secrets = `select 1 from plugin_secret where instance = 'channel:${line.id}'`
  await until(async () => (await story.app.db.owner(secrets)).length === 0)
})
