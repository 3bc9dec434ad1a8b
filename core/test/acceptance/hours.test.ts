import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAbsence } from '../../src/modules/hours/absence.ts'
import type { Holiday, HoursCheck, HoursOverview, Week } from '../../src/modules/hours/contract.ts'
import type { StoredEvent } from '../../src/platform/events/types.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { type Customer, createCustomers } from '../customers.ts'
import { createTestClock } from '../harness.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

const HOUR = 3_600_000
/** São Paulo has had no daylight saving time since 2019. */
const OFFSET = 3 * HOUR
const SEVEN = [0, 1, 2, 3, 4, 5, 6]
const OFFICE: Week = SEVEN.map((day) => ({
  day,
  type: day === 0 || day === 6 ? 'closed' : 'periods',
  periods: [
    { from: '08:00', to: '12:00' },
    { from: '13:00', to: '18:00' },
  ],
}))
const all = (type: 'open' | 'closed'): Week => SEVEN.map((day) => ({ day, type, periods: [] }))

let app: TestApp
let company: Company
let admin: Person
let channel: TestChannel
let queue: { id: number }
let agent: Person
let away: Person
let supervisor: Person
beforeAll(async () => {
  app = await startApp({ clock: createTestClock() })
  // the next Monday, ten o'clock in the morning
  const local = new Date(app.clock.now() - OFFSET)
  const days = (8 - local.getUTCDay()) % 7 || 7
  await moveTo(new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, 10)))
  company = await app.newTenant()
  admin = company.admin
  agent = await company.user('user')
  away = await company.user('user')
  supervisor = await company.user('supervisor')
  channel = await company.channel()
  queue = (await admin.api.post<{ id: number }>('/queue', { name: 'Plantão', color: '#224466' })).body
  const message = 'Olá {{firstName}}, voltamos às 8h. Protocolo {{protocol}}.'
  expect((await admin.api.put('/hours/company', { week: OFFICE, message })).status).toBe(200)
}, 60_000)
afterAll(() => app.close())

/** The wall clock in São Paulo, as if it were UTC. Sessions of before have ended then. */
async function moveTo(wall: Date): Promise<void> {
  app.clock.advance(wall.getTime() + OFFSET - app.clock.now())
  if (admin) admin = await app.signIn(admin.email)
}
const today = (): string => new Date(app.clock.now() - OFFSET).toISOString().slice(0, 10)
const dayMonth = (): string => today().slice(5).split('-').reverse().join('/')
/** Forward to a time of today, or of a later day. */
const clockTo = (time: string, days = 0) => moveTo(new Date(Date.parse(`${today()}T${time}:00Z`) + days * 24 * HOUR))

const newCustomer = createCustomers(() => ({ admin, channel }))

/** One that takes groups, made by whoever is signed in now. */
async function groupChannel(): Promise<TestChannel> {
  const wanted = { name: 'Grupos', type: 'fake', settings: {}, ignoreGroups: false }
  const { body } = await admin.api.post<TestChannel>('/whatsapp', wanted)
  await admin.api.post(`/whatsappsession/${body.id}`)
  return until(async () => {
    const { body: now } = await admin.api.get<TestChannel>(`/whatsapp/${body.id}`)
    return now.state === 'connected' && now
  })
}

interface Said {
  fromMe: boolean
  sendType: string
  body: string
  state: string
}

/** What the program said in a ticket, once all facts are handled. */
async function saidTo(customer: Customer): Promise<string[]> {
  const id = await customer.ticket()
  await app.node.platform.dispatcher.settled()
  const { body } = await admin.api.get<{ messages: Said[] }>(`/messages/${id}`)
  return body.messages.filter(({ fromMe, sendType }) => fromMe && sendType === 'bot').map((one) => one.body)
}

