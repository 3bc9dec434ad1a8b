import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, until } from '../app.ts'

let app: TestApp
let company: Company
let stranger: Person
let ana: Person
let bia: Person
let caio: Person
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  stranger = (await app.newTenant()).admin
  ana = await company.user('user', { name: 'Ana Souza' })
  bia = await company.user('user', { name: 'Bia Conceição' })
  caio = await company.user('supervisor', { name: 'Caio Lins' })
}, 60_000)
afterAll(() => app.close())

interface Message {
  id: string
  seq: number
  body: string
  fromUserId: number
  toUserId: number | null
  groupId: number | null
  isRead: boolean | null
  isDeleted: boolean
  kind: string
  event: { type: string; names: string[] } | null
  mentions: { userId: number }[]
  media: { id: string } | null
  mediaUrl: string | null
  replyTo: { body: string } | null
}
interface Page {
  messages: Message[]
  hasMore: boolean
  hasNewer: boolean
  lastSeq: number
  members: { userId: number; readSeq: number; isAdmin: boolean }[]
}
interface Conversations {
  conversations: { groupId: number | null; userId: number | null; unreadCount: number; isMentioned: boolean }[]
  unread: number
}
interface Refusal {
  error: string
}

const MESSAGES = '/chat-interno/messages'
const send = (who: Person, body: object) => who.api.post<Message & Refusal>(MESSAGES, body)
const page = (who: Person, query: string) => who.api.get<Page & Refusal>(`${MESSAGES}?${query}`)
const texts = (messages: Message[]) => messages.filter(({ kind }) => kind === 'text').map(({ body }) => body)
const list = async (who: Person) => (await who.api.get<Conversations>('/chat-interno/conversations')).body
const unreadWith = async (who: Person, userId: number) =>
  (await list(who)).conversations.find((row) => row.userId === userId)?.unreadCount ?? 0
const newGroup = async (users: Person[], name = `Equipe ${randomUUID()}`, who = ana): Promise<number> => {
  const made = await who.api.post<{ id: number }>('/chat-interno/groups', { name, users: users.map(({ id }) => id) })
  expect(made.status).toBe(200)
  return made.body.id
}

const upload = async (who: Person, text: string): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'tabela.csv')
  return (await who.api.post<{ id: string }>('/media', form)).body.id
}

