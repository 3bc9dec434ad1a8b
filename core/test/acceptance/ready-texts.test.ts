import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Quick {
  id: number
  key: string
  message: string
  folder: string
  showAll: boolean
  medias: { id: string; url: string | null }[]
}
interface Farewell {
  id: number
  name: string
  message: string
  showAll: boolean
  queueIds: number[]
}
interface Schedule {
  id: number
  body: string
  status: 'pending' | 'sent' | 'error'
  error: { code: string; message: string } | null
  scheduleDate: string
  messageState: string | null
  ticketId: number | null
  repeatCount: number
  canChange: boolean
  userId: number
}
interface Message {
  id: string
  body: string
  fromMe: boolean
  sendType: string
  userId: number | null
  mediaName: string | null
}

let app: TestApp
let node: TestApp
let company: Company
let admin: Person
let agent: Person
let colleague: Person
let channel: TestChannel
beforeAll(async () => {
  app = await startApp()
  // another node, with the same clock, that sends too
  node = await startApp({ db: app.db, clock: app.clock })
  company = await app.newTenant()
  admin = company.admin
  agent = await company.user('user', { name: 'Bia Souza' })
  colleague = await company.user('user', { name: 'Davi Luz' })
  channel = await company.channel()
}, 60_000)
afterAll(async () => {
  await node.close()
  await app.close()
})

/** Later, when everybody has to sign in again. */
const travel = async (ms: number): Promise<void> => {
  app.clock.advance(ms)
  for (const person of [admin, agent]) Object.assign(person, await app.signIn(person.email))
}

const upload = async (who: Person, text = 'a;b'): Promise<string> => {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'tabela.csv')
  return (await who.api.post<{ id: string }>('/media', form)).body.id
}

/** A conversation that the agent has accepted. */
const conversation = async (on = channel, who = agent) => {
  const name = `Ana ${randomUUID().slice(0, 8)}`
  const phone = newPhone()
  await pushEvents(on.hookUrl, [inboundText(phone, name, 'Olá')])
  const ticket = await until(async () => {
    const { body } = await who.api.get<{ tickets: { id: number; name: string; contactId: number }[] }>(
      '/tickets?status[]=pending&pageSize=100',
    )
    return body.tickets.find((one) => one.name === name)
  })
  expect((await who.api.put(`/tickets/${ticket.id}`, { status: 'open', userId: who.id })).status).toBe(200)
  return { id: ticket.id, contactId: ticket.contactId, name, phone }
}
const messagesOf = async (ticketId: number, who = agent) =>
  (await who.api.get<{ messages: Message[] }>(`/messages/${ticketId}`)).body.messages