const eventsOf = async (ticketId: number): Promise<StoredEvent[]> => {
  const rows = await app.db.owner<StoredEvent>(
    `select id::text, tenant_id "tenantId", name, payload, created_at "createdAt" from domain_event
      where name = 'message.received' and (payload->>'ticketId')::int = $1 order by domain_event.id`,
    [ticketId],
  )
  return rows
}

describe('a customer', () => {
  it('who writes within the hours is told nothing', async () => {
    const jandira = newCustomer('Jandira')
    await jandira.write()
    expect(await saidTo(jandira)).toEqual([])
  })

  it('who writes at night is told once, with their name filled in, and it is sent', async () => {
    await clockTo('19:00')
    const moacir = newCustomer('Moacir')
    for (const text of ['oi', 'alguém?', 'olá?']) await moacir.write(text)
    const id = await moacir.ticket()
    const { body: ticket } = await admin.api.get<{ protocol: string; status: string }>(`/tickets/${id}`)
    expect(await saidTo(moacir)).toEqual([`Olá Moacir, voltamos às 8h. Protocolo ${ticket.protocol}.`])
    expect(ticket.status).toBe('pending')
    await until(async () => {
      const { body } = await admin.api.get<{ messages: Said[] }>(`/messages/${id}`)
      return body.messages.find(({ sendType }) => sendType === 'bot')?.state === 'sent'
    })
  })

  it('is told again in another closed time, as often as the company wants', async () => {
    const odete = newCustomer('Odete')
    await odete.write()
    expect(await saidTo(odete)).toHaveLength(1)
    await admin.api.put('/settings/maxAbsenceMessages', { value: 2 })
    await odete.write()
    expect(await saidTo(odete)).toHaveLength(2)
    await odete.write()
    expect(await saidTo(odete)).toHaveLength(2)
    await clockTo('12:30', 1)
    for (let times = 0; times < 3; times++) await odete.write()
    expect(await saidTo(odete)).toHaveLength(4)
    await admin.api.put('/settings/maxAbsenceMessages', { value: 0 })
    const silent = newCustomer('Silvio')
    await silent.write()
    expect(await saidTo(silent)).toEqual([])
    await admin.api.put('/settings/maxAbsenceMessages', { value: 1 })
  })

  it('is told once when facts come again, and told later when saying failed', async () => {
    const raul = newCustomer('Raul')
    await raul.write()
    expect(await saidTo(raul)).toHaveLength(1)
    const events = await eventsOf(await raul.ticket())
    await app.node.services.hours.absence.handle(events, AbortSignal.timeout(10_000))
    expect(await saidTo(raul)).toHaveLength(1)

    const { uow } = app.node.platform.db
    await app.db.owner('delete from absence_notice where ticket_id = $1', [await raul.ticket()])
    let failures = 1
    const unsure = createAbsence({
      ...{ uow, clock: app.clock, log: silentLog, onlineUsers: () => [] },
      async sayOnce(...said) {
        if (failures-- > 0) throw new Error('the database went away')
        await app.node.services.tickets.sayOnce(...said)
        throw new Error('it was said, and then the node died')
      },
    })
    const handle = () => unsure.handle(events, AbortSignal.timeout(10_000))
    await expect(handle()).rejects.toThrow('went away')
    expect(await saidTo(raul)).toHaveLength(1)
    await expect(handle()).rejects.toThrow('node died')
    expect(await saidTo(raul)).toHaveLength(2)
    await app.node.services.hours.absence.handle(events, AbortSignal.timeout(10_000))
    expect(await saidTo(raul)).toHaveLength(2)
  })

  it('whose agent is there is told nothing', async () => {
    const zilda = newCustomer('Zilda')
    const ticket = async (customer: Customer) => {
      await clockTo('10:00', 1)
      await customer.write()
      const id = await customer.ticket()
      await admin.api.put(`/tickets/${id}`, { status: 'open', userId: agent.id })
      // what was written within the hours is looked at within them
      await app.node.platform.dispatcher.settled()
      await clockTo('19:00')
    }
    await ticket(zilda)
    const socket = await app.socket((await app.signIn(agent.email)).token)
    await until(() => app.node.realtime.onlineUsers(company.tenantId).includes(agent.id))
    await zilda.write()
    expect(await saidTo(zilda)).toEqual([])
    socket.disconnect()

    const bento = newCustomer('Bento')
    await bento.write()
    await app.node.platform.dispatcher.settled()
    const before = await saidTo(bento)
    await admin.api.put(`/tickets/${await bento.ticket()}`, { status: 'open', userId: away.id })
    await clockTo('22:00', 1)
    await bento.write()
    expect(await saidTo(bento)).toHaveLength(before.length + 1)
  })

  it('is told nothing in a group, nor for what the company itself wrote on its phone', async () => {
    await admin.api.put('/settings/ignoreGroupMsg', { value: false })
    const { id, hookUrl } = await groupChannel()
    const sender = { addresses: [{ kind: 'phone', value: newPhone() }], name: 'Iara' }
    await pushEvents(hookUrl, [
      inboundText(newPhone(), 'Família', 'bom dia, grupo', { isGroup: true, sender }),
      inboundText(newPhone(), 'Caio', 'te ligo amanhã', { direction: 'out' }),
    ])
    const bodies = async () => {
      const rows = await app.db.owner<{ body: string }>(
        'select body from message where channel_id = $1 order by body',
        [id],
      )
      return rows.map(({ body }) => body)
    }
    await until(async () => (await bodies()).length >= 2)
    await app.node.platform.dispatcher.settled()
    expect(await bodies()).toEqual(['bom dia, grupo', 'te ligo amanhã'])
  })

  it('whose ticket goes to a closed queue is told what that queue says', async () => {
    await clockTo('10:00', 1)
    const bruna = newCustomer('Bruna')
    await bruna.write()
    expect(await saidTo(bruna)).toEqual([])
    const text = 'O plantão começa às 20h.'
    expect((await admin.api.put(`/hours/queues/${queue.id}`, { week: all('closed'), message: text })).status).toBe(200)
    await admin.api.put(`/tickets/${await bruna.ticket()}`, { queueId: queue.id, isTransference: true })
    expect(await saidTo(bruna)).toEqual([text])
    await admin.api.put(`/hours/queues/${queue.id}`, { week: null, message: '' })
  })
})

