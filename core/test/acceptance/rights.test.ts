import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

type Heard = Socket & { received: { event: string; payload: unknown }[] }

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let company: Company
let admin: Person
let channel: TestChannel
let sales: { id: number }
let support: { id: number }
let ana: Person
let socket: Heard
let customers = 0

beforeEach(async () => {
  company = await app.newTenant()
  admin = company.admin
  channel = await company.channel()
  sales = (await admin.api.post<{ id: number }>('/queue', { queue: 'Vendas' })).body
  support = (await admin.api.post<{ id: number }>('/queue', { queue: 'Suporte' })).body
  ana = await company.user('user', { queues: [sales.id] })
  socket = (await app.socket(ana.token)) as Heard
})

/** A ticket that waits in a queue. */
async function waiting(queueId: number): Promise<{ id: number; contactId: number }> {
  const number = `551198${String(++customers).padStart(7, '0')}`
  const contact = await admin.api.post<{ id: number }>('/contacts', { name: 'Iracema Dias', number })
  const ticket = { contactId: contact.body.id, channelId: channel.id, queueId, status: 'pending' }
  const { status, body } = await admin.api.post<{ id: number; contactId: number }>('/tickets/new', ticket)
  if (status !== 200) throw new Error(`ticket answered ${status}: ${JSON.stringify(body)}`)
  return body
}

interface Said {
  id: string
  body: string
  isWithheld: boolean
  sender: object | null
}

/** Somebody writes into a queue; answers their ticket. */
async function asked(queueId: number, text: string, more: Record<string, unknown> = {}) {
  await admin.api.put(`/whatsapp/${channel.id}`, { queueId, ...more })
  const phone = newPhone()
  const says = (words: string, about = {}) => pushEvents(channel.hookUrl, [inboundText(phone, phone, words, about)])
  await says(text)
  const id = await until(async () => {
    const { body } = await admin.api.get<{ tickets: { id: number }[] }>(
      `/tickets?status[]=open&status[]=pending&showAll=true&searchParam=${phone}`,
    )
    return body.tickets[0]?.id
  })
  return { id, says }
}

const heard = (event: string): unknown[] =>
  socket.received.filter((one) => one.event === `${company.tenantId}:${event}`).map(({ payload }) => payload)

const listed = async (showAll = false): Promise<number[]> => {
  const statuses = 'status[]=open&status[]=pending&status[]=closed'
  const { body } = await ana.api.get<{ tickets: { id: number }[] }>(`/tickets?${statuses}&showAll=${showAll}`)
  return body.tickets.map(({ id }) => id).sort((a, b) => a - b)
}

const says = (event: string, about: unknown): Promise<{ ok: boolean }> =>
  socket.timeout(10_000).emitWithAck(event, about)
const opens = async (id: number): Promise<boolean> => (await says('joinChatBox', id)).ok
const types = async (ticketId: number): Promise<boolean> => (await says('typing', { ticketId, on: true })).ok

/** Answers once the socket was told to ask again after a change; what is asked next is answered by the new rights. */
async function after(change: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  const before = heard('resync').length
  const { status, body } = await change()
  if (status !== 200) throw new Error(`the change answered ${status}: ${JSON.stringify(body)}`)
  await until(() => heard('resync').length > before)
}

const changeAna = (change: object) => admin.api.put<unknown>(`/users/${ana.id}`, change)
const set = (key: string, value: unknown) => admin.api.put<unknown>(`/settings/${key}`, { value })

/** Of which tickets the socket hears when an admin closes them. */
async function hearsOf(...ids: number[]): Promise<number[]> {
  const from = socket.received.length
  for (const id of ids) await admin.api.put(`/tickets/${id}`, { status: 'closed', askRating: false })
  await admin.api.put(`/users/${ana.id}/configs`, {})
  await admin.api.put('/settings/ticketsLimitClosed', { value: 50 })
  const news = () => socket.received.slice(from)
  await until(() => news().some(({ event }) => event === `${company.tenantId}:settings`))
  const told = news().flatMap(({ event, payload }) => {
    const { type, payload: about } = payload as { type?: string; payload?: { id: number } }
    return event.endsWith(':ticketList') && type === 'ticket:update' && about ? about.id : []
  })
  return [...new Set(told)]
}