describe('two people', () => {
  it('write, read and see it at once', async () => {
    const ear = await app.socket(bia.token)
    const sent = await send(ana, { userId: bia.id, body: '  Bom dia!\nTudo bem?  ' })
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ seq: 1, body: 'Bom dia!\nTudo bem?', toUserId: bia.id, isRead: false })
    await until(() => ear.received.find(({ event }) => event === `${company.tenantId}:chatInterno`))
    expect((await page(bia, `userId=${ana.id}`)).body).toMatchObject({
      lastSeq: 1,
      messages: [{ id: sent.body.id, fromUserId: ana.id }],
    })
    expect(await unreadWith(bia, ana.id)).toBe(1)
    expect(await unreadWith(ana, bia.id)).toBe(0)

    const sender = await app.socket(ana.token)
    const read = await bia.api.put('/chat-interno/read', { userId: ana.id })
    expect(read.body).toEqual({ readSeq: 1, unreadCount: 0, unread: 0 })
    const news = await until(() => sender.received.find(({ event }) => event.endsWith(':chatInterno')))
    expect(news.payload).toMatchObject({ type: 'read', payload: { fromUserId: bia.id, toUserId: ana.id, readSeq: 1 } })
    expect((await page(ana, `userId=${bia.id}`)).body.messages[0]?.isRead).toBe(true)
    const back = await bia.api.put('/chat-interno/read', { userId: ana.id, seq: 0 })
    expect(back.body).toMatchObject({ readSeq: 1 })
  })

  it('have one conversation, however many first messages cross', async () => {
    const one = await company.user('user', { name: 'Davi' })
    const two = await company.user('user', { name: 'Elza' })
    const sends = Array.from({ length: 16 }, (_, turn) =>
      turn % 2 === 0
        ? send(one, { userId: two.id, body: `de um ${turn}` })
        : send(two, { userId: one.id, body: `de outro ${turn}` }),
    )
    for (const { status } of await Promise.all(sends)) expect(status).toBe(200)
    const { body } = await page(one, `userId=${two.id}`)
    expect(body.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
    expect(await unreadWith(one, two.id)).toBe(8)
    expect(await unreadWith(two, one.id)).toBe(8)
    expect((await list(one)).unread).toBe(8)
  })

  it('send once, however often the same message comes', async () => {
    const id = randomUUID()
    const again = () => send(ana, { userId: caio.id, id, body: 'só uma vez' })
    const answers = await Promise.all([again(), again(), again(), again()])
    expect(new Set(answers.map(({ body }) => `${body.id} ${body.seq}`))).toEqual(new Set([`${id} 1`]))
    expect(texts((await page(caio, `userId=${ana.id}`)).body.messages)).toEqual(['só uma vez'])
    expect(await unreadWith(caio, ana.id)).toBe(1)
    const other = await send(ana, { userId: caio.id, id, body: 'outra coisa' })
    expect(other).toMatchObject({ status: 409, body: { error: 'ERR_IDEMPOTENCY_CONFLICT' } })
    const elsewhere = await send(ana, { userId: bia.id, id, body: 'só uma vez' })
    expect(elsewhere).toMatchObject({ status: 409, body: { error: 'ERR_IDEMPOTENCY_CONFLICT' } })
  })

  it('page through what they said, from any place', async () => {
    const one = await company.user('user', { name: 'Fábio' })
    for (let turn = 1; turn <= 12; turn++) await send(one, { userId: bia.id, body: `linha ${turn}` })
    const seqs = ({ body }: { body: Page }) => body.messages.map(({ seq }) => seq)
    const newest = await page(bia, `userId=${one.id}&pageSize=5`)
    expect([seqs(newest), newest.body.hasMore]).toEqual([[8, 9, 10, 11, 12], true])
    const before = await page(bia, `userId=${one.id}&pageSize=5&before=8`)
    expect([seqs(before), before.body.hasMore, before.body.members]).toEqual([[3, 4, 5, 6, 7], true, []])
    const after = await page(bia, `userId=${one.id}&pageSize=5&after=10`)
    expect([seqs(after), after.body.hasMore]).toEqual([[11, 12], false])
    const around = await page(bia, `userId=${one.id}&pageSize=4&around=6`)
    expect([seqs(around), around.body.hasMore, around.body.hasNewer]).toEqual([[5, 6, 7, 8], true, true])
  })
})

