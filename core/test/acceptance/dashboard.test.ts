import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Duration,
  type FigureRows,
  type Group,
  LIVE_FIGURES,
  type LiveFigures,
  type Panel,
  PERIOD_FIGURES,
  type PeriodFigures,
} from '../../src/modules/dashboard/contract.ts'
import type { Notification } from '../../src/modules/notifications/contract.ts'
import type { Ticket, TicketRow } from '../../src/modules/tickets/contract.ts'
import { type Company, type Person, startApp, type TestApp, type TestChannel, until } from '../app.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let company: Company
let admin: Person
let ana: Person
let bia: Person
let keeper: Person
let channels: TestChannel[]
let sales: number
let support: number
beforeAll(async () => {
  app = await startApp()
  company = await app.newTenant()
  admin = company.admin
  const queue = async (name: string) =>
    (await admin.api.post<{ id: number }>('/queue', { name, color: '#224466' })).body.id
  sales = await queue('Vendas')
  support = await queue('Suporte')
  channels = await Promise.all([company.channel(), company.channel()])
  ;[ana, bia, keeper] = await Promise.all([
    company.user('user', { name: 'Ana Luz', queues: [sales] }),
    company.user('user', { name: 'Bia Reis', queues: [support] }),
    company.user('supervisorfila', { name: 'Caio Sá', queues: [support] }),
  ])
}, 60_000)
afterAll(() => app.close())

const ok = async <T>(person: Person, path: string): Promise<T> => {
  const { status, body } = await person.api.get<T>(path)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body
}
const live = (person: Person, more = '') => ok<LiveFigures>(person, `/dashboard/live?${more}`)
const period = (person: Person, days: string, more = '') =>
  ok<PeriodFigures>(person, `/dashboard/period?${days}${more}`)

/** Every page of the rows behind a figure; whatever is told of them holds for each page. */
async function rowsOf(person: Person, figure: string, more = ''): Promise<TicketRow[]> {
  const tickets: TicketRow[] = []
  for (let page = 1; ; page += 1) {
    const answer = await ok<FigureRows>(person, `/dashboard/tickets?figure=${figure}&pageNumber=${page}${more}`)
    tickets.push(...answer.tickets)
    if (answer.hasMore) continue
    expect(answer.count, figure).toBe(tickets.length)
    expect(new Set(tickets.map(({ id }) => id)).size, figure).toBe(tickets.length)
    return tickets
  }
}

const ORDINARY = {
  channelId: null as number | null,
  status: 'pending' as 'open' | 'pending' | 'closed',
  queueId: null as number | null,
  userId: null as number | null,
  active: false,
  isGroup: false,
  chatFlowId: null as number | null,
  createdAt: new Date(),
  startedAt: null as Date | null,
  closedAt: null as Date | null,
  waitingSince: null as Date | null,
  snoozedUntil: null as Date | null,
  firstReplySeconds: null as number | null,
}
let made = 0
/** A ticket as it stands after a life of its own. */
async function put(ticket: Partial<typeof ORDINARY>, { tenantId } = company): Promise<void> {
  made += 1
  const values = Object.values({ ...ORDINARY, channelId: channels[0]?.id ?? null, ...ticket })
  await app.db.owner(
    `with c as (insert into contact (tenant_id, name, number, is_group) values ($1, 'Cliente ' || $2, $3, $9) returning id),
          a as (insert into contact_address (tenant_id, contact_id, kind, value) select $1, c.id, 'phone', $3 from c returning id)
     insert into ticket (tenant_id, protocol, contact_id, address_id, channel_id, status, queue_id, user_id, is_active_demand,
                         is_group, chat_flow_id, created_at, started_at, closed_at, waiting_since, snoozed_until, first_reply_seconds)
     select $1, 'P' || $2, c.id, a.id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 from c, a`,
    [tenantId, String(made), newPhone(), ...values],
  )
}

/** Noon in São Paulo, which has had no daylight saving time since 2019. */
const noonOf = (day: number, minutes = 0) => new Date(Date.UTC(2025, 4, day, 15, minutes))
const MAY = 'startDate=2025-05-05&endDate=2025-05-11'