describe('somebody who is connected', () => {
  it('follows another profile there and back, in lists, rooms, events and calls', async () => {
    const [mine, other] = [await waiting(sales.id), await waiting(support.id)]
    expect([await listed(true), await opens(mine.id), await opens(other.id)]).toEqual([[mine.id], true, false])

    await after(() => changeAna({ profile: 'admin' }))
    expect(await listed(true)).toEqual([mine.id, other.id])
    expect([await opens(other.id), await types(other.id)]).toEqual([true, true])
    expect((await ana.api.get('/users')).status).toBe(200)

    await after(() => changeAna({ profile: 'user' }))
    expect(await listed(true)).toEqual([mine.id])
    // the ticket that stood open is no longer: whoever typed in it does not any more
    expect([await types(other.id), await types(mine.id), await opens(other.id)]).toEqual([false, true, false])
    expect((await ana.api.get(`/tickets/${other.id}`)).status).toBe(404)
    expect((await ana.api.get(`/messages/${other.id}`)).status).toBe(404)
    expect((await ana.api.post('/queue', { queue: 'Financeiro' })).status).toBe(403)
    expect(await hearsOf(mine.id, other.id)).toEqual([mine.id])
  })

  it('follows other queues and channels', async () => {
    const [mine, other] = [await waiting(sales.id), await waiting(support.id)]
    expect([await opens(mine.id), await listed()]).toEqual([true, [mine.id]])
    await after(() => changeAna({ queues: [support.id] }))
    expect([await types(mine.id), await listed()]).toEqual([false, [other.id]])
    expect(await hearsOf(mine.id, other.id)).toEqual([other.id])

    const second = await company.channel()
    const mayOpenOn = async () => (await ana.api.get<{ id: number }[]>('/user/channel')).body.map(({ id }) => id)
    expect(await mayOpenOn()).toEqual(expect.arrayContaining([channel.id, second.id]))
    await after(() => changeAna({ channels: [second.id] }))
    expect(await mayOpenOn()).toEqual([second.id])
  })

  it('follows the switches that hide tickets and what was said in them', async () => {
    const [taken, free] = [await waiting(sales.id), await waiting(sales.id)]
    const colleague = await company.user('user', { queues: [sales.id] })
    await colleague.api.put(`/tickets/${taken.id}`, { status: 'open', userId: colleague.id })
    expect([await opens(taken.id), await listed()]).toEqual([true, [taken.id, free.id]])
    await after(() => set('NotViewAssignedTickets', 'enabled'))
    expect([await types(taken.id), await listed()]).toEqual([false, [free.id]])
    await after(() => set('NotViewAssignedTickets', 'disabled'))
    expect([await opens(taken.id), await listed()]).toEqual([true, [taken.id, free.id]])

    await after(() => set('allowPeek', 'disabled'))
    expect((await ana.api.get(`/messages/${free.id}`)).status).toBe(403)
  })

  it('reads only what was said in their queues, where the company wants it so', async () => {
    const externalId = randomUUID()
    const { id, says } = await asked(support.id, 'o segredo do suporte', {})
    await says('mais um segredo', { externalId })
    await until(async () => (await admin.api.get<{ count: number }>(`/messages/${id}`)).body.count === 2)
    await after(() => set('onlyQueueMessages', 'enabled'))
    const row = async (by: Person) =>
      (
        await by.api.get<{ tickets: { id: number; lastMessage: string }[] }>('/tickets?status[]=pending')
      ).body.tickets.find((ticket) => ticket.id === id)
    await admin.api.put(`/tickets/${id}`, { isTransference: true, queueId: sales.id, userId: null })
    expect([(await row(ana))?.lastMessage, (await row(admin))?.lastMessage]).toEqual(['', 'mais um segredo'])
    const told = () => heard('ticketList') as { type: string; payload: { id: number | string; lastMessage?: string } }[]
    await until(() => told().some(({ payload }) => payload.id === id))
    expect(JSON.stringify(told())).not.toContain('segredo')

    await says('agora com vendas')
    const read = async (by: Person) => (await by.api.get<{ messages: Said[] }>(`/messages/${id}`)).body.messages
    await until(async () => (await read(ana)).length === 3)
    expect((await read(ana)).map(({ body, isWithheld }) => [body, isWithheld])).toEqual([
      ['', true],
      ['', true],
      ['agora com vendas', false],
    ])
    expect((await read(ana))[0]?.sender).toBeNull()
    expect((await read(admin)).map(({ isWithheld }) => isWithheld)).toEqual([false, false, false])
    const both = await company.user('user', { queues: [sales.id, support.id] })
    expect((await read(both)).map(({ body }) => body)[0]).toBe('o segredo do suporte')

    /** The live ticket of the company that is none of these. */
    const standing = async (...others: (number | undefined)[]) =>
      (
        await admin.api.get<{ tickets: { id: number }[] }>('/tickets?status[]=open&status[]=pending&showAll=true')
      ).body.tickets.find((ticket) => !others.includes(ticket.id))
    const found = async (by: Person, within: string) =>
      (await by.api.get<{ messages: Said[] }>(`/messages-search?searchParam=segredo${within}`)).body.messages.length
    expect([await found(ana, ''), await found(ana, `&ticketId=${id}`), await found(both, '')]).toEqual([0, 0, 2])
    const [first, second] = await read(admin)
    const react = (by: Person) => by.api.post(`/messages/reactions/${first?.id}`, { emoji: '👍' })
    expect((await react(ana)).status).toBe(403)
    // what becomes of it later is told without it, and so is the quote of an answer
    await pushEvents(channel.hookUrl, [
      { kind: 'edit', externalId, content: { type: 'text', text: 'outro segredo' }, at: Date.now() },
    ])
    await says('sobre isso', { replyTo: externalId })
    await until(() => told().some(({ payload }) => payload.id === second?.id))
    await until(async () => (await read(ana)).length === 4)
    await until(() => JSON.stringify(told()).includes('sobre isso'))
    expect(JSON.stringify(told())).not.toContain('segredo')
    // nor is what was said in an earlier ticket of another queue read where it is quoted
    await admin.api.put(`/tickets/${id}`, { status: 'closed', askRating: false })
    const inSupport = randomUUID()
    await says('nova pergunta', { externalId: inSupport })
    const later = await until(async () => (await standing(id))?.id)
    await admin.api.put(`/tickets/${later}`, { status: 'closed', askRating: false })
    await admin.api.put(`/whatsapp/${channel.id}`, { queueId: sales.id })
    await says('de volta', { replyTo: inSupport })
    const last = await until(async () => (await standing(id, later))?.id)
    const quote = async (by: Person) =>
      (await by.api.get<{ messages: (Said & { quotedMsg: Said | null })[] }>(`/messages/${last}`)).body.messages[0]
        ?.quotedMsg
    expect([await quote(ana), await quote(both)]).toMatchObject([
      { body: '', isWithheld: true, sender: null },
      { body: 'nova pergunta', isWithheld: false },
    ])
    await until(() => JSON.stringify(told()).includes('de volta'))
    expect(JSON.stringify(told())).not.toContain('nova pergunta')
    // nor is what a colleague answered there meanwhile told to whoever is refused for it
    const moved = (to: Person, queueId: number) => ({ isTransference: true, queueId, userId: to.id })
    await admin.api.put(`/tickets/${last}`, moved(both, support.id))
    expect((await both.api.post(`/messages/${last}`, { body: 'já resolvi aqui' })).status).toBe(200)
    await admin.api.put(`/tickets/${last}`, moved(ana, sales.id))
    const refused = await ana.api.post<{ error: string; message: string }>(`/messages/${last}`, {
      body: 'vou ver',
      answeredAfter: 1,
    })
    expect([refused.status, refused.body.error]).toEqual([409, 'ERR_ANSWERED_MEANWHILE'])
    expect(refused.body.message).toMatch(/ respondeu enquanto você escrevia$/)

    await after(() => changeAna({ queues: [sales.id, support.id] }))
    expect((await read(ana)).map(({ isWithheld }) => isWithheld)).toEqual([false, false, false, false])
    expect(await quote(ana)).toMatchObject({ body: 'nova pergunta', isWithheld: false })
  })

  it('loses a ticket whose contact comes into the wallet of somebody else, and gets it back', async () => {
    await after(() => set('DirectTicketsToWallets', 'enabled'))
    const ticket = await waiting(sales.id)
    const colleague = await company.user('user', { queues: [sales.id] })
    expect([await opens(ticket.id), await listed()]).toEqual([true, [ticket.id]])
    const wallets = (ids: number[]) => admin.api.put(`/contact-wallet/${ticket.contactId}`, { wallets: ids })
    await wallets([colleague.id])
    const hidden = { type: 'ticket:hide', payload: { id: ticket.id } }
    await until(() => heard('ticketList').some((told) => JSON.stringify(told) === JSON.stringify(hidden)))
    expect([await types(ticket.id), await listed()]).toEqual([false, []])
    const from = heard('ticketList').length
    await wallets([ana.id])
    await until(() => heard('ticketList').length > from)
    expect([await opens(ticket.id), await listed()]).toEqual([true, [ticket.id]])
  })

  it('is out as soon as an admin says so', async () => {
    expect((await ana.api.get('/tickets?status[]=open')).status).toBe(200)
    await changeAna({ isActive: false })
    await until(() => !socket.connected)
    expect(heard('session')).toEqual([{ action: 'revoked', reason: 'disabled' }])
    expect((await ana.api.get('/tickets?status[]=open')).status).toBe(401)
  })

  it('leaves their work to others when they are taken out, and gets no more', async () => {
    const mine = await asked(sales.id, 'oi', { userId: ana.id })
    const owner = async (id: number) =>
      (await admin.api.get<{ status: string; userId: number | null; queueId: number }>(`/tickets/${id}`)).body
    expect(await owner(mine.id)).toMatchObject({ status: 'open', userId: ana.id })
    await changeAna({ isActive: false })
    expect(await owner(mine.id)).toMatchObject({ status: 'pending', userId: null, queueId: sales.id })
    const next = await asked(sales.id, 'olá')
    expect(await owner(next.id)).toMatchObject({ status: 'pending', userId: null, queueId: sales.id })
    await admin.api.put(`/queue/${sales.id}`, { isActive: false })
    expect(await owner((await asked(sales.id, 'bom dia')).id)).toMatchObject({ status: 'pending', queueId: null })
  })
})

