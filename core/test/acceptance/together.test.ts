import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../src/modules/messages/contract.ts'
import type { Note, NotePerson, NoteWritten } from '../../src/modules/notes/contract.ts'
import type { Notification } from '../../src/modules/notifications/contract.ts'
import type { Ticket, TicketWhy } from '../../src/modules/tickets/contract.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

const MINUTE = 60_000

let app: TestApp
let company: Company
let channel: TestChannel
let sales: number
let admin: Person
/** Both of the queue, and somebody of another one. */
let ana: Person
let bia: Person
let caio: Person
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  admin = company.admin
  const queue = async (name: string) =>
    (await admin.api.post<{ id: number }>('/queue', { queue: name, color: '#336699' })).body.id
  sales = await queue('Vendas')
  const other = await queue('Financeiro')
  channel = await company.channel('fake', {}, { queueId: sales })
  ana = await company.user('user', { name: 'Ana Luz', queues: [sales] })
  bia = await company.user('user', { name: 'Bia Reis', queues: [sales] })
  caio = await company.user('user', { name: 'Caio Sá', queues: [other] })
  await admin.api.post('/teams', { name: 'Cobrança', users: [bia.id, caio.id] })
})
afterAll(() => app.close())

const setting = async (key: string, value: string) =>
  expect((await admin.api.put(`/settings/${key}`, { value })).status).toBe(200)

/** A customer who wrote; waiting in the queue. */
async function customer(text = 'Oi', name?: string) {
  const phone = newPhone()
  const called = name ?? `Cliente ${phone.slice(-6)}`
  await pushEvents(channel.hookUrl, [inboundText(phone, called, text)])
  const find = async () => {
    const { body } = await admin.api.get<{ tickets: Ticket[] }>(
      '/tickets?status[]=pending&status[]=open&showAll=true&pageSize=100',
    )
    return body.tickets.find(({ contact }) => contact.number === phone)
  }
  const { id } = await until(find)
  return { id, phone, name: called, ticket: async () => (await admin.api.get<Ticket>(`/tickets/${id}`)).body }
}
async function accepted(by: Person, text?: string) {
  const found = await customer(text)
  expect((await by.api.put(`/tickets/${found.id}`, { status: 'open', userId: by.id })).status).toBe(200)
  return found
}
const say = (by: Person, id: number, body: string, more: object = {}) =>
  by.api.post<{ messages: Message[]; error?: string; params?: Record<string, string> }>(`/messages/${id}`, {
    body,
    ...more,
  })
const messagesOf = async (by: Person, id: number) =>
  (await by.api.get<{ messages: Message[] }>(`/messages/${id}`)).body.messages
const noticesOf = async (person: Person) =>
  (await person.api.get<{ notifications: Notification[] }>('/notifications')).body.notifications