describe('quick messages', () => {
  const keysOf = async (who: Person) => (await who.api.get<Quick[]>('/fastreply')).body.map(({ key }) => key)

  it('are one’s own until they are shown to all, and are told live', async () => {
    const socket = await app.socket(colleague.token)
    const own = await agent.api.post<Quick>('/fastreply', { key: 'minha', message: 'Só minha' })
    expect(own).toMatchObject({ status: 200, body: { key: 'minha', showAll: false, folder: '', medias: [] } })
    expect(await keysOf(agent)).toContain('minha')
    expect(await keysOf(colleague)).not.toContain('minha')
    expect(await keysOf(admin)).not.toContain('minha')

    const shared = { showAll: true, folder: ' Vendas ' }
    expect((await agent.api.put<Quick>(`/fastreply/${own.body.id}`, shared)).body).toMatchObject({ folder: 'Vendas' })
    expect(await keysOf(colleague)).toContain('minha')
    await until(() => socket.received.some(({ event }) => event === `${company.tenantId}:fastReply`))

    // who only sees it may neither change nor delete it, admins may
    expect(await colleague.api.put(`/fastreply/${own.body.id}`, { message: 'x' })).toMatchObject({ status: 403 })
    expect(await colleague.api.delete(`/fastreply/${own.body.id}`)).toMatchObject({ status: 403 })
    expect((await admin.api.delete(`/fastreply/${own.body.id}`)).status).toBe(200)
    expect(await agent.api.put(`/fastreply/${own.body.id}`, { message: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_FAST_REPLY_FOUND' },
    })
  })

  it('need a key of their own and something to say', async () => {
    const blank = await agent.api.post('/fastreply', { key: '   ', message: 'oi' })
    expect(blank).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    const empty = await agent.api.post('/fastreply', { key: 'vazia', message: ' ' })
    expect(empty).toMatchObject({ status: 400, body: { error: 'ERR_FAST_REPLY_EMPTY' } })
    expect((await agent.api.post('/fastreply', { key: 'Açaí', message: 'oi' })).status).toBe(200)
    const twice = await agent.api.post('/fastreply', { key: 'acai', message: 'oi' })
    expect(twice).toMatchObject({ status: 404, body: { error: 'ERR_FAST_REPLY_EXISTS' } })
    // somebody else's own are not in the way
    expect((await colleague.api.post('/fastreply', { key: 'acai', message: 'oi' })).status).toBe(200)
    const saved = await Promise.all([1, 2, 3].map(() => agent.api.post('/fastreply', { key: 'duplo', message: 'oi' })))
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('carry files, which stay when only the text changes and go out from the composer', async () => {
    const file = await upload(agent)
    const { body: made } = await agent.api.post<Quick>('/fastreply', { key: 'tabela', medias: [file], showAll: true })
    expect(made.medias).toMatchObject([{ id: file, fileName: 'tabela.csv' }])
    const { body: later } = await agent.api.put<Quick>(`/fastreply/${made.id}`, { message: 'Segue' })
    expect(later).toMatchObject({ message: 'Segue', medias: [{ id: file }] })
    expect((await colleague.api.get(`/media/${file}`)).status).toBe(200)
    const without = await agent.api.put<Quick>(`/fastreply/${made.id}`, { medias: [] })
    expect(without.body.medias).toEqual([])
    const nothing = await agent.api.put(`/fastreply/${made.id}`, { message: '' })
    expect(nothing).toMatchObject({ body: { error: 'ERR_FAST_REPLY_EMPTY' } })
    const foreign = await colleague.api.post('/fastreply', { key: 'roubo', medias: [await upload(agent)] })
    expect(foreign).toMatchObject({ status: 404, body: { error: 'ERR_NO_MEDIA_FOUND' } })
  })

  it('are filled with what the ticket knows, for those who see it', async () => {
    const { id, name } = await conversation()
    const text = 'Oi {{firstName}} ({{name}}), aqui é {user}, {{userEmail}}.{{nada}}'
    const filled = await agent.api.post<{ text: string }>('/fastreply/fill', { ticketId: id, text })
    expect(filled.body.text).toBe(`Oi Ana (${name}), aqui é Bia Souza, ${agent.email}.`)
    await admin.api.put('/settings/NotViewAssignedTickets', { value: 'enabled' })
    const stranger = await colleague.api.post('/fastreply/fill', { ticketId: id, text })
    await admin.api.put('/settings/NotViewAssignedTickets', { value: 'disabled' })
    expect(stranger).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  })
})

describe('farewell messages', () => {
  it('are seen like quick messages, and belong to queues', async () => {
    const { body: queue } = await admin.api.post<{ id: number }>('/queue', {
      ...{ name: `Fila ${randomUUID()}`, color: '#123456', isActive: false },
    })
    const write = { name: 'Padrão', message: 'Até logo, {{firstName}}', queues: [{ id: queue.id }] }
    const { body: made } = await agent.api.post<Farewell>('/farewell', write)
    expect(made).toMatchObject({ name: 'Padrão', showAll: false, queueIds: [queue.id] })
    const listed = async (who: Person) =>
      (await who.api.get<Farewell[]>('/farewell')).body.some(({ id }) => id === made.id)
    expect([await listed(agent), await listed(colleague)]).toEqual([true, false])
    await agent.api.put(`/farewell/${made.id}`, { showAll: true, queues: [] })
    expect([await listed(colleague), await listed(admin)]).toEqual([true, true])
    expect(await colleague.api.put(`/farewell/${made.id}`, { message: 'x' })).toMatchObject({ status: 403 })
    expect((await admin.api.delete(`/farewell/${made.id}`)).status).toBe(200)
    const gone = await agent.api.delete(`/farewell/${made.id}`)
    expect(gone).toMatchObject({ status: 404, body: { error: 'ERR_NO_FAREWELL_FOUND' } })
    expect((await admin.api.delete(`/queue/${queue.id}`)).status).toBe(200)
  })

  it('are said, filled in, when a ticket is resolved with one', async () => {
    const { id } = await conversation()
    const { body } = await agent.api.post<Farewell>('/farewell', { message: 'Até logo, {{firstName}}' })
    await agent.api.put(`/tickets/${id}`, { status: 'closed', farewellMessage: body.message, askRating: false })
    const said = await until(async () => (await messagesOf(id)).find((message) => message.fromMe))
    expect(said).toMatchObject({ body: 'Até logo, Ana', sendType: 'bot' })
  })
})

describe('scheduled messages', () => {
  const at = (ms: number) => new Date(app.clock.now() + ms).toISOString()
  const schedule = async (who: Person, write: Record<string, unknown>) => {
    const made = await who.api.post<Schedule>('/schedule', { whatsappId: channel.id, ...write })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body
  }
  const show = async (id: number, who = admin) =>
    (await who.api.get<{ schedules: Schedule[] }>('/schedule?pageSize=100')).body.schedules.find((one) => one.id === id)
  const settled = (id: number) =>
    until(async () => {
      const found = await show(id)
      return found && found.status !== 'pending' ? found : null
    })
  /** All nodes look at once, as when they come back together. */
  const wakeAll = () =>
    Promise.all(
      [app, node, app, node].map((one) =>
        one.node.services.schedules.work.run(company.tenantId, new AbortController().signal),
      ),
    )

  it('wake up by themselves', async () => {
    const { id, contactId } = await conversation()
    await schedule(agent, { contactId, body: 'sozinha', scheduleDate: at(1500) })
    await until(async () => (await messagesOf(id)).find(({ body }) => body === 'sozinha'))
  })

  it('go out once, although several nodes send, filled in at that moment, without opening the ticket', async () => {
    const { id, contactId } = await conversation()
    await agent.api.put(`/tickets/${id}`, { status: 'closed', sendFarewellMessage: false, askRating: false })
    const [file, other] = [await upload(agent), await upload(agent, 'c;d')]
    const write = { contactId, ticketId: id, scheduleDate: at(2 * HOUR) }
    const first = await schedule(agent, { ...write, body: 'Oi {{firstName}}, {{user}} aqui' })
    const second = await schedule(agent, { ...write, body: 'Os arquivos', medias: [file, other] })
    expect(first).toMatchObject({ status: 'pending', error: null, canChange: true, messageState: null })
    await wakeAll()
    expect(await messagesOf(id)).toHaveLength(1)
    const opened = await agent.api.get<{ scheduledMessages: Schedule[] }>(`/tickets/${id}`)
    expect(opened.body.scheduledMessages.map((one) => one.id)).toEqual([first.id, second.id])

    await travel(2 * HOUR)
    await wakeAll()
    expect(await settled(first.id)).toMatchObject({ status: 'sent', ticketId: id, canChange: false })
    await settled(second.id)
    await wakeAll()
    const sent = (await messagesOf(id)).filter((message) => message.fromMe)
    expect(sent.map(({ body, mediaName, sendType, userId }) => [body, mediaName, sendType, userId])).toEqual([
      ['Oi Ana, Bia Souza aqui', null, 'schedule', agent.id],
      ['Os arquivos', 'tabela.csv', 'schedule', agent.id],
      ['tabela.csv', 'tabela.csv', 'schedule', agent.id],
    ])
    expect((await agent.api.get(`/tickets/${id}`)).body).toMatchObject({ status: 'closed' })
    expect(
      (
        await until(async () => {
          const one = await show(first.id)
          return one?.messageState === 'sent' ? one : null
        })
      ).status,
    ).toBe('sent')
  })

  it('are sent once by whoever takes over from a node that died after sending', async () => {
    const { id, contactId } = await conversation()
    const made = await schedule(agent, { contactId, body: 'uma vez', scheduleDate: at(HOUR) })
    await travel(HOUR)
    await wakeAll()
    await settled(made.id)
    // as it stood when the node died: sent, and not written down
    await app.db.owner(
      `update scheduled_message set state = 'sending', sent_at = null, ticket_id = null, due_at = now() where id = $1`,
      [made.id],
    )
    await wakeAll()
    expect(await settled(made.id)).toMatchObject({ status: 'sent', ticketId: id })
    expect((await messagesOf(id)).filter(({ body }) => body === 'uma vez')).toHaveLength(1)
  })

  it('start a closed conversation where there is none', async () => {
    const { body: contact } = await agent.api.post<{ id: number }>('/contacts', { name: 'Nova', number: newPhone() })
    const made = await schedule(agent, { contactId: contact.id, body: 'bom dia', scheduleDate: at(HOUR) })
    await travel(HOUR)
    await wakeAll()
    const { ticketId } = await settled(made.id)
    expect((await agent.api.get(`/tickets/${ticketId}`)).body).toMatchObject({ status: 'closed', userId: agent.id })
    expect(await messagesOf(ticketId ?? 0)).toMatchObject([{ body: 'bom dia' }])
  })

  it('are one’s own; admins and supervisors see all, and admins change them', async () => {
    const { id, contactId } = await conversation()
    const made = await schedule(agent, { contactId, body: 'minha', scheduleDate: at(DAY) })
    const supervisor = await company.user('supervisor')
    Object.assign(colleague, await app.signIn(colleague.email))
    expect(await show(made.id, colleague)).toBeUndefined()
    expect(await show(made.id, supervisor)).toMatchObject({ canChange: false })
    expect(await show(made.id, admin)).toMatchObject({ canChange: true })
    const ofTicket = await colleague.api.get<{ schedules: Schedule[] }>(`/schedule?ticketId=${id}`)
    expect(ofTicket.body.schedules).toMatchObject([{ id: made.id, canChange: false }])
    expect(await colleague.api.put(`/schedule/${made.id}`, { body: 'x' })).toMatchObject({ status: 404 })
    expect(await supervisor.api.delete(`/schedule/${made.id}`)).toMatchObject({ status: 403 })
    expect((await admin.api.put(`/schedule/${made.id}`, { body: 'da chefe' })).body).toMatchObject({
      body: 'da chefe',
      userId: agent.id,
    })
    expect((await agent.api.delete(`/schedule/${made.id}`)).status).toBe(200)
    expect(await show(made.id)).toBeUndefined()
  })

  it('refuse what cannot be sent, before its time', async () => {
    const { contactId } = await conversation()
    const write = { contactId, whatsappId: channel.id, body: 'oi', scheduleDate: at(HOUR) }
    const refused = async (change: Record<string, unknown>) =>
      (await agent.api.post<{ error: string }>('/schedule', { ...write, ...change })).body.error
    expect(await refused({ scheduleDate: at(-1000) })).toBe('ERR_SCHEDULE_PAST')
    expect(await refused({ body: ' ' })).toBe('ERR_MESSAGE_EMPTY')
    expect(await refused({ repeatCount: 3 })).toBe('ERR_SCHEDULE_REPEAT')
    expect(await refused({ repeatCount: 13, repeatPeriod: 'weekly' })).toBe('ERR_VALIDATION')
    expect(await refused({ whatsappId: 2_000_000_000 })).toBe('ERR_NO_WAPP_FOUND')
    expect(await refused({ contactId: 2_000_000_000 })).toBe('ERR_NO_CONTACT_FOUND')
    const limited = await company.user('user', { channels: [channel.id] })
    const elsewhere = await company.channel()
    const onOther = await limited.api.post('/schedule', { ...write, whatsappId: elsewhere.id })
    expect(onOther).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  it('say why they were not sent, and can be tried again', async () => {
    const official = await company.channel('fake-official')
    const { id, contactId } = await conversation(official)
    const write = { contactId, whatsappId: official.id, body: 'oi' }
    const closed = await schedule(agent, { ...write, scheduleDate: at(30 * HOUR) })
    await travel(30 * HOUR)
    await wakeAll()
    expect(await settled(closed.id)).toMatchObject({
      status: 'error',
      error: { code: 'ERR_MESSAGE_WINDOW_CLOSED' },
      canChange: true,
    })
    expect((await messagesOf(id)).filter((message) => message.fromMe)).toEqual([])
    const errors = await agent.api.get<{ schedules: Schedule[] }>('/schedule?status=error')
    expect(errors.body.schedules.map((one) => one.id)).toContain(closed.id)

    await agent.api.put(`/schedule/${closed.id}`, { whatsappId: channel.id, scheduleDate: at(HOUR) })
    await travel(HOUR)
    await wakeAll()
    expect(await settled(closed.id)).toMatchObject({ status: 'sent', error: null })
    const twice = await agent.api.put(`/schedule/${closed.id}`, { body: 'x' })
    expect(twice).toMatchObject({ status: 409, body: { error: 'ERR_SCHEDULE_SENT' } })
  })

  it('that the provider refuses are shown as not sent', async () => {
    const { contactId } = await conversation()
    const made = await schedule(agent, { contactId, body: 'recusada', scheduleDate: at(HOUR) })
    const control = (change: object) =>
      fetch(`${channel.hookUrl}/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      })
    await control({ failAlways: 'RECIPIENT_INVALID' })
    await travel(HOUR)
    await wakeAll()
    const failed = await until(async () => {
      const one = await show(made.id)
      return one?.status === 'error' ? one : null
    })
    await control({ failAlways: null })
    expect(failed).toMatchObject({ error: { code: 'RECIPIENT_INVALID' }, messageState: 'failed' })
  })

  it('are given up a day too late, and when their channel is gone', async () => {
    const lost = await company.channel()
    const { contactId } = await conversation()
    const late = await schedule(agent, { contactId, body: 'tarde', scheduleDate: at(HOUR) })
    const orphan = await schedule(agent, {
      contactId,
      whatsappId: lost.id,
      body: 'sem canal',
      scheduleDate: at(26 * HOUR),
    })
    expect((await admin.api.delete(`/whatsapp/${lost.id}`, { name: lost.name })).status).toBe(200)
    await travel(26 * HOUR)
    await wakeAll()
    expect(await settled(late.id)).toMatchObject({ status: 'error', error: { code: 'ERR_SCHEDULE_LATE' } })
    expect(await settled(orphan.id)).toMatchObject({ status: 'error', error: { code: 'ERR_NO_WAPP_FOUND' } })
  })

  it('repeat so many times, each time on its date', async () => {
    const { id, contactId } = await conversation()
    const repeat = { repeatCount: 2, repeatPeriod: 'weekly' }
    const first = await schedule(agent, { contactId, body: 'toda semana', scheduleDate: at(HOUR), ...repeat })
    const dates: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { body } = await agent.api.get<{ schedules: Schedule[] }>(`/schedule?ticketId=${id}&status=pending`)
      const [waiting] = body.schedules
      expect(body.schedules).toHaveLength(1)
      expect(waiting?.repeatCount).toBe(2 - turn)
      dates.push(Date.parse(waiting?.scheduleDate ?? ''))
      await travel((dates.at(-1) ?? 0) - app.clock.now() + 1000)
      await wakeAll()
      await settled(waiting?.id ?? 0)
    }
    await wakeAll()
    expect(dates).toEqual([0, 7, 14].map((days) => Date.parse(first.scheduleDate) + days * DAY))
    expect((await messagesOf(id)).filter(({ body }) => body === 'toda semana')).toHaveLength(3)
  })
})
