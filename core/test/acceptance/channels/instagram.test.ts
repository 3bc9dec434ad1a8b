import { type MetaStandIn, startInstagram } from '@recado/plugin-instagram/stand-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logInWithFacebook } from './facebook-login.ts'
import { FILES, type Line, type Story, startStory } from './story.ts'

let meta: MetaStandIn
let story: Story
let line: Line
beforeAll(async () => {
  meta = await startInstagram({ fetchesFiles: true, echo: 'before' })
  story = await startStory({
    RECADO_ENDPOINT_INSTAGRAM_GRAPH: meta.url,
    RECADO_ENDPOINT_INSTAGRAM_INSTAGRAM: meta.url,
    RECADO_ENDPOINT_INSTAGRAM_DIALOG: meta.url,
  })
  line = await story.line('instagram', {
    access: 'token',
    accountId: meta.account.id,
    accessToken: meta.token,
    appSecret: meta.app.secret,
    verifyToken: 'palavra-nossa',
    comments: true,
    humanAgent: false,
  })
  meta.deliverTo(line.hookUrl)
})
afterAll(async () => {
  await story?.close()
  await meta?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const bia = meta.person({ name: 'Bia Souza', username: 'bia', picture: meta.file(FILES.image.bytes) })
  const first = await bia.says(text)
  return { bia, first, id: (await story.accept(text)).id }
}

it('shows the account that it found and subscribed', async () => {
  expect(await line.now()).toMatchObject({ state: 'connected', accountName: '@padaria.sol' })
  expect(meta.subscriptions.items.length).toBeGreaterThan(0)
  const verified = await fetch(
    `${line.hookUrl}?hub.mode=subscribe&hub.verify_token=palavra-nossa&hub.challenge=desafio`,
  )
  expect([verified.status, await verified.text()]).toEqual([200, 'desafio'])
})

describe('what customers send', () => {
  it('shows with its file, its place in a story and what it answers', async () => {
    const { bia, first, id } = await conversation('Vocês entregam?')
    const picture = meta.file(FILES.image.bytes, 'image/png')
    const films = meta.file(FILES.video.bytes, 'video/mp4')
    await bia.sends([{ type: 'image', payload: { url: picture } }])
    await bia.sends([{ type: 'video', payload: { url: films } }])
    await bia.sends([{ type: 'story_mention', payload: { url: picture } }])
    await bia.says('Sobre isto', { reply_to: { mid: first } })
    await bia.says('Lindo!', { reply_to: { story: { id: '17900', url: picture } } })
    await bia.choosesQuickReply('sim', 'Sim')
    await bia.taps('menu', 'Ver o cardápio')
    await bia.sends([{ type: 'hologram', payload: {} }])
    const [, image, video, mention, reply, story_, choice, tap, unknown] = await story.messages(id)
    for (const [message, file] of [
      [image, FILES.image],
      [video, FILES.video],
      [mention, FILES.image],
    ] as const)
      expect((await story.file(id, { id: message?.id ?? '' })).bytes).toEqual(file.bytes)
    expect([image?.mediaType, video?.mediaType, unknown?.mediaType]).toEqual(['image', 'video', 'unsupported'])
    expect(mention?.origin).toMatchObject({ type: 'story-mention' })
    expect(reply).toMatchObject({ body: 'Sobre isto', quotedMsg: { body: 'Vocês entregam?' } })
    expect(story_).toMatchObject({ body: 'Lindo!', origin: { id: '17900' } })
    expect(choice?.content).toEqual({ type: 'choice', id: 'sim', text: 'Sim' })
    expect(tap?.content).toEqual({ type: 'choice', id: 'menu', text: 'Ver o cardápio' })
  })

  it('is edited, removed and reacted to, in whatever order and number it comes', async () => {
    const { bia, first, id } = await conversation('Quanto custa?')
    const wrong = await bia.says('ops')
    meta.hold()
    const late = await bia.says('Ainda tem?')
    await bia.edits(late, 'Ainda tem pão?')
    await bia.reacts(late, '❤️')
    await meta.release((bodies) => [...bodies].reverse().flatMap((body) => [body, body]))
    await bia.edits(first, 'Quanto custa hoje?')
    await bia.deletes(wrong)
    const seen = async () => (await story.messages(id)).map(({ body, edited, isDeleted }) => [body, edited, isDeleted])
    const expected = [
      ['Quanto custa?', 'Quanto custa hoje?', false],
      ['', null, true],
      ['Ainda tem?', 'Ainda tem pão?', false],
    ]
    expect(await seen()).toEqual(expected)
    expect(await story.last(id)).toMatchObject({ reactions: [{ emoji: '❤️' }] })
    for (const { body } of [...meta.deliveries.items]) await meta.deliver(body)
    expect(await seen()).toEqual(expected)
    expect(meta.deliveries.items.every(({ status }) => status === 200)).toBe(true)
  })

  it('names people by their profile', async () => {
    const { id } = await conversation('Quem sou eu?')
    await story.message(id, ({ contact }) => contact?.name === 'Bia Souza' && contact.profilePicUrl !== null)
  })

  it('below a post has a ticket of its own, answered in public and in private', async () => {
    const { bia } = await conversation('Oi no direct')
    const comment = await bia.comments('Quanto é este?', '17990000000000003')
    const { id, postId } = await story.accept('Quanto é este?')
    expect(postId).toBe('17990000000000003')
    await story.says(id, 'Dez reais')
    const [answer] = await meta.answers.waitForCount(1)
    expect(answer).toMatchObject({ comment, text: 'Dez reais' })
    const inPrivate = await story.says(id, 'Te chamei no direct', { commentReply: 'private' })
    await story.reaches(id, inPrivate, 'sent')
    expect(meta.sent.items.at(-1)).toMatchObject({ comment, message: { text: 'Te chamei no direct' } })
  })
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type, and is read', async () => {
    const { bia, first, id } = await conversation('Bom dia')
    const ours = () => meta.sent.items.filter(({ to }) => to === bia.id).map(({ message }) => message)
    const question = (await story.last(id))?.id
    const reply = await story.says(id, 'Bom dia, Bia!', { quotedMsgId: question })
    await story.reaches(id, reply, 'sent')
    expect(meta.sent.items.at(-1)).toMatchObject({ replyTo: first, message: { text: 'Bom dia, Bia!' } })
    await story.says(id, `${'bolo '.repeat(120)}\n\n${'torta '.repeat(80)}`)
    await story.sendsFile(id, 'image', 'A vitrine')
    const button = { id: 'sim', label: 'Sim' }
    await story.sends(id, { type: 'buttons', text: 'Entrega?', buttons: [button] })
    await story.sends(id, { type: 'list', text: 'Qual?', open: 'Ver', sections: [{ rows: [button] }] })
    const cards = await story.sends(id, { type: 'carousel', cards: [{ title: 'Pão', buttons: [button] }] })
    await story.reaches(id, cards, 'sent')
    expect(ours()).toMatchObject([
      { text: 'Bom dia, Bia!' },
      { text: expect.stringMatching(/^bolo.*bolo$/) },
      { text: expect.stringMatching(/^torta.*torta$/) },
      { attachment: { type: 'image' } },
      { text: 'A vitrine' },
      { text: 'Entrega?', quick_replies: [{ title: 'Sim', payload: 'sim' }] },
      { text: 'Qual?', quick_replies: [{ title: 'Sim', payload: 'sim' }] },
      { attachment: { payload: { template_type: 'generic', elements: [{ title: 'Pão' }] } } },
    ])
    // the echoes of our own messages are not new ones
    expect(await story.messages(id)).toHaveLength(7)
    await bia.reads({ mid: meta.sent.items.at(-1)?.mid ?? '' })
    for (const message of (await story.messages(id)).filter(({ fromMe }) => fromMe))
      await story.reaches(id, message, 'read')
  })

  it('may be a heart, and nothing else', async () => {
    const { bia, first, id } = await conversation('Amei o bolo')
    const theirs = (await story.last(id))?.id ?? ''
    const react = (emoji: string) => story.agent.api.post(`/messages/reactions/${theirs}`, { emoji })
    expect(await react('❤️')).toMatchObject({ status: 200 })
    await meta.actions.waitFor(
      ({ to, action, payload }) => to === bia.id && action === 'react' && payload?.message_id === first,
    )
    expect(await react('🍞')).toMatchObject({ status: 400, body: { error: 'ERR_MESSAGE_UNSUPPORTED' } })
  })

  it('is shown when it was written in the app', async () => {
    const { bia, id } = await conversation('Alguém?')
    await meta.ownMessage(bia, { text: 'Respondi no celular' })
    expect(await story.last(id)).toMatchObject({ body: 'Respondi no celular', fromMe: true, sendType: 'echo' })
  })
})

