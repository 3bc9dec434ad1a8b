import { type Person, startWhatsApp, type WhatsApp } from '@recado/plugin-whatsapp-baileys/stand-in'
import type { MediaKind } from '@recado/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GroupMember } from '../../../src/modules/messages/contract.ts'
import { until } from '../../app.ts'
import { FILES, type Line, type Message, type Story, startStory, type Ticket } from './story.ts'

let whatsapp: WhatsApp
let story: Story
let line: Line
beforeAll(async () => {
  whatsapp = await startWhatsApp()
  story = await startStory({
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_WEB: whatsapp.url,
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_MEDIA: whatsapp.url,
    RECADO_ENDPOINT_WHATSAPP_BAILEYS_PICTURES: whatsapp.url,
  })
  const settings = { pairing: 'qr', ignoreGroups: false, markRead: false, presence: 'hidden', newContacts: 'off' }
  line = await story.line('whatsapp-baileys', settings, async (is) => {
    whatsapp.scan((await is('waiting-qr')).qrcode ?? '')
  })
  await whatsapp.waitUntilReady()
})
afterAll(async () => {
  await story?.close()
  await whatsapp?.close()
})

/** A customer who has written, and the conversation that the agent took on. */
const conversation = async (text: string) => {
  const bia = whatsapp.addPerson({ name: 'Bia Moura' })
  const first = await whatsapp.says(bia, text)
  const { id } = await story.accept(text)
  return { bia, first, id, ours: () => whatsapp.sent.items.filter(({ reader }) => reader === bia) }
}
const KINDS: MediaKind[] = ['image', 'video', 'audio', 'voice', 'document', 'sticker']
const keyOf = (person: Person, id: string, fromMe = true) => ({ remoteJid: person.pnJid, id, fromMe })

