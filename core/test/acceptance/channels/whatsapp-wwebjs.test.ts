import { type StandInSession, startWwebjsGateway, type WwebjsGateway } from '@recado/plugin-whatsapp-wwebjs/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../app.ts'
import { newPhone } from '../../rich-company.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let gateway: WwebjsGateway
let session: StandInSession
let story: Story
let line: Line
beforeAll(async () => {
  gateway = await startWwebjsGateway()
  session = gateway.session('loja')
  story = await startStory({ RECADO_EGRESS_ALLOW: new URL(gateway.url).host })
  const settings = { url: gateway.url, apiKey: gateway.apiKey, sessionId: 'loja', ignoreGroups: false, typing: true }
  line = await story.line('whatsapp-wwebjs', settings, async (is) => {
    expect((await is('waiting-qr')).qrcode).toBe(session.state.qr)
    await session.scan()
  })
})
afterAll(async () => {
  await story?.close()
  await gateway?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const chat = `${newPhone()}@c.us`
  const first = await session.says(chat, text, { name: 'Rita Alves' })
  const { id } = await story.accept(text)
  return { chat, first, id, ours: () => gateway.sent.items.filter(({ chatId }) => chatId === chat) }
}

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { chat, first, id } = await conversation('Vocês abrem hoje?')
    const types = {
      image: 'image',
      video: 'video',
      audio: 'audio',
      voice: 'ptt',
      document: 'document',
      sticker: 'sticker',
    }
    const kinds = Object.keys(types) as MediaKind[]
    for (const kind of kinds) {
      const { bytes, type, name } = FILES[kind]
      const file = { mimetype: type, data: bytes.toString('base64'), filename: kind === 'document' ? name : null }
      // with the file in a hook of its own, or to be asked for
      await session.sendsFile(chat, types[kind], file, { media: kind === 'image' ? 'after' : 'none' })
    }
    await session.sends(chat, 'location', { location: { latitude: -23.5, longitude: -46.6, description: 'Praça' } })
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nTEL;waid=5511933334444:+55 11 93333-4444\nEND:VCARD'
    await session.sends(chat, 'vcard', { body: card })
    await session.says(chat, 'Sobre isto', { answers: { id: first.id.id, participant: chat } })
    await session.sends(chat, 'list_response', { body: 'Segunda via', selectedRowId: 'via' })
    await session.sends(chat, 'never_seen', { body: null })
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of kinds.entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.mediaType, bytes]).toEqual([types[kind], FILES[kind].bytes])
    }
    expect(messages.slice(kinds.length)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { content: { type: 'contact', contacts: [{ name: 'Bia Souza', phones: ['5511933334444'] }] } },
      { body: 'Sobre isto', quotedMsg: { body: 'Vocês abrem hoje?' } },
      { content: { type: 'choice', id: 'via', text: 'Segunda via' } },
      { mediaType: 'unsupported' },
    ])
  })

  it('is edited, removed and reacted to, in whatever order and number it comes', async () => {
    const { chat, first, id } = await conversation('Tem bolo?')
    const wrong = await session.says(chat, 'ops')
    const late = session.saysUnheard(chat, 'E torta?')
    const asWritten = structuredClone(late)
    await session.edits(late, 'E torta de limão?')
    await session.reacts(chat, late, '👍')
    await session.post('message', { message: asWritten })
    await session.post('message_create', { message: asWritten })
    await session.edits(first, 'Tem bolo de fubá?')
    await session.removes(wrong)
    const seen = async () =>
      (await story.messages(id)).map(({ body, edited, isDeleted, reactions }) => [
        body,
        edited,
        isDeleted,
        ...reactions.map(({ emoji }) => emoji),
      ])
    const expected = [
      ['Tem bolo?', 'Tem bolo de fubá?', false],
      ['', null, true],
      ['E torta?', 'E torta de limão?', false, '👍'],
    ]
    await until(async () => JSON.stringify(await seen()) === JSON.stringify(expected))
    for (const { body } of [...gateway.deliveries.items]) await session.post(body.dataType, body.data)
    expect(await seen()).toEqual(expected)
    expect(gateway.deliveries.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('in a group is one conversation with several writers', async () => {
    const [group, ana, bia] = ['120363012345678901@g.us', `${newPhone()}@c.us`, `${newPhone()}@c.us`]
    gateway.people.groups.set(group, { name: 'Obra', participants: [{ id: ana, isAdmin: true }] })
    await session.says(group, 'Cheguei', { author: ana, name: 'Ana' })
    await session.says(group, 'Eu também', { author: bia, name: 'Bia' })
    const { id } = await story.accept('Eu também', ({ isGroup }) => isGroup)
    expect((await story.messages(id)).map(({ contact }) => contact?.name)).toEqual(['Ana', 'Bia'])
    await story.reaches(id, await story.says(id, 'Bom trabalho'), 'sent')
    expect(gateway.sent.items.at(-1)).toMatchObject({ chatId: group, content: 'Bom trabalho' })
  })

  it('cannot be read yet, and is shown once it can', async () => {
    const { chat, id } = await conversation('Segredo?')
    const { decrypt } = await session.sendsUnreadable(chat)
    expect(await story.last(id)).toMatchObject({ mediaType: 'unsupported' })
    await decrypt('Agora sim')
    await story.message(id, ({ body, edited }) => [body, edited].includes('Agora sim'))
    expect(await story.messages(id)).toHaveLength(2)
  })
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type, is delivered and read', async () => {
    const { first, id, ours } = await conversation('Bom dia')
    await story.says(id, 'Bom dia, Rita!', { quotedMsgId: (await story.last(id))?.id })
    const kinds: MediaKind[] = ['image', 'video', 'audio', 'voice', 'document', 'sticker']
    for (const kind of kinds) await story.sendsFile(id, kind, kind === 'image' ? 'A vitrine' : undefined)
    await story.sends(id, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    const card = await story.sends(id, { type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511933334444'] }] })
    await story.reaches(id, card, 'sent')
    expect(ours()[0]).toMatchObject({ contentType: 'string', content: 'Bom dia, Rita!', answers: first.id.id })
    for (const [index, kind] of kinds.entries())
      expect(ours()[index + 1]).toMatchObject({ content: { data: FILES[kind].bytes.toString('base64') } })
    expect(ours()[1]?.options).toMatchObject({ caption: 'A vitrine' })
    expect(ours()[4]?.options).toMatchObject({ sendAudioAsVoice: true })
    expect(ours()[6]?.options).toMatchObject({ sendMediaAsSticker: true })
    expect(ours()[7]).toMatchObject({ contentType: 'Location', content: { latitude: -23.5 } })
    expect(ours()[8]?.content).toContain('FN:Bia')
    // told by the gateway as well, as anything that the phone writes
    for (const { message } of ours()) await session.post('message_create', { message })
    expect(await story.messages(id)).toHaveLength(10)
    for (const ack of [3, 2, 1]) for (const { message } of ours()) await session.ack(message, ack)
    const states = (await story.messages(id)).filter(({ fromMe }) => fromMe).map(({ state }) => state)
    expect(states).toEqual(Array(9).fill('read'))
  })

  it('is edited, reacted to and removed', async () => {
    const { chat, first, id, ours } = await conversation('Fecham a que horas?')
    const { api } = story.agent
    const theirs = await story.last(id)
    const answer = await story.says(id, 'Às 18')
    await story.reaches(id, answer, 'sent')
    const bare = ours()[0]?.message.id.id ?? ''
    expect(await api.post(`/messages/edit/${answer.id}`, { body: 'Às 19' })).toMatchObject({ status: 200 })
    await until(() => session.find(chat, bare)?.body === 'Às 19')
    await api.post(`/messages/reactions/${theirs?.id}`, { emoji: '🙏' })
    await until(() => session.find(chat, first.id.id)?.ownReaction === '🙏')
    expect(await api.delete(`/messages/${answer.id}`)).toMatchObject({ status: 200 })
    await until(() => session.find(chat, bare)?.type === 'revoked')
  })

  it('is shown when it was written on the phone', async () => {
    const { chat, id } = await conversation('Alguém?')
    await session.phoneSays(chat, 'Respondi no celular')
    expect(await story.last(id)).toMatchObject({ body: 'Respondi no celular', fromMe: true, sendType: 'echo' })
  })
})

describe('a gateway in trouble', () => {
  it('that fails gets the message once it is back, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    const failure = { status: 503, json: { success: false, error: 'Protocol error' } }
    gateway.fail(({ path }) => path.startsWith('/client/sendMessage'), failure)
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'TEMPORARY' })
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('that no longer takes the key is told to people; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    gateway.revoke()
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    await line.change({ apiKey: `${gateway.apiKey}-revoked` })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })
})