describe('notes', () => {
  it('tell whom they name, if they see the ticket, and their author who was not told', async () => {
    const { id, name } = await customer()
    const live = await app.socket(bia.token)
    const { status, body } = await ana.api.post<NoteWritten>(`/tickets/${id}/notes`, {
      notes: '  @bia reis e @Caio Sá: pediu boleto  ',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ notes: '@bia reis e @Caio Sá: pediu boleto', user: { id: ana.id, name: 'Ana Luz' } })
    expect(body.mentions.map((one) => one.name).sort()).toEqual(['Bia Reis', 'Caio Sá'])
    expect(body.unseenBy).toEqual([{ id: caio.id, name: 'Caio Sá' }])
    expect((await noticesOf(bia))[0]).toMatchObject({
      type: 'mention.note',
      title: 'Ana Luz citou você em uma nota',
      body: `${name}: @bia reis e @Caio Sá: pediu boleto`,
      link: `/atendimento/${id}`,
    })
    expect([await noticesOf(caio), await noticesOf(ana)]).toEqual([[], []])
    await until(() => live.received.some(({ event }) => event === `${company.tenantId}:ticketNote`))
    await until(() => live.received.some(({ event }) => event === `${company.tenantId}:notification`))
    // nothing of it goes to the customer
    expect((await messagesOf(ana, id)).map((one) => one.body)).toEqual(['Oi'])
  })

  it('name teams, and offer those who can be named with what they see', async () => {
    const { id } = await customer()
    const people = (await ana.api.get<NotePerson[]>(`/tickets/${id}/note-people`)).body
    const seen = (name: string) => people.find((one) => one.name === name)?.sees
    expect([seen('Bia Reis'), seen('Caio Sá'), seen('Cobrança')]).toEqual([true, false, true])
    const before = (await noticesOf(bia)).length
    const { body } = await ana.api.post<NoteWritten>(`/tickets/${id}/notes`, { notes: '@Cobrança, vejam' })
    expect(body).toMatchObject({ mentions: [{ kind: 'team', name: 'Cobrança' }], unseenBy: [] })
    expect((await noticesOf(bia)).length).toBe(before + 1)
    expect(await noticesOf(caio)).toEqual([])
    // changed words tell nobody twice
    await ana.api.put(`/notes/${body.id}`, { notes: '@Cobrança, vejam isso' })
    expect((await noticesOf(bia)).length).toBe(before + 1)
  })

  it('are their author’s for half an hour; supervisors delete any, and only those who see the ticket know of them', async () => {
    const { id } = await customer()
    const note = (await ana.api.post<Note>(`/tickets/${id}/notes`, { notes: 'Ligação às dez' })).body
    expect((await bia.api.put(`/notes/${note.id}`, { notes: 'x' })).status).toBe(403)
    expect((await bia.api.delete(`/notes/${note.id}`)).status).toBe(403)
    expect((await caio.api.delete(`/notes/${note.id}`)).status).toBe(404)
    expect((await caio.api.get(`/tickets/${id}/notes`)).status).toBe(404)
    const changed = await ana.api.put<Note>(`/notes/${note.id}`, { notes: 'Ligação às onze' })
    expect(changed.body).toMatchObject({ notes: 'Ligação às onze', editedAt: expect.any(String) })
    const found = async (by: Person, text: string) =>
      (await by.api.get<{ notes: Note[]; count: number }>(`/notes?searchParam=${encodeURIComponent(text)}`)).body
    expect(await found(bia, 'ligacao as ONZE')).toMatchObject({ count: 1, notes: [{ id: note.id }] })
    expect((await found(caio, 'ligacao')).count).toBe(0)
    expect((await found(bia, '100%')).count).toBe(0)
    for (const notes of ['', '   ']) expect((await ana.api.post(`/tickets/${id}/notes`, { notes })).status).toBe(400)
    await app.db.owner(`update ticket_note set created_at = created_at - interval '31 minutes' where id = $1`, [
      note.id,
    ])
    const late = { status: 409, body: { error: 'ERR_NOTE_LATE' } }
    expect(await ana.api.put(`/notes/${note.id}`, { notes: 'x' })).toMatchObject(late)
    expect(await ana.api.delete(`/notes/${note.id}`)).toMatchObject(late)
    expect((await admin.api.delete(`/notes/${note.id}`)).status).toBe(200)
    expect((await ana.api.get<Note[]>(`/tickets/${id}/notes`)).body).toEqual([])
  })
})

describe('why a ticket is here', () => {
  const why = async (by: Person, id: number) => (await by.api.get<TicketWhy>(`/tickets/${id}/why`)).body

  it('is told by the rule that decides, with what put it there and what will happen', async () => {
    await admin.api.put(`/queue/${sales}`, { autoCloseMinutes: 30 })
    const { id } = await accepted(ana)
    expect(await why(ana, id)).toMatchObject({
      seenBy: 'mine',
      isNear: true,
      status: 'open',
      queue: { id: sales, name: 'Vendas' },
      user: { name: 'Ana Luz' },
      last: { type: 'open', cause: 'person', user: { name: 'Ana Luz' } },
    })
    expect(await why(bia, id)).toMatchObject({ seenBy: 'queue', mayRead: true })
    expect(await why(admin, id)).toMatchObject({ seenBy: 'all' })
    expect((await caio.api.get(`/tickets/${id}/why`)).status).toBe(404)
    // an answer starts the clock of closing
    expect((await why(ana, id)).timers).toEqual([])
    await say(ana, id, 'Posso ajudar?')
    const { timers } = await why(ana, id)
    expect(timers).toMatchObject([{ rule: 'autoClose', minutes: 30, source: 'queue' }])
    const { lastMessageAt } = (await admin.api.get<Ticket>(`/tickets/${id}`)).body
    expect(timers[0]?.at).toBeGreaterThanOrEqual(lastMessageAt + 30 * MINUTE)
    await ana.api.put(`/tickets/${id}`, { status: 'pending', snoozeMinutes: 60 })
    expect(await why(bia, id)).toMatchObject({
      status: 'pending',
      last: { type: 'snoozed' },
      timers: [{ rule: 'wake' }],
    })
    await admin.api.put(`/queue/${sales}`, { autoCloseMinutes: null })
  })
})

