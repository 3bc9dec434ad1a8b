import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Notification, Preferences } from '../../src/modules/notifications/contract.ts'
import type { Task } from '../../src/modules/tasks/contract.ts'
import { type Company, type Person, startApp, type TestApp, until } from '../app.ts'
import { startPushService } from '../push-service.ts'
import { inboundText, newPhone, pushEvents } from '../rich-company.ts'

/** All that the clock is put forward here stays within the life of a token. */
const MINUTE = 60_000

let push: Awaited<ReturnType<typeof startPushService>>
let app: TestApp
let company: Company
let ana: Person
let bia: Person
beforeAll(async () => {
  push = await startPushService()
  app = await startApp({ env: { RECADO_EGRESS_ALLOW: push.allow } })
})
afterAll(async () => {
  await app.close()
  await push.close()
})
beforeEach(async () => {
  push.answers(201)
  push.pushed.length = 0
  company = await app.newTenant()
  ;[ana, bia] = await Promise.all([
    company.user('user', { name: 'Ana Luz' }),
    company.user('user', { name: 'Bia Reis' }),
  ])
})

const inMinutes = (minutes: number) => new Date(app.clock.now() + minutes * MINUTE).toISOString()
const taskFor = (owner: Person, minutes: number, more: object = {}) => ({
  name: 'Ligar para o cliente',
  description: 'Perguntar se a fatura chegou',
  limitDate: inMinutes(minutes),
  ownerId: owner.id,
  priority: 'high',
  ...more,
})
const createTask = async (by: Person, ...task: Parameters<typeof taskFor>): Promise<Task> => {
  const { status, body } = await by.api.post<Task>('/tasks', taskFor(...task))
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const listOf = async (person: Person) =>
  (await person.api.get<{ notifications: Notification[]; unread: number; count: number }>('/notifications')).body
const tasksOf = async (person: Person, query = '') =>
  (await person.api.get<{ tasks: Task[]; counts: Record<string, number> }>(`/tasks${query}`)).body
/** A task whose time is up already has the limits of the company looked at. */
const lookAtLimits = async () => {
  const { id } = await createTask(company.admin, company.admin, -1, { name: 'Já passou' })
  await until(async () => (await listOf(company.admin)).notifications.some(({ link }) => link === `/tarefas?id=${id}`))
}

describe('tasks', () => {
  it('need every field, and somebody of the company who may get them', async () => {
    for (const field of ['name', 'description', 'limitDate', 'ownerId', 'priority'])
      expect((await ana.api.post('/tasks', { ...taskFor(ana, 5), [field]: undefined })).status, field).toBe(400)
    expect(await ana.api.post('/tasks', taskFor(bia, 5))).toMatchObject({
      status: 403,
      body: { error: 'ERR_TASK_OWNER' },
    })
    await company.admin.api.put('/settings/tasksForOthers', { value: 'enabled' })
    expect((await createTask(ana, bia, 5)).owner).toEqual({ id: bia.id, name: 'Bia Reis' })
    const gone = { ...taskFor(ana, 5), ownerId: 2_000_000_000 }
    expect(await ana.api.post('/tasks', gone)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
  })

  it('are seen by those whose they are, and by supervisors; filters and counts agree', async () => {
    const { admin } = company
    const mine = await createTask(ana, ana, 5, { name: 'Conferir ação', priority: 'low' })
    const late = await createTask(admin, ana, -5)
    const other = await createTask(admin, bia, 10)
    const done = await createTask(ana, ana, 20)
    await ana.api.put(`/tasks/${done.id}`, { finished: true })
    const ids = async (person: Person, query = '') => (await tasksOf(person, query)).tasks.map(({ id }) => id)
    expect(await ids(ana)).toEqual([late.id, mine.id, done.id])
    expect(await ids(admin)).toEqual([late.id, mine.id, other.id, done.id])
    expect((await tasksOf(ana, '?status=pending')).counts).toEqual({ delayed: 1, pending: 1, finished: 1 })
    expect(await ids(ana, '?status=delayed')).toEqual([late.id])
    expect(await ids(ana, '?status=finished')).toEqual([done.id])
    expect(await ids(admin, `?userId=${bia.id}`)).toEqual([other.id])
    expect(await ids(ana, '?priority=low')).toEqual([mine.id])
    expect(await ids(ana, '?searchParam=acao')).toEqual([mine.id])
    expect((await ana.api.get('/tasks/open')).body).toEqual({ delayed: 1, pending: 1 })
    for (const { status } of [
      await bia.api.get(`/tasks/${mine.id}`),
      await bia.api.put(`/tasks/${mine.id}`, { name: 'x' }),
      await bia.api.delete(`/tasks/${mine.id}`),
    ])
      expect(status).toBe(404)
    expect((await ana.api.delete(`/tasks/${late.id}`)).status).toBe(403)
    expect((await ana.api.delete(`/tasks/${mine.id}`)).status).toBe(200)
    expect(await ids(ana)).not.toContain(mine.id)
  })

  it('tell their owner and their creator, not whoever did it, and live', async () => {
    const live = await app.socket(ana.token)
    const task = await createTask(company.admin, ana, 60)
    const [told] = (await listOf(ana)).notifications
    expect(told).toMatchObject({
      type: 'task.assigned',
      title: 'Nova tarefa: Ligar para o cliente',
      body: 'Zuleica Prado passou para você.',
      link: `/tarefas?id=${task.id}`,
      readAt: null,
    })
    await until(() => live.received.some(({ event }) => event.endsWith(':notification')))
    await until(() => live.received.some(({ event }) => event.endsWith(':task')))
    await company.admin.api.put(`/tasks/${task.id}`, { ownerId: bia.id })
    expect((await listOf(ana)).unread).toBe(0)
    expect((await listOf(bia)).notifications).toMatchObject([{ type: 'task.assigned' }])
    await bia.api.put(`/tasks/${task.id}`, { finished: true })
    expect((await listOf(bia)).unread).toBe(0)
    expect((await listOf(company.admin)).notifications).toMatchObject([
      { type: 'task.finished', body: 'Por Bia Reis.' },
    ])
  })

  it('of a team are everybody’s in it: seen, told, counted and done by any of them', async () => {
    const { admin } = company
    const caio = await company.user('user', { name: 'Caio Melo' })
    const newTeam = async (name: string, ...people: Person[]) =>
      (await admin.api.post<{ id: number }>('/teams', { name, users: people.map(({ id }) => id) })).body.id
    const [field, other] = [await newTeam('Campo', ana, bia), await newTeam('Caixa', caio)]
    const forTeam = (teamId: number, minutes = 60) => taskFor(ana, minutes, { ownerId: undefined, teamId })
    expect(await ana.api.post('/tasks', { ...forTeam(field), ownerId: ana.id })).toMatchObject({ status: 400 })
    expect(await ana.api.post('/tasks', forTeam(other))).toMatchObject({
      status: 403,
      body: { error: 'ERR_TASK_OWNER' },
    })
    expect((await ana.api.post('/tasks', forTeam(2_000_000_000))).status).toBe(404)
    const { body: task } = await ana.api.post<Task>('/tasks', forTeam(field, 2))
    expect(task).toMatchObject({ ownerId: null, owner: null, teamId: field, team: { name: 'Campo' } })

    const told = async (person: Person, type: string) =>
      (await listOf(person)).notifications.filter((one) => one.type === type).map(({ body, readAt }) => [body, readAt])
    const given = 'Ana Luz passou para a equipe Campo.'
    expect([await told(bia, 'task.assigned'), await told(ana, 'task.assigned')]).toEqual([[[given, null]], []])
    const open = async (person: Person) => (await person.api.get<{ pending: number }>('/tasks/open')).body.pending
    expect([await open(ana), await open(bia), await open(caio)]).toEqual([1, 1, 0])
    expect((await tasksOf(bia)).tasks.map(({ id }) => id)).toEqual([task.id])
    expect((await tasksOf(admin, `?teamId=${other}`)).tasks).toEqual([])
    expect((await caio.api.get(`/tasks/${task.id}`)).status).toBe(404)

    app.clock.advance(3 * MINUTE)
    await lookAtLimits()
    const late = [['A tarefa ainda não foi concluída.', null]]
    expect([await told(ana, 'task.due'), await told(bia, 'task.due')]).toEqual([late, late])
    await bia.api.put(`/tasks/${task.id}`, { finished: true })
    expect([(await listOf(ana)).notifications[0], (await listOf(bia)).unread]).toMatchObject([
      { type: 'task.finished', body: 'Por Bia Reis.' },
      0,
    ])
    // given to a person it is the team’s no more, and the other way round
    await admin.api.put(`/tasks/${task.id}`, { ownerId: caio.id, finished: false })
    expect((await bia.api.get(`/tasks/${task.id}`)).status).toBe(404)
    const { body: back } = await admin.api.put<Task>(`/tasks/${task.id}`, { teamId: field })
    expect([back.ownerId, back.teamId]).toEqual([null, field])
    await admin.api.delete(`/teams/${field}`)
    expect((await admin.api.get<Task>(`/tasks/${task.id}`)).body.team).toBeNull()
  })

  it('tell of their limit once, when it has come', async () => {
    const task = await createTask(ana, ana, 2)
    const due = async () => (await listOf(ana)).notifications.filter(({ type }) => type === 'task.due')
    await lookAtLimits()
    expect(await due()).toEqual([])
    app.clock.advance(3 * MINUTE)
    await lookAtLimits()
    expect(await due()).toMatchObject([{ title: 'Prazo encerrado: Ligar para o cliente' }])
    expect((await tasksOf(ana)).tasks[0]?.status).toBe('delayed')
    await ana.api.put(`/tasks/${task.id}`, { name: 'Ligar de novo' })
    await lookAtLimits()
    expect(await due()).toHaveLength(1)
    await ana.api.put(`/tasks/${task.id}`, { limitDate: inMinutes(1) })
    app.clock.advance(2 * MINUTE)
    await lookAtLimits()
    expect(await due()).toHaveLength(2)
  })
})

describe('the bell', () => {
  it('shows people their own alone, and marks one or all as read', async () => {
    await createTask(company.admin, ana, 60)
    await createTask(company.admin, ana, 90)
    await createTask(company.admin, bia, 60)
    const { notifications, unread } = await listOf(ana)
    expect([notifications.length, unread]).toEqual([2, 2])
    const id = notifications[0]?.id ?? 0
    for (const stranger of [bia, company.admin, (await app.newTenant()).admin])
      expect((await stranger.api.put(`/notifications/${id}/read`)).status).toBe(404)
    const read = await ana.api.put<Notification>(`/notifications/${id}/read`)
    expect(read.body.readAt).not.toBeNull()
    expect((await listOf(ana)).unread).toBe(1)
    const open = await ana.api.get<{ notifications: Notification[] }>('/notifications?unread=true')
    expect(open.body.notifications.map((one) => one.id)).toEqual([notifications[1]?.id])
    await ana.api.put('/notifications/read-all')
    expect((await listOf(ana)).unread).toBe(0)
    expect((await listOf(bia)).unread).toBe(1)
  })

  it('tells of a transfer, and no names once the ticket is out of sight', async () => {
    const { admin } = company
    await admin.api.put('/settings/NotViewAssignedTickets', { value: 'enabled' })
    const channel = await company.channel()
    const ticketId = await ticketOf(channel.hookUrl, 'Rita Cruz')
    const transferTo = async (person: Person) => {
      const change = { userId: person.id, queueId: null, isTransference: true }
      const { status, body } = await admin.api.put(`/tickets/${ticketId}`, change)
      expect(status, JSON.stringify(body)).toBe(200)
    }
    await transferTo(ana)
    const told = await until(async () => (await listOf(ana)).notifications[0])
    expect(told).toMatchObject({
      type: 'transfer',
      body: 'Rita Cruz, por Zuleica Prado',
      link: `/atendimento/${ticketId}`,
    })
    await transferTo(bia)
    await until(async () => (await listOf(bia)).unread === 1)
    const [hidden] = (await listOf(ana)).notifications
    expect(hidden).toMatchObject({ title: 'Um atendimento foi transferido para você', body: '', data: {}, link: null })
  })

  it('tells admins of a channel that is down, once, until it is up again', async () => {
    const { id, name } = await company.channel()
    const setState = async (from: string, to: string) => {
      const key = [company.tenantId, id]
      await app.db.owner('update channel set state = $3 where tenant_id = $1 and id = $2', [...key, to])
      const payload = JSON.stringify({ channelId: id, from, to })
      const sql = `insert into domain_event (tenant_id, name, payload) values ($1, 'channel.state', $2::jsonb)`
      await app.db.owner(sql, [company.tenantId, payload])
      app.node.platform.dispatcher.wake()
      await app.node.platform.dispatcher.settled()
    }
    const told = () => listOf(company.admin)
    await setState('connected', 'disconnected')
    await setState('connecting', 'disconnected')
    expect(await told()).toMatchObject({
      unread: 1,
      notifications: [{ type: 'channel.down', title: `Canal desconectado: ${name}`, link: `/sessoes?id=${id}` }],
    })
    expect((await listOf(ana)).notifications).toEqual([])
    await setState('connecting', 'connected')
    expect((await told()).unread).toBe(0)
    await setState('connected', 'waiting-qr')
    expect((await told()).unread).toBe(1)
  })

  it('tells people of their message that was not sent', async () => {
    const channel = await company.channel()
    const ticketId = await ticketOf(channel.hookUrl, 'Rita Cruz')
    await ana.api.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id })
    await fetch(`${channel.hookUrl}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failAlways: 'RECIPIENT_INVALID' }),
    })
    for (const body of ['um', 'dois']) await ana.api.post(`/messages/${ticketId}`, { body })
    const isFailed = async () => {
      const { body } = await ana.api.get<{ messages: { state: string }[] }>(`/messages/${ticketId}`)
      return body.messages.filter(({ state }) => state === 'failed').length === 2
    }
    await until(isFailed)
    await until(async () => (await listOf(ana)).unread === 1)
    expect((await listOf(ana)).notifications).toMatchObject([
      { type: 'message.failed', body: expect.stringContaining('Rita Cruz'), link: `/atendimento/${ticketId}` },
    ])
  })
})

const ticketOf = async (hookUrl: string, name: string): Promise<number> => {
  await pushEvents(hookUrl, [inboundText(newPhone(), name, 'bom dia')])
  return until(async () => {
    const { body } = await company.admin.api.get<{ tickets: { id: number; name: string }[] }>(
      '/tickets?status[]=pending&showAll=true',
    )
    return body.tickets.find((ticket) => ticket.name === name)?.id
  })
}

describe('pushes', () => {
  const subscribe = async (person: Person, browser = push.browser()) => {
    expect((await person.api.post('/push/subscribe', browser)).status).toBe(200)
    return browser
  }

  it('reach the browser, encrypted for it and signed by this installation', async () => {
    const browser = await subscribe(ana)
    const { body } = await ana.api.get<{ publicKey: string }>('/push/key')
    const task = await createTask(company.admin, ana, 60)
    await createTask(company.admin, bia, 60)
    const [one] = await until(() => push.pushed.length > 0 && push.pushed)
    expect(one).toMatchObject({
      path: new URL(browser.endpoint).pathname,
      message: { title: 'Nova tarefa: Ligar para o cliente', link: `/tarefas?id=${task.id}` },
      claims: { aud: push.url },
    })
    expect(one?.headers.authorization).toContain(`k=${body.publicKey}`)
    expect(await waiting()).toBe(0)
    expect(push.pushed).toHaveLength(1)
  })

  it('a browser that is gone is forgotten; one whose service is down is tried again', async () => {
    await subscribe(ana)
    push.answers(503)
    const before = push.requests()
    await createTask(company.admin, ana, 60)
    await until(() => push.requests() > before)
    expect(await waiting()).toBe(1)
    push.answers(410)
    app.clock.advance(MINUTE)
    await createTask(company.admin, ana, 90)
    await until(async () => (await browsers()) === 0)
    expect(await waiting()).toBe(0)
  })

  it('stay away where the person or the company wants it, and after the session', async () => {
    await subscribe(ana)
    const events = { task: { sound: 'none', toast: false, push: false } }
    await ana.api.put('/notifications/preferences', { events })
    await createTask(company.admin, ana, 60)
    await until(async () => (await waiting()) === 0)
    await ana.api.put('/notifications/preferences', {
      events: { task: { sound: 'none', toast: false, push: true } },
      doNotDisturb: 'hour',
    })
    await createTask(company.admin, ana, 60)
    await until(async () => (await waiting()) === 0)
    expect(push.pushed).toEqual([])
    await ana.api.put('/notifications/preferences', { doNotDisturb: 'off' })
    await company.admin.api.put('/settings/hidePushContent', { value: 'enabled' })
    await createTask(company.admin, ana, 60)
    const [hidden] = await until(() => push.pushed.length > 0 && push.pushed)
    expect(hidden?.message).toMatchObject({ title: 'Você tem uma nova tarefa', body: '' })
    await ana.api.post('/auth/logout', {})
    await createTask(company.admin, ana, 60)
    await until(async () => (await browsers()) === 0)
    expect(push.pushed).toHaveLength(1)
  })

  it('tell of customers who write while nobody looks', async () => {
    const channel = await company.channel()
    const name = 'Rita Cruz'
    const phone = newPhone()
    await pushEvents(channel.hookUrl, [inboundText(phone, name, 'bom dia')])
    const ticketId = await until(async () => {
      const { body } = await ana.api.get<{ tickets: { id: number; name: string }[] }>('/tickets?status[]=pending')
      return body.tickets.find((ticket) => ticket.name === name)?.id
    })
    await ana.api.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id })
    await subscribe(ana)
    await pushEvents(channel.hookUrl, [
      inboundText(phone, name, 'tem alguém?'),
      inboundText(phone, name, 'preciso da fatura'),
    ])
    await until(async () => (await waiting()) === 1)
    app.clock.advance(5000)
    // anything that is due has the company's browsers looked at
    await createTask(company.admin, ana, 60)
    await until(() => push.pushed.length === 2)
    const told = push.pushed.find(({ message }) => message.tag === `ticket-${ticketId}`)
    expect(told?.message).toMatchObject({ title: name, body: 'preciso da fatura', link: `/atendimento/${ticketId}` })
  })

  it('go nowhere but to push services', async () => {
    const { keys } = push.browser()
    for (const endpoint of [
      'http://push.example.test/x',
      'https://10.0.0.7/x',
      'https://127.0.0.1/x',
      'ftp://x/yyyyyy',
      'nothing at all',
    ])
      expect((await ana.api.post('/push/subscribe', { endpoint, keys })).body, endpoint).toMatchObject({
        error: 'ERR_PUSH_ENDPOINT',
      })
    const preferences = await ana.api.get<Preferences>('/notifications/preferences')
    expect(preferences.body.events.task).toEqual({ sound: 'knock', toast: true, push: true })
  })

  const count = async (table: string): Promise<number> => {
    const sql = `select count(*)::int "count" from ${table} where tenant_id = $1`
    return (await app.db.owner<{ count: number }>(sql, [company.tenantId]))[0]?.count ?? 0
  }
  const waiting = () => count('push_delivery')
  const browsers = () => count('push_subscription')
})