describe('a group', () => {
  it('is there for its members alone, admins of the company included', async () => {
    const groupId = await newGroup([bia])
    const outside = await Promise.all([caio, company.admin, stranger].map(({ token }) => app.socket(token)))
    const inside = await app.socket(bia.token)
    const file = await upload(ana, 'a;b')
    const secret = `segredo ${randomUUID()}`
    const sent = await send(ana, { groupId, body: secret, mediaId: file })
    expect(sent.body.media?.id).toBe(file)
    await ana.api.post('/chat-interno/typing', { groupId, on: true })
    await until(() => JSON.stringify(inside.received).includes('"typing"'))
    expect(JSON.stringify(inside.received)).toContain(secret)

    for (const who of [caio, company.admin, stranger]) {
      const refused = [
        await page(who, `groupId=${groupId}`),
        await send(who, { groupId, body: 'oi' }),
        await who.api.get<Refusal>(`/chat-interno/search?groupId=${groupId}&searchParam=segredo`),
        await who.api.put<Refusal>('/chat-interno/read', { groupId }),
        await who.api.post<Refusal>('/chat-interno/typing', { groupId, on: true }),
        await who.api.get<Refusal>(`/chat-interno/groups/${groupId}`),
        await who.api.put<Refusal>(`/chat-interno/groups/${groupId}`, { users: [who.id] }),
        await who.api.post<Refusal>(`/chat-interno/groups/${groupId}/leave`),
        await who.api.delete<Refusal>(`/chat-interno/groups/${groupId}`),
      ]
      for (const answer of refused) expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } })
      expect(await who.api.get(`/media/${file}`)).toMatchObject({ status: 404 })
      expect((await who.api.get<{ messages: [] }>('/chat-interno/search?searchParam=segredo')).body.messages).toEqual(
        [],
      )
      // what they have no right to is not theirs to send on either
      expect(await send(who, { userId: who === stranger ? 1 : bia.id, mediaId: file })).toMatchObject({ status: 404 })
    }
    expect(await bia.api.get(`/media/${file}`)).toMatchObject({ status: 200 })
    const found = await bia.api.get<{ messages: Message[] }>('/chat-interno/search?searchParam=SEGREDO')
    expect(found.body.messages.map(({ id }) => id)).toContain(sent.body.id)
    for (const ear of outside) expect(JSON.stringify(ear.received)).not.toContain('chatInterno')
  })

  it('loses and gains people, who hear from then on what is theirs to hear', async () => {
    const groupId = await newGroup([bia], 'Plantão')
    await send(ana, { groupId, body: 'antes' })
    const path = `/chat-interno/groups/${groupId}`
    const ear = await app.socket(bia.token)
    expect(await bia.api.put(path, { name: 'Meu' })).toMatchObject({ status: 403 })
    const changed = await ana.api.put<{ name: string; users: { userId: number }[] }>(path, {
      name: 'Plantão 24 h',
      users: [caio.id],
    })
    expect(changed.body.users.map(({ userId }) => userId).sort()).toEqual([ana.id, caio.id].sort())
    await until(() => JSON.stringify(ear.received).includes(`{"groupId":${groupId},"isGone":true}`))
    await send(ana, { groupId, body: 'depois' })
    expect(await page(bia, `groupId=${groupId}`)).toMatchObject({ status: 404 })
    const now = (await list(caio)).conversations.find((row) => row.groupId === groupId)
    expect(now).toMatchObject({ unreadCount: 1, name: 'Plantão 24 h' })
    const events = (await page(caio, `groupId=${groupId}`)).body.messages.flatMap(({ event }) => event ?? [])
    expect(events.map(({ type }) => type)).toEqual(['created', 'renamed', 'removed', 'added'])
    expect(events[2]?.names).toEqual(['Bia Conceição'])
    // the last one who manages it leaves
    expect((await ana.api.post(`${path}/leave`)).status).toBe(200)
    expect((await caio.api.get<{ canManage: boolean }>(path)).body.canManage).toBe(true)
    expect(JSON.stringify(ear.received)).not.toContain('depois')
    expect((await caio.api.delete(path)).status).toBe(200)
    expect(await page(caio, `groupId=${groupId}`)).toMatchObject({ status: 404 })
  })

  it('counts for each what they have not read while many write at once', async () => {
    const groupId = await newGroup([bia, caio])
    const writers = [ana, bia, caio]
    const sends = Array.from({ length: 30 }, (_, turn) => send(writers[turn % 3] ?? ana, { groupId, body: `n${turn}` }))
    for (const { status } of await Promise.all(sends)) expect(status).toBe(200)
    const unread = async (who: Person) =>
      (await list(who)).conversations.find((row) => row.groupId === groupId)?.unreadCount
    const internal = async (who: Person) => (await who.api.get<{ internal: number }>('/count/messages')).body.internal
    for (const who of writers) expect(await unread(who)).toBe(20)
    for (const who of writers) expect(await internal(who)).toBe((await list(who)).unread)
    const before = await internal(caio)
    const { body } = await page(caio, `groupId=${groupId}&pageSize=100`)
    expect(body.messages.map(({ seq }) => seq)).toEqual(body.messages.map((_, index) => index + 1))
    const middle = body.messages[15]?.seq ?? 0
    const left = body.messages.filter(({ seq, fromUserId }) => seq > middle && fromUserId !== caio.id).length
    const read = await caio.api.put<{ unreadCount: number }>('/chat-interno/read', { groupId, seq: middle })
    expect(read.body.unreadCount).toBe(left)
    expect(await unread(caio)).toBe(left)
    expect(await internal(caio)).toBe(before - (20 - left))
    expect(await unread(ana)).toBe(20)
  })

  it('tells those who are named, and only them', async () => {
    const groupId = await newGroup([bia, caio], 'Avisos')
    const sent = await send(ana, { groupId, body: 'olha isso, @bia conceicao, e @Ninguém' })
    expect(sent.body.mentions.map(({ userId }) => userId)).toEqual([bia.id])
    const isMentioned = async (who: Person) =>
      (await list(who)).conversations.find((row) => row.groupId === groupId)?.isMentioned
    expect([await isMentioned(bia), await isMentioned(caio)]).toEqual([true, false])
    const told = await app.db.owner<{ userId: number; kind: string }>(
      `select user_id "userId", kind from notification where tenant_id = $1 and subject = $2`,
      [company.tenantId, `chat:${groupId}`],
    )
    expect(told).toEqual([{ userId: bia.id, kind: 'mention.chat' }])
  })

  it('answers replies with what they reply to, and finds without accents', async () => {
    const groupId = await newGroup([bia])
    const asked = await send(ana, { groupId, body: 'Reunião amanhã?' })
    const reply = await send(bia, { groupId, body: 'sim', replyToId: asked.body.id })
    expect(reply.body.replyTo).toMatchObject({ body: 'Reunião amanhã?' })
    const foreign = await send(caio, { userId: bia.id, body: 'oi', replyToId: asked.body.id })
    expect(foreign).toMatchObject({ status: 404, body: { error: 'ERROR_NOT_FOUND_MESSAGE' } })
    const found = await bia.api.get<{ messages: Message[] }>(
      `/chat-interno/search?groupId=${groupId}&searchParam=reuniao`,
    )
    expect(found.body.messages.map(({ id }) => id)).toEqual([asked.body.id])
  })
})

