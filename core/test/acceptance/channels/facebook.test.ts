import { type MetaStandIn, startMessenger } from '@recado/plugin-facebook/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInWithFacebook } from './facebook-login.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let meta: MetaStandIn
let story: Story
let line: Line
beforeAll(async () => {
  meta = await startMessenger({ fetchesFiles: true, echo: 'after' })
  story = await startStory({ RECADO_ENDPOINT_FACEBOOK_GRAPH: meta.url, RECADO_ENDPOINT_FACEBOOK_DIALOG: meta.url })
  line = await story.line('facebook', {
    access: 'token',
    accountId: meta.account.id,
    accessToken: meta.token,
    appSecret: meta.app.secret,
    verifyToken: 'palavra-nossa',
    comments: true,
    humanAgent: true,
  })
  meta.deliverTo(line.hookUrl)
})
afterAll(async () => {
  await story?.close()
  await meta?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const ana = meta.person({ name: 'Ana Lima' })
  const first = await ana.says(text)
  const { id } = await story.accept(text)
  return { ana, first, id, ours: () => meta.sent.items.filter(({ to }) => to === ana.id) }
}

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { ana, first, id } = await conversation('Vocês abrem hoje?')
    const kinds = { image: 'image', video: 'video', audio: 'audio', file: 'document' } as const
    for (const [type, kind] of Object.entries(kinds)) {
      const { bytes, type: mimeType, name } = FILES[kind]
      await ana.sends([{ type, payload: { url: meta.file(bytes, mimeType, name) } }])
    }
    await ana.sends([{ type: 'location', title: 'Praça', payload: { coordinates: { lat: -23.5, long: -46.6 } } }])
    await ana.says('Sobre isto', { reply_to: { mid: first } })
    await ana.taps('sim', 'Sim')
    await ana.comesFrom({ ref: 'vitrine', source: 'SHORTLINK', type: 'OPEN_THREAD' })
    await ana.says('Vim pelo link')
    await ana.sends([{ type: 'hologram', payload: {} }])
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of Object.values(kinds).entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.mediaType, message.media?.mimeType, bytes]).toEqual([kind, FILES[kind].type, FILES[kind].bytes])
    }
    expect(messages.slice(4)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { body: 'Sobre isto', quotedMsg: { body: 'Vocês abrem hoje?' } },
      { content: { type: 'choice', id: 'sim', text: 'Sim' } },
      { body: 'Vim pelo link', origin: { id: 'vitrine' } },
      { mediaType: 'unsupported' },
    ])
  })

  it('is edited, removed and reacted to, in whatever order and number it comes', async () => {
    const { ana, first, id } = await conversation('Tem bolo?')
    const wrong = await ana.says('ops')
    meta.hold()
    const late = await ana.says('E torta?')
    await ana.edits(late, 'E torta de limão?')
    await ana.reacts(late, '👍')
    await meta.release((bodies) => [...bodies].reverse().flatMap((body) => [body, body]))
    await ana.edits(first, 'Tem bolo de fubá?')
    await ana.deletes(wrong)
    const seen = async () =>
      (await story.messages(id)).map(({ body, edited, isDeleted, reactions }) => [
        body,
        edited,
        isDeleted,
        reactions.map(({ emoji }) => emoji).join(),
      ])
    const expected = [
      ['Tem bolo?', 'Tem bolo de fubá?', false, ''],
      ['', null, true, ''],
      ['E torta?', 'E torta de limão?', false, '👍'],
    ]
    expect(await seen()).toEqual(expected)
    for (const { body } of [...meta.deliveries.items].reverse()) await meta.deliver(body)
    expect(await seen()).toEqual(expected)
    expect(meta.deliveries.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('below a post has a ticket of its own, is edited there and answered in public and in private', async () => {
    const { ana } = await conversation('Oi no privado')
    const comment = await ana.comments('Qual o preço?', '700100_55')
    const { id, postId } = await story.accept('Qual o preço?')
    expect(postId).toBe('700100_55')
    await ana.editsComment(comment, 'Qual o preço do bolo?')
    await story.message(id, ({ edited }) => edited === 'Qual o preço do bolo?')
    await story.says(id, 'Trinta reais')
    expect(await meta.answers.waitFor((one) => one.comment === comment)).toMatchObject({ text: 'Trinta reais' })
    await story.reaches(id, await story.says(id, 'Te chamei', { commentReply: 'private' }), 'sent')
    expect(meta.sent.items.at(-1)).toMatchObject({ comment, message: { text: 'Te chamei' } })
    await ana.deletesComment(comment)
    await story.message(id, ({ isDeleted, fromMe }) => isDeleted && !fromMe)
  })
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type, is delivered and read', async () => {
    const { ana, first, id, ours } = await conversation('Bom dia')
    await story.says(id, 'Bom dia, Ana!', { quotedMsgId: (await story.last(id))?.id })
    const kinds: MediaKind[] = ['image', 'video', 'audio', 'voice', 'document']
    for (const kind of kinds) await story.sendsFile(id, kind, kind === 'image' ? 'A vitrine' : undefined)
    const [button, link] = [
      { id: 'sim', label: 'Sim' },
      { id: 'site', label: 'Ver', url: 'https://padaria.example' },
    ]
    await story.sends(id, { type: 'buttons', text: 'Entrega?', buttons: [button, link] })
    await story.sends(id, { type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [button] }] })
    const cards = await story.sends(id, { type: 'carousel', cards: [{ title: 'Pão', buttons: [button] }] })
    await story.reaches(id, cards, 'sent')
    const buttons = [
      { type: 'postback', title: 'Sim', payload: 'sim' },
      { type: 'web_url', title: 'Ver', url: 'https://padaria.example' },
    ]
    expect(ours()[0]).toMatchObject({ replyTo: first, messagingType: 'RESPONSE' })
    expect(ours().map(({ message }) => message)).toMatchObject([
      { text: 'Bom dia, Ana!' },
      { attachment: { type: 'image' } },
      { text: 'A vitrine' },
      { attachment: { type: 'video' } },
      { attachment: { type: 'audio' } },
      { attachment: { type: 'audio' } },
      { attachment: { type: 'file' } },
      { attachment: { payload: { template_type: 'button', text: 'Entrega?', buttons } } },
      { text: 'Qual?', quick_replies: [{ title: 'Sim' }] },
      { attachment: { payload: { template_type: 'generic', elements: [{ title: 'Pão' }] } } },
    ])
    // the echoes of our own messages are not new ones
    expect(await story.messages(id)).toHaveLength(10)
    await ana.receives(ours().map(({ mid }) => mid))
    await story.reaches(id, cards, 'delivered')
    await ana.reads({ watermark: Date.now() + 1000 })
    const sent = (await story.messages(id)).filter(({ fromMe }) => fromMe)
    for (const message of sent) await story.reaches(id, message, 'read')
    await ana.receives(ours().map(({ mid }) => mid))
    expect((await story.messages(id)).filter(({ state }) => state === 'read')).toHaveLength(9)
  })

  it('reacts to what the customer wrote', async () => {
    const { ana, first, id } = await conversation('Adorei o bolo')
    const theirs = (await story.last(id))?.id ?? ''
    await story.agent.api.post(`/messages/reactions/${theirs}`, { emoji: '😍' })
    const { payload } = await meta.actions.waitFor(({ to, action }) => to === ana.id && action === 'react')
    expect(payload).toMatchObject({ message_id: first, reaction: '😍' })
    await story.agent.api.post(`/messages/reactions/${theirs}`, { emoji: '' })
    await meta.actions.waitFor(({ to, action }) => to === ana.id && action === 'unreact')
  })
})

describe('a provider in trouble', () => {
  it('that fails gets the message once it is back, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    meta.refuse({ code: 2, message: 'Service temporarily unavailable' })
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'TEMPORARY' })
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('whose answer got lost is known by its echo to have taken the message', async () => {
    const { id, ours } = await conversation('Recebeu?')
    meta.fail(({ path, json }) => path.endsWith('/messages') && json.sender_action === undefined, 'lose')
    const open = await story.says(id, 'Recebi')
    await story.reaches(id, open, 'sent')
    await line.drains()
    expect(ours()).toHaveLength(1)
    expect((await story.messages(id)).map(({ body }) => body)).toEqual(['Recebeu?', 'Recebi'])
  })

  it('that revoked the token is told to people; a new one brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    const token = meta.revokeToken()
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    await line.change({ accessToken: token })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })
})

describe('logging in with Facebook', () => {
  it('begins in the panel, comes back from Facebook and connects the account that is chosen', async () => {
    await logInWithFacebook(line, meta, 'Padaria Sol')
    const { id } = await conversation('Agora pelo Facebook?')
    await story.reaches(id, await story.says(id, 'Sim'), 'sent')
  })
})