describe('figures', () => {
  beforeAll(async () => {
    const queues = [sales, support, null]
    const holders = [ana.id, bia.id, null]
    // as many combinations as make more than one page of rows
    for (let n = 0; n < 72; n += 1) {
      const queueId = queues[n % 3] ?? null
      const userId = holders[Math.floor(n / 3) % 3] ?? null
      const channelId = channels[n % 2]?.id ?? 0
      const waitingSince = n % 4 === 0 ? null : new Date(Date.now() - (n + 1) * MINUTE)
      const isAside = n % 9 === 8
      await put({
        queueId,
        channelId,
        userId: isAside ? null : userId,
        status: userId === null || isAside ? 'pending' : 'open',
        isGroup: n % 12 === 5,
        chatFlowId: n % 12 === 2 && userId === null && queueId === null ? 7 : null,
        waitingSince,
        snoozedUntil: isAside ? new Date(Date.now() + HOUR) : null,
        // before everything that is asked for below
        createdAt: new Date(Date.UTC(2024, 0, 1)),
      })
      const createdAt = noonOf(1 + (n % 14), n * 7)
      await put({
        queueId,
        channelId,
        userId,
        status: 'closed',
        active: n % 5 === 0,
        isGroup: n % 12 === 5,
        createdAt,
        startedAt: n % 4 === 0 ? null : new Date(createdAt.getTime() + n * MINUTE),
        closedAt: new Date(createdAt.getTime() + n * HOUR),
        firstReplySeconds: n % 3 === 0 ? null : n * 10,
      })
    }
  }, 60_000)

  it('of now count exactly their rows, whoever looks, and nobody is shown what they do not see', async () => {
    await admin.api.put('/settings/NotViewTicketsQueueUndefined', { value: 'enabled' })
    for (const person of [admin, keeper, ana]) {
      const { counts } = await live(person)
      for (const figure of LIVE_FIGURES) {
        const rows = await rowsOf(person, figure)
        expect(counts[figure], `${person.name} ${figure}`).toBe(rows.length)
        if (person === admin) expect(rows.length, figure).toBeGreaterThan(figure === 'chatbot' ? -1 : 0)
        if (person !== admin)
          for (const { id, queueId, userId } of rows)
            expect(queueId === (person === ana ? sales : support) || userId === person.id, String(id)).toBe(true)
      }
    }
  })

  it('call overdue whoever waits longer than the company wants', async () => {
    const { counts, longestWaitSince, waitLimitMinutes } = await live(admin)
    expect(waitLimitMinutes).toBe(15)
    expect((await admin.api.put('/settings/waitLimitMinutes', { value: '10080' })).status).toBe(200)
    expect((await live(admin)).counts).toEqual({ ...counts, overdue: 0 })
    await admin.api.put('/settings/waitLimitMinutes', { value: '15' })
    const rows = await rowsOf(admin, 'unanswered')
    expect(rows[0]?.waitingSince).toBe(longestWaitSince)
  })

  it('of a period count exactly their rows, in total, in each group and in each column of the chart', async () => {
    for (const person of [admin, keeper, ana]) {
      const figures = await period(person, MAY)
      expect(figures.isOwn).toBe(person === ana)
      const { totals } = figures
      const counts = {
        ...{ created: totals.created, active: totals.active, receptive: totals.receptive, closed: totals.closed },
        ...{ accepted: totals.wait.count, replied: totals.firstReply.count, handled: totals.handling.count },
      }
      for (const figure of PERIOD_FIGURES) {
        const rows = await rowsOf(person, figure, `&${MAY}`)
        expect(counts[figure], `${person.name} ${figure}`).toBe(rows.length)
        if (person === ana) for (const row of rows) expect(row.userId).toBe(ana.id)
      }
      const { channels: byChannel, queues, users } = figures
      for (const groups of [byChannel, queues, users])
        for (const what of ['created', 'closed'] as const)
          expect(groups.reduce((sum, group) => sum + group[what], 0)).toBe(totals[what])
      expect(figures.series.reduce((sum, { closed }) => sum + closed, 0)).toBe(totals.closed)
      expect(figures.hours.reduce((sum, count) => sum + count, 0)).toBe(totals.created)
    }
    const { queues, users, channels: byChannel, series, hours } = await period(admin, MAY)
    const each = async (groups: Group[], key: string) => {
      for (const { id, created, closed } of groups) {
        expect(await rowsOf(admin, 'created', `&${MAY}&${key}[]=${id}`)).toHaveLength(created)
        expect(await rowsOf(admin, 'closed', `&${MAY}&${key}[]=${id}`)).toHaveLength(closed)
      }
    }
    await each(queues, 'queuesIds')
    await each(users, 'userIds')
    await each(byChannel, 'whatsappIds')
    expect(series.map(({ at }) => at)).toEqual(
      Array.from({ length: 7 }, (_, day) => `2025-05-${String(5 + day).padStart(2, '0')}`),
    )
    const hour = hours.findIndex((count) => count > 0)
    expect(await rowsOf(admin, 'created', `&${MAY}&hour=${hour}`)).toHaveLength(hours[hour] ?? 0)
    for (const days of ['startDate=2025-04-15&endDate=2025-06-20', 'startDate=2025-01-10&endDate=2025-12-31']) {
      const long = await period(admin, days)
      expect(long.series.reduce((sum, { created }) => sum + created, 0)).toBe(long.totals.created)
      const column = long.series.find(({ closed }) => closed > 0)
      expect(await rowsOf(admin, 'closed', `&${days}&at=${column?.at}`)).toHaveLength(column?.closed ?? -1)
    }
    const oneDay = await period(admin, 'startDate=2025-05-06T00:00&endDate=2025-05-06T00:00')
    expect(oneDay.series).toHaveLength(24)
    const busiest = oneDay.series.find(({ created }) => created > 0)
    const day = 'startDate=2025-05-06&endDate=2025-05-06'
    expect(await rowsOf(admin, 'created', `&${day}&at=${busiest?.at}`)).toHaveLength(busiest?.created ?? -1)
  })

  it('refuse days that do not exist, come in the wrong order or are too many', async () => {
    for (const days of [
      'startDate=2025-05-11&endDate=2025-05-05',
      'startDate=2025-02-30&endDate=2025-03-02',
      'startDate=2023-01-01&endDate=2025-03-02',
      'startDate=0000-01-01&endDate=0000-01-02',
      'startDate=2025-05-11',
    ])
      expect((await admin.api.get(`/dashboard/period?${days}`)).status, days).toBe(400)
    expect((await admin.api.get('/dashboard/tickets?figure=everything')).status).toBe(400)
  })
})