describe('two people at one ticket', () => {
  it('do not answer the same unawares', async () => {
    const { id } = await accepted(ana)
    const seq = (await messagesOf(ana, id)).at(-1)?.seq ?? 0
    expect((await say(bia, id, 'Já estou vendo', { answeredAfter: seq })).status).toBe(200)
    expect(await say(ana, id, 'Vou ver', { answeredAfter: seq })).toMatchObject({
      status: 409,
      body: { error: 'ERR_ANSWERED_MEANWHILE', params: { name: 'Bia Reis', text: 'Já estou vendo' } },
    })
    // with that seen it goes; and so does what was sent before and is only asked for again
    const message = { id: crypto.randomUUID(), answeredAfter: seq + 1 }
    expect((await say(ana, id, 'Vou ver', message)).status).toBe(200)
    await say(bia, id, 'Pronto')
    expect((await say(ana, id, 'Vou ver', message)).status).toBe(200)
    // one’s own answers and the customer’s words are no rivals
    expect((await say(bia, id, 'Mais uma', { answeredAfter: seq + 2 })).status).toBe(200)
  })
})

describe('a message that can be undone', () => {
  const sentEvents = (messageId: string) =>
    app.db.owner<{ id: string }>(
      `select id from domain_event where name = 'message.sent' and payload->>'messageId' = $1`,
      [messageId],
    )

  it('is taken back whole: nothing of it is left, and the customer waits as before', async () => {
    const { id, ticket } = await accepted(ana, 'Cadê meu pedido?')
    const before = await ticket()
    const [held] = (await say(ana, id, 'Ainda não saiu', { undoSeconds: 10 })).body.messages
    if (!held) throw new Error('not sent')
    expect(held).toMatchObject({ state: 'queued', scheduleDate: expect.any(String), body: 'Ainda não saiu' })
    expect(await ticket()).toMatchObject({ lastMessage: 'Ainda não saiu', waitingSince: null, answered: true })
    expect(await sentEvents(held.id)).toEqual([])
    expect((await bia.api.post(`/messages/undo/${held.id}`)).status).toBe(404)
    const undone = await ana.api.post<Message>(`/messages/undo/${held.id}`)
    expect(undone).toMatchObject({ status: 200, body: { body: 'Ainda não saiu' } })
    const { lastMessage, waitingSince, answered } = before
    expect(await ticket()).toMatchObject({ lastMessage, waitingSince, answered })
    const rest = (await messagesOf(ana, id)).find((one) => one.id === held.id)
    expect(rest).toMatchObject({ isDeleted: true, failCode: 'UNDONE', body: '', scheduleDate: null })
    expect((await ana.api.post(`/messages/retry/${held.id}`, {})).status).toBe(409)
    expect((await ana.api.post(`/messages/undo/${held.id}`)).status).toBe(409)
    // what comes after it goes
    const [next] = (await say(ana, id, 'Saiu agora')).body.messages
    await until(async () => (await messagesOf(ana, id)).some((one) => one.id === next?.id && one.state === 'sent'))
  })

  it('goes by itself when its time is up, in its order, and not again', async () => {
    const { id } = await accepted(ana)
    const [held] = (await say(ana, id, 'Primeiro', { undoSeconds: 10 })).body.messages
    const [second] = (await say(ana, id, 'Segundo')).body.messages
    if (!held || !second) throw new Error('not sent')
    expect((await messagesOf(ana, id)).find((one) => one.id === second.id)?.state).toBe('queued')
    await app.db.owner(`update delivery set due_at = now() where message_id = $1`, [held.id])
    const state = async (of: string) => (await messagesOf(ana, id)).find((one) => one.id === of)
    await until(async () => (await state(second.id))?.state === 'sent')
    expect(await state(held.id)).toMatchObject({ state: 'sent', scheduleDate: null })
    expect(await sentEvents(held.id)).toHaveLength(1)
    expect(await ana.api.post(`/messages/undo/${held.id}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_UNDO_LATE' },
    })
  })
})

describe('settings of the company', () => {
  it('peek: who may not look is told that something waits, not what', async () => {
    await setting('allowPeek', 'disabled')
    const live = await app.socket(ana.token)
    const { id } = await customer('assunto reservado')
    const heard = await until(() =>
      live.received.find(({ payload }) => JSON.stringify(payload).includes(`"id":${id},`)),
    )
    expect(heard.payload).toMatchObject({ type: 'ticket:update' })
    await pushEvents(channel.hookUrl, [])
    expect(live.received.some(({ payload }) => (payload as { type?: string }).type === 'chat:create')).toBe(false)
    expect((await ana.api.get(`/messages/${id}`)).status).toBe(403)
    const [message] = await messagesOf(admin, id)
    expect((await ana.api.post(`/messages/reactions/${message?.id}`, { emoji: '👍' })).status).toBe(403)
    expect((await ana.api.get<TicketWhy>(`/tickets/${id}/why`)).body.mayRead).toBe(false)
    await ana.api.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    expect((await messagesOf(ana, id))[0]?.body).toBe('assunto reservado')
    await setting('allowPeek', 'enabled')
  })

  it('signature: agents cannot leave it out, admins can', async () => {
    await setting('allowDisableSignature', 'disabled')
    const { id } = await accepted(ana)
    const bodies = async (by: Person, body: string) => (await say(by, id, body)).body.messages.map((one) => one.body)
    expect(await bodies(ana, 'Bom dia')).toEqual(['*Ana Luz*:\nBom dia'])
    expect(await bodies(ana, '*Ana Luz*:\nBoa tarde')).toEqual(['*Ana Luz*:\nBoa tarde'])
    expect(await bodies(admin, 'Aqui é a chefia')).toEqual(['Aqui é a chefia'])
    await setting('allowDisableSignature', 'enabled')
    expect(await bodies(ana, 'Sem nome')).toEqual(['Sem nome'])
  })

  it('audit: supervisors read without a trace', async () => {
    const { id, phone, name, ticket } = await accepted(ana)
    await pushEvents(channel.hookUrl, [inboundText(phone, name, 'Alô?')])
    await until(async () => (await ticket()).unreadMessages === 1)
    await setting('auditMode', 'enabled')
    expect((await admin.api.post(`/tickets/${id}/read`, {})).body).toEqual({ unreadMessages: 1 })
    await setting('auditMode', 'disabled')
    expect((await admin.api.post(`/tickets/${id}/read`, {})).body).toEqual({ unreadMessages: 0 })
  })

  it('phones: a hidden number reaches agents by no way', async () => {
    await setting('hidePhoneNumbers', 'enabled')
    const live = await app.socket(ana.token)
    const phone = newPhone()
    await pushEvents(channel.hookUrl, [inboundText(phone, phone, 'Oi, sem nome')])
    const { id } = await until(async () => {
      const { body } = await admin.api.get<{ tickets: Ticket[] }>('/tickets?status[]=pending&showAll=true&pageSize=100')
      return body.tickets.find(({ contact }) => contact.number === phone)
    })
    await ana.api.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    await live.emitWithAck('joinChatBox', id)
    await ana.api.post(`/tickets/${id}/notes`, { notes: '@Bia Reis, veja' })
    await say(ana, id, 'Olá')
    const { contactId } = (await admin.api.get<Ticket>(`/tickets/${id}`)).body
    const ways = [
      '/tickets?status[]=open&status[]=pending&pageSize=100',
      `/tickets?status[]=open&searchParam=${phone}`,
      ...[`/tickets/${id}`, `/tickets/${id}/logs`, `/tickets/${id}/why`, `/tickets/${id}/notes`, `/messages/${id}`],
      ...[`/contacts/${contactId}`, '/contacts?pageNumber=1', `/notes?contactId=${contactId}`],
    ]
    for (const way of ways) expect(JSON.stringify((await ana.api.get(way)).body), way).not.toContain(phone)
    expect(JSON.stringify(await noticesOf(bia))).not.toContain(phone)
    expect(JSON.stringify((await admin.api.get(`/messages/${id}`)).body)).toContain(phone)
    await until(() => live.received.some(({ payload }) => JSON.stringify(payload).includes('"Olá"')))
    expect(JSON.stringify(live.received)).not.toContain(phone)
    await setting('hidePhoneNumbers', 'disabled')
  })
})
