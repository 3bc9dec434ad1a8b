import { type BotApi, startBotApi } from '@recado/plugin-telegram/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../app.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let bot: BotApi
let story: Story
let line: Line
beforeAll(async () => {
  bot = await startBotApi()
  story = await startStory({ RECADO_ENDPOINT_TELEGRAM_API: bot.url })
  line = await story.line('telegram', { botToken: bot.token, mode: 'polling', ignoreGroups: false, typing: false })
})
afterAll(async () => {
  await story?.close()
  await bot?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const bia = bot.addUser({ first_name: 'Bia', last_name: 'Moura' })
  const first = bot.userSays(bia, text)
  const { id } = await story.accept(text)
  return { bia, first, id, ours: () => bot.sent.filter(({ chatId }) => chatId === bia.id) }
}

/** Everything that was told until now was taken. */
const settled = () => until(() => bot.updates.pending().length === 0)

it('is named after its bot', async () => {
  expect(await line.now()).toMatchObject({ state: 'connected', accountName: expect.stringContaining('Recado Test') })
})

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { bia, first, id } = await conversation('Vocês abrem hoje?')
    const fields = { photo: 'image', video: 'video', audio: 'audio', voice: 'voice', document: 'document' } as const
    for (const [field, kind] of Object.entries(fields)) {
      const { bytes, type: mimeType, name: fileName } = FILES[kind]
      bot.userSendsFile(bia, field, { bytes, mimeType, fileName })
    }
    bot.userSends(bia, { location: { latitude: -23.5, longitude: -46.6 } })
    bot.userSends(bia, { contact: { phone_number: '5511933334444', first_name: 'Caio' } })
    bot.userSays(bia, 'Sobre isto', { reply_to_message: first })
    bot.userSends(bia, { hologram: {} })
    await story.message(id, ({ mediaType }) => mediaType === 'unsupported')
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of Object.values(fields).entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.content.type === 'media' && message.content.kind, bytes]).toEqual([kind, FILES[kind].bytes])
    }
    // by the name that the customer gave it, not by that of Telegram's server
    expect(messages[4]?.media?.fileName).toBe(FILES.document.name)
    expect(messages.slice(5)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6 } },
      { content: { type: 'contact', contacts: [{ name: 'Caio' }] } },
      { body: 'Sobre isto', quotedMsg: { body: 'Vocês abrem hoje?' } },
      { mediaType: 'unsupported' },
    ])
  })

  it('is edited and reacted to, and shown once however often it comes', async () => {
    const { bia, first, id } = await conversation('Tem bolo?')
    const late = bot.userSays(bia, 'E torta?')
    const change = { text: 'Tem bolo de fubá?' }
    bot.userEdits(bia, first.message_id, change)
    bot.userReacts(bia, late.message_id, ['👍'])
    await settled()
    const seen = async () =>
      (await story.messages(id)).map(({ body, edited, reactions }) => [body, edited, ...reactions.map((r) => r.emoji)])
    const expected = [
      ['Tem bolo?', 'Tem bolo de fubá?'],
      ['E torta?', null, '👍'],
    ]
    expect(await seen()).toEqual(expected)
    bot.userEdits(bia, first.message_id, change)
    for (const message of [late, first]) bot.inject({ message })
    await settled()
    expect(await seen()).toEqual(expected)
  })

  it('in a group is one conversation with several writers', async () => {
    const [ana, bia] = [bot.addUser({ first_name: 'Ana' }), bot.addUser({ first_name: 'Bia' })]
    const group = bot.addGroup({ title: 'Obra' })
    bot.userSays(group, 'Cheguei', { from: ana })
    bot.userSays(group, 'Eu também', { from: bia })
    const { id } = await story.accept('Eu também', ({ isGroup }) => isGroup)
    expect((await story.messages(id)).map(({ contact }) => contact?.name)).toEqual(['Ana', 'Bia'])
    await story.reaches(id, await story.says(id, 'Bom trabalho'), 'sent')
    expect(bot.sent.at(-1)).toMatchObject({ chatId: group.id, text: 'Bom trabalho' })
  })
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type', async () => {
    const { bia, first, id, ours } = await conversation('Bom dia')
    await story.says(id, 'Bom dia, Bia!', { quotedMsgId: (await story.last(id))?.id })
    const kinds: MediaKind[] = ['image', 'video', 'audio', 'voice', 'document', 'sticker']
    for (const kind of kinds) await story.sendsFile(id, kind, kind === 'image' ? 'A vitrine' : undefined)
    await story.sends(id, { type: 'location', latitude: -23.5, longitude: -46.6 })
    await story.sends(id, { type: 'contact', contacts: [{ name: 'Caio', phones: ['+5511933334444'] }] })
    const button = { id: 'sim', label: 'Sim' }
    await story.sends(id, { type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [button] }] })
    const asked = await story.sends(id, { type: 'buttons', text: 'Entrega?', buttons: [button] })
    await story.reaches(id, asked, 'sent')
    expect(ours().map(({ method }) => method)).toEqual([
      'sendMessage',
      ...['sendPhoto', 'sendVideo', 'sendAudio', 'sendVoice', 'sendDocument', 'sendSticker'],
      ...['sendLocation', 'sendContact', 'sendMessage', 'sendMessage'],
    ])
    expect(ours()[0]?.params.reply_parameters).toMatchObject({ message_id: first.message_id })
    expect(ours()[1]?.text).toBe('A vitrine')
    for (const [index, kind] of kinds.entries())
      expect(Buffer.from(Object.values(ours()[index + 1]?.files ?? {})[0]?.bytes ?? [])).toEqual(FILES[kind].bytes)
    bot.userTaps(bia, ours().at(-1)?.messageId ?? 0, 'Sim')
    await story.message(id, ({ content }) => content.type === 'choice' && content.id === 'sim')
  })

  it('is edited, reacted to and removed', async () => {
    const { bia, first, id, ours } = await conversation('Fecham a que horas?')
    const { api } = story.agent
    const theirs = await story.last(id)
    const answer = await story.says(id, 'Às 18')
    await story.reaches(id, answer, 'sent')
    const at = ours()[0]?.messageId ?? 0
    expect(await api.post(`/messages/edit/${answer.id}`, { body: 'Às 19' })).toMatchObject({ status: 200 })
    await until(() => bot.message(bia.id, at)?.text === 'Às 19')
    expect(await api.post(`/messages/reactions/${theirs?.id}`, { emoji: '🙏' })).toMatchObject({ status: 200 })
    const { params } = await bot.waitForCall(({ method }) => method === 'setMessageReaction')
    expect(params.message_id).toBe(first.message_id)
    expect(await api.delete(`/messages/${answer.id}`)).toMatchObject({ status: 200 })
    await until(() => bot.message(bia.id, at) === undefined)
  })
})