describe('durations', () => {
  const nothing: Duration = { count: 0, average: null, p90: null }

  it('are averages and nine out of ten, on the company’s own days, beside the days before', async () => {
    const other = await app.newTenant()
    const channelId = (await other.channel()).id
    for (let n = 1; n <= 10; n += 1)
      await put(
        {
          ...{ channelId, status: 'closed', userId: other.admin.id, firstReplySeconds: n * 60 },
          createdAt: noonOf(20),
          startedAt: noonOf(20, n),
          closedAt: noonOf(20, n + 30),
        },
        other,
      )
    // a quarter to midnight in São Paulo, which is the next day in Greenwich; and one that is only imported
    const late = new Date(Date.UTC(2025, 4, 21, 2, 45))
    await put(
      { channelId, status: 'closed', active: true, createdAt: late, closedAt: new Date(late.getTime() + HOUR) },
      other,
    )
    await put({ channelId, status: 'closed', createdAt: noonOf(20), closedAt: noonOf(20) }, other)
    const { totals, before } = await period(other.admin, 'startDate=2025-05-20&endDate=2025-05-20')
    expect(totals).toEqual({
      ...{ created: 11, active: 1, receptive: 10, closed: 10 },
      wait: { count: 10, average: 330, p90: 546 },
      firstReply: { count: 10, average: 330, p90: 546 },
      handling: { count: 10, average: 1800, p90: 1800 },
      resolution: { count: 10, average: 2130, p90: 2346 },
    })
    expect(before).toMatchObject({ created: 0, closed: 0, wait: nothing, resolution: nothing })
    const next = await period(other.admin, 'startDate=2025-05-21&endDate=2025-05-21')
    expect(next.totals).toMatchObject({ created: 0, closed: 1, handling: nothing, resolution: { average: 3600 } })
    expect(next.before).toMatchObject({ created: 11, closed: 10 })
  })

  it('of the first reply count from the customer’s first words to a person’s, once', async () => {
    const [channel] = channels
    const phone = newPhone()
    await pushEvents(channel?.hookUrl ?? '', [inboundText(phone, 'Rita Alves', 'Bom dia')])
    const ticket = await until(
      async () =>
        (await ok<{ tickets: Ticket[] }>(admin, `/tickets?status[]=pending&showAll=true&searchParam=${phone}`))
          .tickets[0],
    )
    expect(ticket.firstReplySeconds).toBeNull()
    await app.db.owner(`update ticket set waiting_since = now() - interval '90 seconds' where id = $1`, [ticket.id])
    expect((await admin.api.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })).status).toBe(200)
    const say = (body: string) => admin.api.post(`/messages/${ticket.id}`, { body })
    expect((await say('Bom dia, já vejo')).status).toBe(200)
    const first = (await ok<Ticket>(admin, `/tickets/${ticket.id}`)).firstReplySeconds ?? 0
    expect(first).toBeGreaterThanOrEqual(90)
    expect(first).toBeLessThan(600)
    await app.db.owner(`update ticket set waiting_since = now() - interval '3000 seconds' where id = $1`, [ticket.id])
    expect((await say('Pronto')).status).toBe(200)
    expect((await ok<Ticket>(admin, `/tickets/${ticket.id}`)).firstReplySeconds).toBe(first)
  })
})

