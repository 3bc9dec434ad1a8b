import { type HubStandIn, startHub, type Visitors } from '@recado/plugin-hub/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../app.ts'
import { newPhone } from '../../rich-company.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let hub: HubStandIn
let story: Story
let line: Line
let whatsapp: Visitors
beforeAll(async () => {
  hub = await startHub()
  story = await startStory({ RECADO_ENDPOINT_HUB_API: hub.url })
  line = await story.line('hub', { token: hub.token, channel: 'ch-wa', kind: 'auto' })
  whatsapp = hub.channel('ch-wa')
})
afterAll(async () => {
  await story?.close()
  await hub?.close()
})

/** A customer on WhatsApp who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const phone = newPhone()
  const first = await whatsapp.says(phone, text, { name: 'Rita Alves' })
  const { id } = await story.accept(text)
  return { phone, first, id, ours: () => hub.sent.items.filter(({ to }) => to === phone) }
}
const isSend = ({ path }: { path: string }) => path.endsWith('/messages')

it('subscribes its own address for messages and states', async () => {
  expect(await line.now()).toMatchObject({ state: 'connected', accountName: 'Loja WhatsApp' })
  expect(hub.account.subscriptions.map(({ url, eventType }) => [url, eventType])).toEqual([
    [line.hookUrl, 'MESSAGE'],
    [line.hookUrl, 'MESSAGE_STATUS'],
  ])
})

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { phone, first, id } = await conversation('Vocês abrem hoje?')
    const kinds: MediaKind[] = ['image', 'video', 'voice', 'document', 'sticker']
    for (const kind of kinds) {
      const { bytes, type, name } = FILES[kind]
      const fileMimeType = kind === 'voice' ? 'audio/ogg; codecs=opus' : type
      await whatsapp.sends(phone, [{ type: 'file', fileUrl: hub.addFile(bytes, type), fileMimeType, fileName: name }])
    }
    await whatsapp.sends(phone, [{ type: 'location', latitude: -23.5, longitude: '-46.6', name: 'Praça' }])
    const people = [{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 93333-4444' }] }]
    await whatsapp.sends(phone, [{ type: 'contacts', contacts: people }])
    await whatsapp.sends(phone, [{ type: 'text', text: 'Sobre isto', context: { id: first } }])
    await whatsapp.sends(phone, [{ type: 'text', text: 'Sim', payload: 'sim' }])
    await whatsapp.sends(phone, [{ type: 'hologram' }])
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
    const { phone, id } = await conversation('Tem bolo?')
    const held: unknown[] = []
    hub.deliverTo(async ({ body }) => {
      held.push(body)
      return {}
    })
    const late = await whatsapp.says(phone, 'E torta?')
    await whatsapp.sends(phone, [{ type: 'reaction', reaction: { message_id: late, emoji: '👍' } }])
    hub.deliverTo(null)
    for (const body of held.reverse())
      for (let time = 0; time < 2; time += 1) await whatsapp.post(body as Record<string, unknown>)
    for (const delivery of [...hub.deliveries.items]) await hub.repeat(delivery, 'm-outra-vez')
    const seen = (await story.messages(id)).map(({ body, reactions }) => [body, ...reactions.map(({ emoji }) => emoji)])
    expect(seen).toEqual([['Tem bolo?'], ['E torta?', '👍']])
    expect(hub.deliveries.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('in a group of Telegram or below a post of Instagram has a ticket of its own', async () => {
    const instagram = await story.line('hub', { token: hub.token, channel: 'ch-77', kind: 'auto' })
    const visitors = hub.channel('ch-77')
    await visitors.says('9001', 'Oi no direct')
    await visitors.comments('9001', 'Qual o preço?', 'https://instagram.example/p/1')
    await visitors.says('9001', 'Oi, turma', { group: { id: '-5', name: 'Turma' } })
    expect(await story.accept('Oi no direct')).toMatchObject({ postId: null })
    expect(await story.accept('Oi, turma')).toMatchObject({ isGroup: true })
    const { id, postId } = await story.accept('Qual o preço?')
    expect(postId).toBe('https://instagram.example/p/1')
    const comment = (await story.last(id))?.messageId
    await story.reaches(id, await story.says(id, 'Trinta reais'), 'sent')
    expect(hub.sent.items.at(-1)?.content).toEqual({ type: 'reply_text', messsageId: comment, text: 'Trinta reais' })
    expect((await instagram.now()).notices).toHaveLength(1)
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
    const last = await story.sends(id, { type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [button] }] })
    await story.reaches(id, last, 'sent')
    expect(ours()[0]).toMatchObject({
      kind: 'whatsapp',
      answers: Buffer.from(first).toString('base64'),
      content: { text: 'Bom dia, Rita!' },
    })
    for (const [index, kind] of kinds.entries()) {
      const answer = await fetch(String(ours()[index + 1]?.content.fileUrl))
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(FILES[kind].bytes)
    }
    expect(ours().map(({ content }) => content)).toMatchObject([
      { type: 'text' },
      { type: 'file', fileMimeType: 'image', fileCaption: 'A vitrine' },
      { type: 'file', fileMimeType: 'video' },
      { type: 'file', fileMimeType: 'audio' },
      { type: 'file', fileMimeType: 'audio', voice: true },
      { type: 'file', fileMimeType: 'document', fileName: 'tabela.pdf' },
      { type: 'file', fileMimeType: 'sticker' },
      { type: 'location', latitude: -23.5 },
      { type: 'contacts' },
      { type: 'interactive', interactive: { type: 'button' } },
      { type: 'interactive', interactive: { type: 'list' } },
    ])
    for (const sent of ours()) await whatsapp.status(sent, 'DELIVERED')
    await story.reaches(id, last, 'delivered')
    for (const code of ['READ', 'DELIVERED', 'SENT', 'READ'])
      for (const sent of ours()) await whatsapp.status(sent, code)
    const states = (await story.messages(id)).filter(({ fromMe }) => fromMe).map(({ state }) => state)
    expect(states).toEqual(Array(11).fill('read'))
  })

  it('may be a template, once the network approved it', async () => {
    const templates = `/whatsapp/${line.id}/templates`
    const { api } = story.company.admin
    const body = { name: 'pedido_chegou', language: 'pt_BR', category: 'UTILITY' }
    const components = [{ type: 'BODY', text: 'Olá {{1}}, seu pedido chegou.' }]
    expect(await api.post(templates, { ...body, components })).toMatchObject({ body: { status: 'PENDING' } })
    for (const template of hub.account.templates.get('ch-wa') ?? []) template.status = 'APPROVED'
    await api.post(`${templates}/sync`)
    const { id, ours } = await conversation('Chegou?')
    const variables = { 'body.1': 'Rita' }
    const sent = await story.sends(id, { type: 'template', name: 'pedido_chegou', language: 'pt_BR', variables })
    expect(sent.body).toBe('Olá Rita, seu pedido chegou.')
    await until(() => ours().some(({ content }) => content.type === 'template'))
  })

  it('is refused later by the network: the agent learns why', async () => {
    const { id, ours } = await conversation('Ainda aí?')
    const message = await story.says(id, 'Sim')
    await story.reaches(id, message, 'sent')
    const error = { code: 10, message: 'outside of allowed window' }
    for (const sent of ours()) await whatsapp.status(sent, 'REJECTED', { error })
    expect(await story.reaches(id, message, 'failed')).toMatchObject({ failCode: 'WINDOW_CLOSED' })
  })
})

describe('a provider in trouble', () => {
  it('that is down gets the message once it is back, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    hub.fail(isSend, { status: 503, json: {} })
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'TEMPORARY' })
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('that revoked the token is told to people; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    hub.revoke()
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    await line.change({ token: hub.account.takenToken })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })
})