describe('a provider in trouble', () => {
  it('that fails gets the message once it is back, once', async () => {
    const { bia, id } = await conversation('Tudo certo?')
    meta.refuse({ code: 2, message: 'Service temporarily unavailable' })
    const waiting = await story.says(id, 'Tudo!')
    expect(await line.waits()).toMatchObject({ code: 'TEMPORARY' })
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(meta.sent.items.filter(({ to }) => to === bia.id)).toHaveLength(1)
  })

  it('whose answer got lost is known by its echo to have taken the message, in the right order', async () => {
    const { bia, id } = await conversation('Recebeu?')
    await story.reaches(id, await story.says(id, 'Recebi'), 'sent')
    meta.fail(({ path, json }) => path.endsWith('/messages') && json.sender_action === undefined, 'lose')
    const open = await story.says(id, 'Recebi')
    await story.reaches(id, open, 'sent')
    await story.reaches(id, await story.says(id, 'Recebi'), 'sent')
    await line.drains()
    expect(meta.sent.items.filter(({ to }) => to === bia.id)).toHaveLength(3)
    const shown = await story.messages(id)
    expect(shown.map(({ body }) => body)).toEqual(['Recebeu?', 'Recebi', 'Recebi', 'Recebi'])
    expect(new Set(shown.map(({ sendType }) => sendType)).has('echo')).toBe(false)
  })

  it('that revoked the token is told to people; a new one brings it back, and what waited goes out', async () => {
    const { bia, id } = await conversation('E aí?')
    const token = meta.revokeToken()
    const waiting = await story.says(id, 'Voltamos')
    const lost = await line.is('disconnected', 'lost')
    expect(lost.reason).toBeTruthy()
    expect(lost.userAction).toBeTruthy()
    expect((await story.messages(id)).find((one) => one.id === waiting.id)?.state).toBe('queued')
    await line.change({ accessToken: token })
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(meta.sent.items.filter(({ to }) => to === bia.id)).toHaveLength(1)
  })
})

describe('logging in with Facebook', () => {
  it('begins in the panel, comes back from Facebook and connects the account that is chosen', async () => {
    await logInWithFacebook(line, meta, '@padaria.sol (Padaria Sol)')
    const { id } = await conversation('Agora pelo Facebook?')
    await story.reaches(id, await story.says(id, 'Sim'), 'sent')
  })
})