describe('the service panel', () => {
  it('is for those who watch over others, each within their queues', async () => {
    for (const path of ['/dash-panel', '/dash-tickets-queues'])
      expect(await ana.api.get(path)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const mine = await ok<Panel>(keeper, '/dash-panel')
    expect(mine.users.map(({ id }) => id)).toEqual(expect.arrayContaining([bia.id, keeper.id]))
    const rows = await ok<TicketRow[]>(keeper, '/dash-tickets-queues')
    for (const { queueId } of rows) expect(queueId).toBe(support)
  })

  it('counts the rows that it shows, by person and by queue', async () => {
    const { users, queues } = await ok<Panel>(admin, '/dash-panel')
    const rows = await ok<TicketRow[]>(admin, '/dash-tickets-queues')
    const held = (userId: number, status: string) =>
      rows.filter((row) => (row.userId ?? row.rememberedUser?.id) === userId && row.status === status).length
    for (const user of users)
      expect([user.open, user.pending], user.name).toEqual([held(user.id, 'open'), held(user.id, 'pending')])
    for (const queue of queues) {
      const own = rows.filter(({ queueId }) => (queueId ?? 0) === queue.id)
      expect(queue.open + queue.pending, queue.name).toBe(own.length)
      expect(queue.unanswered).toBe(own.filter(({ waitingSince }) => waitingSince !== null).length)
    }
    expect(queues.at(-1)?.id).toBe(0)
    const firstOpen = rows.findIndex(({ status }) => status === 'open')
    expect(rows.slice(firstOpen).every(({ status }) => status === 'open')).toBe(true)
    const one = await ok<TicketRow[]>(admin, `/dash-tickets-queues?status[]=open&queuesIds[]=${sales}`)
    expect(one).toHaveLength(queues.find(({ id }) => id === sales)?.open ?? -1)
  })

  it('tells who is online and since when', async () => {
    const of = async () => (await ok<Panel>(admin, '/dash-panel')).users.find(({ id }) => id === bia.id)
    await app.socket(bia.token)
    const online = await until(async () => {
      const user = await of()
      return user?.isOnline ? user : null
    })
    expect(online.since).toBeGreaterThan(Date.now() - 10 * MINUTE)
    const { users, queues } = await ok<Panel>(admin, '/dash-panel')
    const there = users.filter((user) => user.isOnline && user.queues.some(({ id }) => id === support))
    expect(queues.find(({ id }) => id === support)).toMatchObject({ online: there.length, people: 2 })
  })
})

describe('people are told', () => {
  const signal = () => new AbortController().signal
  const toldTo = async (person: Person, type: string) =>
    (await ok<{ notifications: Notification[] }>(person, '/notifications')).notifications.filter(
      (one) => one.type === type,
    )
  const onceTold = (person: Person, type: string) =>
    until(async () => {
      const told = await toldTo(person, type)
      return told.length === 1 ? told : null
    })
  let contactId: number
  let ticketId: number
  let phone: string
  beforeAll(async () => {
    phone = newPhone()
    await pushEvents(channels[0]?.hookUrl ?? '', [inboundText(phone, 'Rui Melo', 'Oi')])
    const ticket = await until(
      async () =>
        (await ok<{ tickets: Ticket[] }>(admin, `/tickets?status[]=pending&showAll=true&searchParam=${phone}`))
          .tickets[0],
    )
    ;({ id: ticketId, contactId } = ticket)
    const moved = { isTransference: true, queueId: sales, userId: ana.id, status: 'open' }
    expect((await admin.api.put(`/tickets/${ticketId}`, moved)).status).toBe(200)
  })

  it('when what they put aside is back, by time or because the customer wrote', async () => {
    const aside = { status: 'pending', snoozeMinutes: 10, rememberMe: true }
    expect((await ana.api.put(`/tickets/${ticketId}`, aside)).status).toBe(200)
    await app.db.owner(`update ticket set snoozed_until = now() - interval '1 second' where id = $1`, [ticketId])
    await app.node.services.tickets.work.timing.run(company.tenantId, signal())
    expect((await onceTold(ana, 'ticket.woken'))[0]).toMatchObject({
      body: 'Rui Melo',
      link: `/atendimento/${ticketId}`,
      ticketId,
    })
    expect((await ana.api.put(`/tickets/${ticketId}`, aside)).status).toBe(200)
    await pushEvents(channels[0]?.hookUrl ?? '', [inboundText(phone, 'Rui Melo', 'Ainda estou aqui')])
    await until(async () => (await toldTo(ana, 'ticket.woken')).length === 2)
    expect(await toldTo(admin, 'ticket.woken')).toEqual([])
  })

  it('when a message that they scheduled was not sent, or was cancelled by somebody else', async () => {
    const schedule = async () => {
      const scheduleDate = new Date(Date.now() + HOUR).toISOString()
      const write = { contactId, ticketId, whatsappId: channels[0]?.id, body: 'Bom dia', scheduleDate }
      const { status, body } = await ana.api.post<{ id: number }>('/schedule', write)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.id
    }
    const late = await schedule()
    await app.db.owner(
      `update scheduled_message set schedule_date = now() - interval '2 days', due_at = now() - interval '2 days' where id = $1`,
      [late],
    )
    await app.node.services.schedules.work.run(company.tenantId, signal())
    expect((await onceTold(ana, 'schedule.failed'))[0]).toMatchObject({
      event: 'trouble',
      link: `/agendamentos?id=${late}`,
    })
    expect((await admin.api.delete(`/schedule/${await schedule()}`)).status).toBe(200)
    expect((await onceTold(ana, 'schedule.cancelled'))[0]?.body).toBe('Zuleica Prado cancelou. Ela não será enviada.')
    expect((await ana.api.delete(`/schedule/${await schedule()}`)).status).toBe(200)
    expect(await toldTo(ana, 'schedule.cancelled')).toHaveLength(1)
  })
})