describe('hours', () => {
  const overview = async () => (await admin.api.get<HoursOverview>('/hours')).body
  const check = async (query = '') => (await admin.api.get<HoursCheck>(`/hours/check${query}`)).body

  it('of the queue stand above those of the channel, and those above the company’s', async () => {
    const at = `at=${today()}T10:00`
    expect(await check(`?${at}`)).toMatchObject({ isOpen: true, rule: { level: 'company' }, message: null })
    await admin.api.put(`/hours/channels/${channel.id}`, { week: all('closed'), message: 'canal' })
    const here = `?${at}&channelId=${channel.id}`
    expect(await check(here)).toMatchObject({ isOpen: false, rule: { level: 'channel' }, message: { text: 'canal' } })
    await admin.api.put(`/hours/queues/${queue.id}`, { week: all('open'), message: '' })
    expect(await check(`${here}&queueId=${queue.id}`)).toMatchObject({ isOpen: true, rule: { level: 'queue' } })
    const own = (await admin.api.get<{ absenceMessage: string }>(`/whatsapp/${channel.id}`)).body
    expect(own.absenceMessage).toBe('canal')
    await admin.api.put(`/hours/channels/${channel.id}`, { week: null, message: '' })
    await admin.api.put(`/hours/queues/${queue.id}`, { week: null })
    expect((await overview()).queues.find(({ id }) => id === queue.id)).toMatchObject({ week: null })
  })

  it('are tried at any moment of the company’s clock', async () => {
    const noon = await check(`?at=${today()}T12:15`)
    expect(noon).toMatchObject({
      ...{ isOpen: false, date: today(), time: '12:15', timezone: 'America/Sao_Paulo', isShifted: false },
      ...{ at: `${today()}T15:15:00.000Z`, since: `${today()}T15:00:00.000Z`, until: `${today()}T16:00:00.000Z` },
      message: { source: 'company' },
    })
    await admin.api.put('/settings/timezone', { value: 'America/Manaus' })
    expect(await check(`?at=${today()}T12:15`)).toMatchObject({ at: `${today()}T16:15:00.000Z` })
    await admin.api.put('/settings/timezone', { value: 'America/New_York' })
    expect(await check('?at=2027-03-14T02:30')).toMatchObject({ isShifted: true, time: '03:00' })
    await admin.api.put('/settings/timezone', { value: 'America/Sao_Paulo' })
    expect((await admin.api.get<{ error: string }>('/hours/check?at=2026-02-30T10:00')).body.error).toBe(
      'ERR_HOLIDAY_DATE',
    )
  })

  it('are refused when they make no sense, with the reason', async () => {
    const save = async (week: Week) => {
      const { status, body } = await admin.api.put<{ error: string }>('/hours/company', { week })
      return `${status} ${body.error}`
    }
    const monday = (...periods: { from: string; to: string }[]): Week =>
      OFFICE.map((day) => (day.day === 1 ? { ...day, periods } : day))
    expect(await save(monday({ from: '22:00', to: '02:00' }))).toBe('400 ERR_HOURS_INVERTED')
    expect(await save(monday({ from: '08:00', to: '13:00' }, { from: '12:00', to: '18:00' }))).toBe(
      '400 ERR_HOURS_OVERLAP',
    )
    expect(await save(monday())).toBe('400 ERR_HOURS_WEEK')
    expect((await overview()).company.week).toEqual(OFFICE)
  })

  it('are for admins alone, who see each other’s changes at once', async () => {
    const { api } = await app.signIn(supervisor.email)
    expect((await api.get('/hours')).status).toBe(403)
    expect((await api.put('/hours/company', { message: 'x' })).status).toBe(403)
    const socket = await app.socket(admin.token)
    const told = () => socket.received.filter(({ event }) => event === `${company.tenantId}:hours`).length
    await admin.api.put('/hours/company', { message: 'Voltamos às 8h.' })
    await until(() => told() === 1)
    await admin.api.put('/tenants/message-business-hours', { messageBusinessHours: 'Voltamos às 8h.' })
    await until(() => told() === 2)
    socket.disconnect()
  })
})