describe('what a company has', () => {
  const menu = async (menuPermissions: object) =>
    (await app.operator()).api.put<{ menuPermissions: object }>(`/admin/tenant/${company.tenantId}/menu-permissions`, {
      menuPermissions,
    })

  it('is refused once the operator took it, in words, and works again when it is given back', async () => {
    const tasks = () => ana.api.get<{ error: string; message: string }>('/tasks')
    expect((await tasks()).status).toBe(200)
    await after(() => menu({ tasks: false, closingReasons: false }))
    expect((await tasks()).status).toBe(403)
    expect((await tasks()).body).toMatchObject({
      error: 'ERR_NO_PERMISSIO',
      message: 'Função disponível somente na versão premium. Fale com o suporte para contratar.',
    })
    expect((await ana.api.get<{ menuPermissions: object }>('/auth/me')).body.menuPermissions).toEqual({
      tasks: false,
      closingReasons: false,
    })
    await after(() => menu({ tasks: true }))
    expect([(await tasks()).status, (await ana.api.get('/closing-reasons')).status]).toEqual([200, 403])
    // what nobody can do without is not to be taken, and nobody takes from themselves
    expect((await menu({ attendance: false })).body.menuPermissions).toEqual({ tasks: true, closingReasons: false })
    const own = `/admin/tenant/${company.tenantId}/menu-permissions`
    expect((await admin.api.put(own, { menuPermissions: {} })).status).toBe(403)
    expect(
      (await (await app.operator()).api.put('/admin/tenant/999999/menu-permissions', { menuPermissions: {} })).status,
    ).toBe(404)
  })

  it('are groups only where the plan has them', async () => {
    const operator = await app.operator()
    const values = { maxUsers: 50, maxConnections: 5, value: 99 }
    const plan = await operator.api.post<{ id: number }>('/admin/plans', { ...values, name: `Base ${randomUUID()}` })
    const group = await waiting(sales.id)
    await app.db.system.ticket.updateMany({ where: { id: group.id }, data: { isGroup: true } })
    await app.db.system.contact.updateMany({ where: { id: group.contactId }, data: { isGroup: true } })
    await after(() => operator.api.put(`/admin/empresa/${company.tenantId}`, { planId: plan.body.id }))
    expect([await opens(group.id), await listed()]).toEqual([true, [group.id]])

    const without = { ...values, name: `Sem grupos ${randomUUID()}`, groups: false }
    await after(() => operator.api.put(`/admin/plans/${plan.body.id}`, without))
    expect([await types(group.id), await listed()]).toEqual([false, []])
    await admin.api.put(`/tickets/${group.id}`, { status: 'closed' })
    const again = { contactId: group.contactId, channelId: channel.id, queueId: sales.id }
    expect((await ana.api.post('/tickets/new', again)).body).toMatchObject({ error: 'ERR_NO_PERMISSIO' })
    expect((await ana.api.get<{ planLacks: string[] }>('/auth/me')).body.planLacks).toEqual(['groups'])
  })

  it('are integrations and old messages only where the plan has them', async () => {
    const operator = await app.operator()
    const values = { maxUsers: 50, maxConnections: 5, value: 99, name: `Magro ${randomUUID()}` }
    const lacks = { integrations: false, importMessages: false }
    const plan = await operator.api.post<{ id: number }>('/admin/plans', { ...values, ...lacks })
    const { id, says } = await asked(sales.id, 'oi')
    const webhook = () => admin.api.get<{ error?: string }>(`/whatsapp/${channel.id}/webhook`)
    expect((await webhook()).status).toBe(200)
    await after(() => operator.api.put(`/admin/empresa/${company.tenantId}`, { planId: plan.body.id }))
    expect([(await webhook()).status, (await webhook()).body.error]).toEqual([403, 'ERR_NO_PERMISSIO'])
    const sync = await admin.api.post<{ error: string }>(`/messages/sync/${id}`, { count: 5 })
    expect([sync.status, sync.body.error]).toEqual([403, 'ERR_NO_PERMISSIO'])
    const said = async () =>
      (await admin.api.get<{ messages: Said[] }>(`/messages/${id}`)).body.messages.map(({ body }) => body)
    await says('de antes', { history: true })
    await says('de agora')
    await until(async () => (await said()).includes('de agora'))
    expect(await said()).toEqual(['oi', 'de agora'])
    const has = { integrations: true, importMessages: true }
    await after(() => operator.api.put(`/admin/plans/${plan.body.id}`, { ...values, ...has }))
    expect((await webhook()).status).toBe(200)
    await says('de antes', { history: true })
    await until(async () => (await said()).includes('de antes'))
  })
})