describe('what customers send', () => {
  it('shows with its file, its place on the map and what it answers', async () => {
    const { bia, first, id } = await conversation('Vocês abrem hoje?')
    const put = async (kind: MediaKind) => {
      const type = kind === 'voice' ? 'audio' : kind
      return { ...(await whatsapp.putFile(FILES[kind].bytes, type)), mimetype: FILES[kind].type }
    }
    await whatsapp.says(bia, { imageMessage: { ...(await put('image')), caption: 'olha' } })
    await whatsapp.says(bia, { videoMessage: await put('video') })
    await whatsapp.says(bia, { audioMessage: await put('audio') })
    await whatsapp.says(bia, { audioMessage: { ...(await put('voice')), ptt: true } })
    await whatsapp.says(bia, { documentMessage: { ...(await put('document')), fileName: 'tabela.pdf' } })
    await whatsapp.says(bia, { stickerMessage: await put('sticker') })
    await whatsapp.says(bia, { locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: 'Praça' } })
    const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nTEL;waid=5511933334444:+55 11 93333-4444\nEND:VCARD'
    await whatsapp.says(bia, { contactMessage: { displayName: 'Bia Souza', vcard } })
    const contextInfo = {
      stanzaId: first,
      participant: bia.pnJid,
      quotedMessage: { conversation: 'Vocês abrem hoje?' },
    }
    await whatsapp.says(bia, { extendedTextMessage: { text: 'Sobre isto', contextInfo } })
    await story.message(id, ({ body }) => body === 'Sobre isto')
    const messages = (await story.messages(id)).slice(1)
    for (const [index, kind] of KINDS.entries()) {
      const { message, bytes } = await story.file(id, { id: messages[index]?.id ?? '' })
      expect([message.mediaType, bytes]).toEqual([kind === 'voice' ? 'ptt' : kind, FILES[kind].bytes])
    }
    expect(messages.slice(KINDS.length)).toMatchObject([
      { content: { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Praça' } },
      { content: { type: 'contact', contacts: [{ name: 'Bia Souza' }] } },
      { body: 'Sobre isto', quotedMsg: { body: 'Vocês abrem hoje?' } },
    ])
    expect(messages[0]).toMatchObject({ body: 'olha', contact: { name: 'Bia Moura' } })
  })

  it('is edited, removed and reacted to, and shown once however often it comes', async () => {
    const { bia, first, id } = await conversation('Tem bolo?')
    const wrong = await whatsapp.says(bia, 'ops')
    const key = keyOf(bia, first)
    await whatsapp.says(bia, {
      protocolMessage: { type: 14, key, editedMessage: { conversation: 'Tem bolo de fubá?' } },
    })
    await whatsapp.says(bia, { reactionMessage: { key, text: '👍', senderTimestampMs: Date.now() } })
    await whatsapp.says(bia, { protocolMessage: { type: 0, key: keyOf(bia, wrong) } })
    for (const one of [wrong, first, first]) whatsapp.repeat(one)
    await whatsapp.says(bia, 'fim')
    await story.message(id, ({ body }) => body === 'fim')
    expect(await story.messages(id)).toMatchObject([
      { body: 'Tem bolo?', edited: 'Tem bolo de fubá?', reactions: [{ emoji: '👍' }] },
      { body: '', isDeleted: true },
      { body: 'fim' },
    ])
  })

  it('in a group is one conversation with several writers', async () => {
    const [ana, caio] = [whatsapp.addPerson({ name: 'Ana' }), whatsapp.addPerson({ name: 'Caio' })]
    const group = whatsapp.addGroup('Condomínio', [ana, caio])
    await whatsapp.says(ana, 'Bom dia a todos', { group })
    await whatsapp.says(caio, 'E boa semana', { group })
    const { id } = await story.accept('E boa semana', ({ isGroup }) => isGroup)
    expect((await story.messages(id)).map(({ contact }) => contact?.name)).toEqual(['Ana', 'Caio'])
    await story.reaches(id, await story.says(id, 'Obrigado'), 'sent')
    const readers = whatsapp.sent.items.filter(({ to }) => to === group.jid).map(({ reader }) => reader.name)
    expect(readers.sort()).toEqual(['Ana', 'Caio'])
  })
})

it('people of a group are named by their names here, and by their numbers there', async () => {
  const [ana, caio, eva] = ['Ana', 'Caio', 'Eva'].map((name) => whatsapp.addPerson({ name }))
  if (!ana || !caio || !eva) throw new Error('nobody there')
  const group = whatsapp.addGroup('Síndicos', [ana, caio, eva])
  await whatsapp.says(ana, 'Bom dia, síndicos', { group })
  const { id } = await story.accept('Bom dia, síndicos', ({ name }) => name === 'Síndicos')
  const contextInfo = { mentionedJid: [ana.lidJid, whatsapp.owner.lidJid, eva.lidJid] }
  const text = `@${ana.lid} e @${whatsapp.owner.lid}, a @${eva.lid} chegou`
  await whatsapp.says(caio, { extendedTextMessage: { text, contextInfo } }, { group })
  // Eva has not written yet: she goes by her number
  const asked = `@Ana e @Loja, a @${eva.phone} chegou`
  const named = await story.message(id, ({ body }) => body === asked)
  expect(named.content).toMatchObject({ mentions: [{ name: 'Ana' }, { name: 'Loja' }, { token: eva.phone }] })

  const { members } = (await story.agent.api.get<{ members: GroupMember[] }>(`/messages/members/${id}`)).body
  const mentions = ['Caio', 'Ana'].map((token) => {
    const { address, contactId } = members.find(({ name }) => name === token) ?? {}
    return { token, address, contactId }
  })
  const sent = await story.says(id, 'Sim, @Caio, com a @Ana', { mentions })
  expect(sent.body).toBe('Sim, @Caio, com a @Ana')
  await story.reaches(id, sent, 'sent')
  const { content } = await whatsapp.sent.waitFor(({ to, reader }) => to === group.jid && reader === eva)
  const numbers = [caio, ana].map(({ phone }) => phone)
  expect(content.extendedTextMessage).toMatchObject({
    text: `Sim, @${numbers[0]}, com a @${numbers[1]}`,
    contextInfo: { mentionedJid: numbers.map((phone) => `${phone}@s.whatsapp.net`) },
  })

  const pictured = await story.sendsFile(id, 'image', 'Veja, @Caio', mentions)
  expect(pictured).toMatchObject({ body: 'Veja, @Caio', content: { type: 'media', mentions: [{ token: 'Caio' }] } })
  await story.reaches(id, pictured, 'sent')
  const picture = await whatsapp.sent.waitFor(({ reader, content: one }) => reader === eva && Boolean(one.imageMessage))
  expect(picture.content.imageMessage).toMatchObject({
    caption: `Veja, @${caio.phone}`,
    contextInfo: { mentionedJid: [`${caio.phone}@s.whatsapp.net`] },
  })
  const caption = `Olha, @${ana.lid}`
  const mine = { imageMessage: { caption, contextInfo: { mentionedJid: [ana.lidJid] } } }
  await whatsapp.says(caio, mine, { group })
  await story.message(id, ({ body }) => body === 'Olha, @Ana')
  await expect(story.sendsFile(id, 'image', 'Veja', '[{"token":7}]')).rejects.toThrow()
})

describe('what the agent sends', () => {
  it('reaches the customer, type by type, is delivered and read', async () => {
    const { bia, first, id, ours } = await conversation('Bom dia')
    await story.says(id, 'Bom dia, Bia!', { quotedMsgId: (await story.last(id))?.id })
    for (const kind of KINDS) await story.sendsFile(id, kind)
    await story.sends(id, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    const last = await story.sends(id, { type: 'contact', contacts: [{ name: 'Bia', phones: ['+5511933334444'] }] })
    await story.reaches(id, last, 'sent')
    const contents = ours().map(({ content }) => content)
    expect(contents[0]?.extendedTextMessage).toMatchObject({ text: 'Bom dia, Bia!', contextInfo: { stanzaId: first } })
    const parts = [
      [contents[1]?.imageMessage, 'image', 'image'],
      [contents[2]?.videoMessage, 'video', 'video'],
      [contents[3]?.audioMessage, 'audio', 'audio'],
      [contents[4]?.audioMessage, 'audio', 'voice'],
      [contents[5]?.documentMessage, 'document', 'document'],
      [contents[6]?.stickerMessage, 'sticker', 'sticker'],
    ] as const
    for (const [part, type, kind] of parts) expect(await whatsapp.openFile(part ?? {}, type)).toEqual(FILES[kind].bytes)
    expect(contents[4]?.audioMessage?.ptt).toBe(true)
    expect(contents[7]?.locationMessage).toMatchObject({ degreesLatitude: -23.5 })
    expect(contents[8]?.contactMessage?.vcard).toContain('FN:Bia')
    for (const sent of ours()) whatsapp.confirms(bia, sent.id)
    await story.reaches(id, last, 'delivered')
    for (const sent of ours()) whatsapp.confirms(bia, sent.id, 'read')
    await story.reaches(id, last, 'read')
    for (const sent of ours()) whatsapp.confirms(bia, sent.id)
    const mine = (await story.messages(id)).filter(({ fromMe }) => fromMe)
    for (const message of mine) await story.reaches(id, message, 'read')
    expect(mine).toHaveLength(9)
  })

  it('is edited, reacted to and removed', async () => {
    const { bia, first, id, ours } = await conversation('Fecham a que horas?')
    const { api } = story.agent
    const theirs = await story.last(id)
    const answer = await story.reaches(id, await story.says(id, 'Às 18'), 'sent')
    const told = (words: string) => until(() => ours().some(({ content }) => JSON.stringify(content).includes(words)))
    expect(await api.post(`/messages/edit/${answer.id}`, { body: 'Às 19' })).toMatchObject({ status: 200 })
    await told('Às 19')
    expect(await api.post(`/messages/reactions/${theirs?.id}`, { emoji: '🙏' })).toMatchObject({ status: 200 })
    await until(() => ours().some(({ content }) => content.reactionMessage?.key?.id === first))
    expect(await api.delete(`/messages/${answer.id}`)).toMatchObject({ status: 200 })
    await until(() => ours().some(({ attrs }) => attrs.edit === '7'))
    // a reaction to what we wrote
    const sent = ours()[0]
    const key = { remoteJid: whatsapp.owner.pnJid, id: sent?.id ?? '', fromMe: false }
    await whatsapp.says(bia, { reactionMessage: { key, text: '❤️', senderTimestampMs: Date.now() } })
    await whatsapp.says(bia, 'fim')
    await story.message(id, ({ body }) => body === 'fim')
  })
})

describe('WhatsApp in trouble', () => {
  it('that cuts the connection gets what waited once it is back, once', async () => {
    const { id, ours } = await conversation('Tudo certo?')
    whatsapp.refuseLogin(503)
    whatsapp.dropConnections()
    await line.is('lost', 'connecting')
    const waiting = await story.says(id, 'Tudo!')
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })

  it('that removed the device is told to people; a new code brings it back, and what waited goes out', async () => {
    const { id, ours } = await conversation('E aí?')
    whatsapp.removeDevice()
    const lost = await line.is('disconnected')
    expect([lost.reason, lost.userAction].every(Boolean)).toBe(true)
    const waiting = await story.says(id, 'Voltamos')
    await story.company.admin.api.post(`/whatsappsession/${line.id}`)
    whatsapp.scan((await line.is('waiting-qr')).qrcode ?? '')
    await line.is('connected')
    await line.drains()
    await story.reaches(id, waiting, 'sent')
    expect(ours()).toHaveLength(1)
  })
})

describe('old conversations', () => {
  const DAY = 24 * 60 * 60
  it('of the chosen days are in closed tickets once the number is linked anew, and people see how far it is', async () => {
    whatsapp.removeDevice()
    await line.is('disconnected')
    await line.change({ importDays: 7 })
    const { api } = story.company.admin
    await api.post(`/whatsappsession/${line.id}`)
    // the change opens it anew as well: the code of the moment counts
    await until(async () => {
      const { state, qrcode } = await line.now()
      if (state === 'waiting-qr' && qrcode && whatsapp.shows(qrcode)) whatsapp.scan(qrcode)
      return state === 'connected'
    })
    await whatsapp.waitUntilReady()

    const [rui, eva] = [whatsapp.addPerson({ name: 'Rui' }), whatsapp.addPerson({ name: 'Eva' })]
    const now = Math.floor(Date.now() / 1000)
    const ruis = [
      { id: 'V0', text: 'há um mês', at: now - 31 * DAY },
      { id: 'V1', text: 'semana passada', at: now - 6 * DAY },
      { id: 'V2', text: 'respondemos', at: now - 5 * DAY, fromMe: true },
    ]
    const group = { id: 'G1', text: 'no grupo', at: now - DAY, participant: eva.pnJid }
    const chats = [
      { jid: rui.pnJid, messages: ruis },
      { jid: whatsapp.addGroup('Turma', [eva]).jid, messages: [group] },
    ]
    await whatsapp.sendHistory(chats, { progress: 40 })
    const notices = async () => (await line.now()).notices?.map(({ text }) => text).join() ?? ''
    await until(async () => /40%.* 2 /.test(await notices()))
    await whatsapp.sendHistory([{ jid: eva.pnJid, messages: [{ id: 'V3', text: 'ontem', at: now - DAY }] }])
    await until(async () => /: 3 /.test(await notices()))

    const listed = async (status: string) =>
      (await api.get<{ tickets: Ticket[] }>(`/tickets?status[]=${status}&showAll=true&pageSize=100`)).body.tickets
    const imported = (await listed('closed')).filter(({ lastMessage }) =>
      ['respondemos', 'ontem'].includes(lastMessage),
    )
    expect(imported.map(({ lastMessage }) => lastMessage)).toEqual(['ontem', 'respondemos'])
    const shown = (await api.get<{ messages: Message[] }>(`/messages/${imported[1]?.id}`)).body.messages
    expect(shown.map(({ body, fromMe, timestamp }) => [body, fromMe, timestamp])).toEqual([
      ['semana passada', false, (now - 6 * DAY) * 1000],
      ['respondemos', true, (now - 5 * DAY) * 1000],
    ])
    const waiting = [...(await listed('pending')), ...(await listed('open'))]
    expect(waiting.filter(({ lastMessage }) => /ontem|grupo|passada/.test(lastMessage))).toEqual([])
  })
})

it('a channel that is deleted is taken off the phone', async () => {
  const { name } = await line.now()
  const deleted = await story.company.admin.api.delete(`/whatsapp/${line.id}?name=${encodeURIComponent(name)}`)
  expect(deleted.status).toBe(200)
  await until(() => whatsapp.world.devices.every(({ removed }) => removed))
})