describe('a holiday', () => {
  const create = (body: object) => admin.api.post<Holiday & { error: string }>('/holidays', body)
  const periods = { start1: '09:00', end1: '11:00', start2: '20:00', end2: '22:00' }

  it('changes what customers are told, in each of its modes', async () => {
    const told = async (name: string) => {
      const customer = newCustomer(name)
      await customer.write()
      return saidTo(customer)
    }
    await clockTo('10:00')
    const made = await create({
      date: dayMonth(),
      name: 'Padroeira',
      mode: 'closed',
      message: 'Feriado!\nVoltamos amanhã.',
    })
    expect(made).toMatchObject({ status: 200, body: { scope: 'company', start1: null, scopeIds: [] } })
    expect(await told('Alba')).toEqual(['Feriado!\nVoltamos amanhã.'])
    const path = `/holidays/${made.body.id}`
    const save = (more: object) => admin.api.put(path, { date: dayMonth(), message: 'Reduzido', ...more })
    expect((await save({ mode: 'one', ...periods })).status).toBe(200)
    expect(await told('Bela')).toEqual([])
    await clockTo('11:00')
    expect(await told('Cida')).toEqual(['Reduzido'])
    await clockTo('21:00')
    expect(await told('Dora')).toEqual(['Reduzido'])
    await save({ mode: 'two', ...periods })
    expect(await told('Elza')).toEqual([])
    const other = `${dayMonth()}/${Number(today().slice(0, 4)) + 1}`
    await admin.api.put(path, { date: other, message: 'Reduzido', mode: 'closed' })
    expect(await told('Flor')).toEqual(['Voltamos às 8h.'])
    expect((await admin.api.delete(path)).status).toBe(200)
    expect((await admin.api.delete(path)).status).toBe(404)
  })

  it('holds for the channels or queues that it names', async () => {
    const { body } = await create({ date: '24/06/2031', mode: 'closed', scope: 'queue', scopeIds: [queue.id] })
    const at = 'at=2031-06-24T10:00'
    const open = async (query: string) => (await admin.api.get<HoursCheck>(`/hours/check?${at}${query}`)).body
    expect(await open('')).toMatchObject({ isOpen: true, rule: { kind: 'week' } })
    expect(await open(`&queueId=${queue.id}`)).toMatchObject({
      isOpen: false,
      rule: { kind: 'holiday', level: 'queue', holiday: { id: body.id } },
    })
    const { body: listed } = await admin.api.get<Holiday[]>(`/holidays?type=queue&id=${queue.id}`)
    expect(listed.map(({ id }) => id)).toEqual([body.id])
    expect((await admin.api.get<Holiday[]>('/holidays?type=channel')).body).toEqual([])
    expect((await admin.api.delete(`/queue/${(await newQueue(body.id)).id}`)).status).toBe(200)
    expect((await admin.api.get<Holiday[]>('/holidays?type=queue')).body[0]?.scopeIds).toEqual([queue.id])
  })

  /** One more queue of a holiday. */
  const newQueue = async (holidayId: number) => {
    const { body } = await admin.api.post<{ id: number }>('/queue', { name: 'Passageira', color: '#224466' })
    const scopeIds = [queue.id, body.id]
    const write = { date: '24/06/2031', mode: 'closed', scope: 'queue', scopeIds }
    expect((await admin.api.put<Holiday>(`/holidays/${holidayId}`, write)).body.scopeIds).toEqual(scopeIds)
    return body
  }

  it.each([
    [{ date: '31/02', mode: 'closed' }, 'ERR_HOLIDAY_DATE'],
    [{ date: '29/02/2027', mode: 'closed' }, 'ERR_HOLIDAY_DATE'],
    [{ date: '1/1', mode: 'closed' }, 'ERR_VALIDATION'],
    [{ date: '01/01', mode: 'one', start1: '10:00' }, 'ERR_VALIDATION'],
    [{ date: '01/01', mode: 'one', start1: '10:00', end1: '09:00' }, 'ERR_HOURS_INVERTED'],
    [{ date: '01/01', mode: 'two', ...periods, start2: '10:00' }, 'ERR_HOURS_OVERLAP'],
    [{ date: '01/01', mode: 'closed', scope: 'queue', scopeIds: [] }, 'ERR_VALIDATION'],
    [{ date: '01/01', mode: 'closed', scope: 'queue', scopeIds: [2_000_000_000] }, 'ERR_NO_QUEUE_FOUND'],
  ])('%o is refused with %s', async (body, error) => expect((await create(body)).body.error).toBe(error))

  it('is there once for a date and place; the national ones come in one go', async () => {
    expect((await create({ date: '25/12', name: 'Natal', mode: 'closed' })).status).toBe(200)
    expect((await create({ date: '25/12', mode: 'closed' })).body.error).toBe('ERR_HOLIDAY_EXISTS')
    const { body } = await admin.api.post<{ created: number; holidays: Holiday[] }>('/holidays/national')
    expect(body.created).toBe(8)
    expect(body.holidays.map(({ date }) => date)).toEqual(
      '01/01 21/04 01/05 24/06/2031 07/09 12/10 02/11 15/11 20/11 25/12'.split(' '),
    )
    expect((await admin.api.post<{ created: number }>('/holidays/national')).body.created).toBe(0)
  })
})