describe('closing reasons', () => {
  it('belong to some queues or to all, and are required where the queue has one', async () => {
    const make = (name: string, queues: number[]) =>
      admin.api.post<{ id: number; queueIds: number[]; error?: string }>('/closing-reasons', {
        name,
        color: '#0f766c',
        queues,
      })
    const sold = (await make('Vendido', [sales.id])).body
    expect(sold.queueIds).toEqual([sales.id])
    await set('closingReasonRequired', 'enabled')
    const [one, other, third] = [await waiting(sales.id), await waiting(support.id), await waiting(sales.id)]
    const close = async (id: number, closingReasonId?: number) => {
      const { status, body } = await admin.api.put<{ error?: string }>(`/tickets/${id}`, {
        status: 'closed',
        ...(closingReasonId ? { closingReasonId } : {}),
      })
      return status === 200 ? 'closed' : body.error
    }
    expect(await close(one.id)).toBe('ERR_CLOSING_REASON_REQUIRED')
    expect(await close(other.id, sold.id)).toBe('ERR_NO_CLOSING_REASON_FOUND')
    expect(await close(one.id, sold.id)).toBe('closed')
    // a queue without reasons asks for none
    expect(await close(other.id)).toBe('closed')

    const spam = (await make('Engano', [])).body
    await admin.api.put(`/closing-reasons/${sold.id}`, { queues: [{ id: support.id }] })
    await until(() => heard('closingReason').length > 0)
    expect(await close(third.id, sold.id)).toBe('ERR_NO_CLOSING_REASON_FOUND')
    expect(await close(third.id, spam.id)).toBe('closed')
    expect((await make('Outro', [999_999])).body.error).toBe('ERR_NO_QUEUE_FOUND')
    const { body } = await ana.api.get<{ name: string; queueIds: number[] }[]>('/closing-reasons')
    expect(body.map(({ name, queueIds }) => [name, queueIds])).toEqual([
      ['Engano', []],
      ['Vendido', [support.id]],
    ])
  })
})