describe('somebody who is gone', () => {
  it('is no longer written to, and what they said stays', async () => {
    const leaving = await company.user('user', { name: 'Gil Nunes' })
    await send(leaving, { userId: ana.id, body: 'fica' })
    const groupId = await newGroup([ana], 'De Gil', leaving)
    await send(ana, { groupId, body: 'no grupo' })
    expect((await company.admin.api.put(`/users/${leaving.id}`, { isActive: false })).status).toBe(200)
    expect(await send(ana, { userId: leaving.id, body: 'oi' })).toMatchObject({
      body: { error: 'ERR_CHAT_PERSON_GONE' },
    })
    expect((await company.admin.api.delete(`/users/${leaving.id}`)).status).toBe(200)
    const kept = (await page(ana, `userId=${leaving.id}`)).body.messages
    expect(kept).toMatchObject([{ body: 'fica', fromName: 'Gil Nunes' }])
    expect((await list(ana)).conversations.find((row) => row.userId === leaving.id)).toMatchObject({
      name: 'Gil Nunes',
      isActive: false,
    })
    expect((await ana.api.get<{ canManage: boolean }>(`/chat-interno/groups/${groupId}`)).body.canManage).toBe(true)
  })
})

describe('people', () => {
  it('change and take back what is their own, for a while', async () => {
    const { body: sent } = await send(ana, { userId: bia.id, body: 'as dez' })
    const path = `${MESSAGES}/${sent.id}`
    expect((await ana.api.put<Message>(path, { body: 'às dez' })).body).toMatchObject({ body: 'às dez', version: 2 })
    expect(await bia.api.put<Refusal>(path, { body: 'x' })).toMatchObject({ status: 403 })
    expect(await bia.api.delete<Refusal>(path)).toMatchObject({ status: 403 })
    expect(await caio.api.delete<Refusal>(path)).toMatchObject({
      status: 404,
      body: { error: 'ERROR_NOT_FOUND_MESSAGE' },
    })
    const before = await unreadWith(bia, ana.id)
    const removed = await send(ana, { userId: bia.id, body: 'engano' })
    expect(await unreadWith(bia, ana.id)).toBe(before + 1)
    const gone = await ana.api.delete<Message>(`${MESSAGES}/${removed.body.id}`)
    expect(gone.body).toMatchObject({ isDeleted: true, body: '' })
    expect(await unreadWith(bia, ana.id)).toBe(before)
    expect(JSON.stringify((await page(bia, `userId=${ana.id}`)).body)).not.toContain('engano')

    app.clock.advance(16 * 60_000)
    const late = await app.signIn(ana.email)
    expect(await late.api.put<Refusal>(path, { body: 'x' })).toMatchObject({ body: { error: 'ERR_EDITING_WAPP_MSG' } })
    app.clock.advance(25 * 3_600_000)
    const later = await app.signIn(ana.email)
    expect(await later.api.delete<Refusal>(path)).toMatchObject({ body: { error: 'ERR_DELETE_WAPP_MSG' } })
  })
})