describe('Telegram in trouble', () => {
  it('that has had enough gets the message once it wants it, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    bot.fail('sendMessage', { status: 429, description: 'Too Many Requests', parameters: { retry_after: 3 } })
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'RATE_LIMITED' })
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('whose answer got lost leaves it to a person, and nothing is sent twice by itself', async () => {
    const { id, ours } = await conversation('Recebeu?')
    bot.fail('sendMessage', { reset: true, accepted: true })
    const open = await story.says(id, 'Recebi')
    await story.reaches(id, open, 'unknown')
    const after = await story.says(id, 'E agora?')
    expect(await story.agent.api.post(`/messages/retry/${open.id}`, { decision: 'sent' })).toMatchObject({
      status: 200,
    })
    await story.reaches(id, open, 'sent')
    await story.reaches(id, after, 'sent')
    expect(ours().map(({ text }) => text)).toEqual(['Recebi', 'E agora?'])
  })

  it('that revoked the token is told to people; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    bot.fail('sendMessage', { status: 401, description: 'Unauthorized' })
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    expect((await story.messages(id)).find((one) => one.id === waiting.id)?.state).toBe('queued')
    await line.change({ botToken: bot.token })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('that a customer blocked is told at the message, in words', async () => {
    const { bia, id } = await conversation('Tchau')
    bot.userBlocks(bia)
    const refused = await story.says(id, 'Até mais')
    const { failReason } = await story.reaches(id, refused, 'failed')
    expect(failReason).toBeTruthy()
  })
})
