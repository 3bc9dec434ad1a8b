import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Company, PASSWORD, type Person, startApp, type TestApp, until } from '../app.ts'
import { ask } from '../routes.ts'

/** Reliability G-09. */
const WITHIN_MS = 5000

let one: TestApp
let two: TestApp
let company: Company
beforeAll(async () => {
  one = await startApp()
  two = await startApp({ db: one.db })
  company = await one.newTenant()
})
afterAll(async () => {
  await two.close()
  await one.close()
})

type Live = Awaited<ReturnType<TestApp['socket']>>
const on = (app: TestApp, person: Person, path: string) => ask(app.url, 'GET', path, { token: person.token })

/** A person known to both nodes, with an open socket on each. */
const settled = async (person: Person): Promise<Live[]> => {
  for (const app of [one, two]) expect((await on(app, person, '/auth/me')).status).toBe(200)
  return Promise.all([one, two].map((app) => app.socket(person.token)))
}

const revoked = (sockets: Live[]) =>
  sockets.every((socket) => !socket.connected && socket.received.some(({ event }) => event.endsWith(':session')))

/** Everything is over within the time that is promised, on both nodes. */
const ends = async (person: Person, act: () => Promise<unknown>, status: number) => {
  const sockets = await settled(person)
  const from = performance.now()
  await act()
  expect((await on(one, person, '/auth/me')).status).toBe(status)
  await until(async () => (await on(two, person, '/auth/me')).status === status)
  await until(() => revoked(sockets))
  expect(performance.now() - from).toBeLessThan(WITHIN_MS)
  for (const app of [one, two]) await expect(app.socket(person.token)).rejects.toThrow('tokenInvalid')
}

describe('on all nodes, a session ends', () => {
  it('when its person signs out', async () => {
    const person = await company.user()
    await ends(person, () => person.api.post('/auth/logout', {}), 401)
  })

  it('when its person is deactivated', async () => {
    const person = await company.user()
    await ends(person, () => company.admin.api.put(`/users/${person.id}`, { isActive: false }), 401)
    const again = await one.api().post('/auth/login', { email: person.email, password: PASSWORD })
    expect(again.status).toBe(401)
  })

  it('when its person is deleted', async () => {
    const person = await company.user()
    await ends(person, () => company.admin.api.delete(`/users/${person.id}`), 401)
  })

  it('when its person signs in elsewhere and may be signed in once', async () => {
    const person = await company.user('user', { blockMultipleLogins: true })
    await ends(person, () => one.signIn(person.email), 401)
  })

  it('when its person changes the password in another one', async () => {
    const person = await company.user()
    const other = await one.signIn(person.email)
    const password = 'Ipê-amarelo 8 vezes'
    const change = { currentPassword: PASSWORD, password, passwordConfirmation: password }
    await ends(person, () => other.api.put('/auth/password', change), 401)
    expect((await on(two, other, '/auth/me')).status).toBe(200)
  })

  it('when its company is deactivated', async () => {
    const closing = await one.newTenant()
    const person = await closing.user()
    const operator = await one.operator()
    const status = () => operator.api.put(`/admin/status/tenant/${closing.tenantId}`, { status: 'inactive' })
    await ends(person, status, 401)
    const again = await one.api().post<{ error: string }>('/auth/login', { email: person.email, password: PASSWORD })
    expect(again).toMatchObject({ status: 403, body: { error: 'ERR_TENANT_INACTIVE' } })
  })
})

describe('on all nodes, rights change', () => {
  it('at once for requests, and screens are told to ask again', async () => {
    const person = await company.user('admin')
    const sockets = await settled(person)
    expect((await on(two, person, '/plugins')).status).toBe(200)
    const from = performance.now()
    expect((await company.admin.api.put(`/users/${person.id}`, { profile: 'user' })).status).toBe(200)
    expect((await on(one, person, '/plugins')).status).toBe(403)
    await until(async () => (await on(two, person, '/plugins')).status === 403)
    await until(() => sockets.every(({ received }) => received.some(({ event }) => event.endsWith(':resync'))))
    expect(performance.now() - from).toBeLessThan(WITHIN_MS)
    expect(sockets.every(({ connected }) => connected)).toBe(true)
  })

  it('so that somebody taken out of a queue hears nothing more of its tickets', async () => {
    const queue = await company.admin.api.post<{ id: number }>('/queue', { name: 'Cobrança', color: '#112233' })
    const person = await company.user('user', { queues: [queue.body.id] })
    const [, ear] = await settled(person)
    const { id: contactId } = (
      await company.admin.api.post<{ id: number }>('/contacts', { name: 'Iracema', number: '5511987651234' })
    ).body
    const channel = await company.channel()
    const wanted = { contactId, channelId: channel.id, queueId: queue.body.id, status: 'pending' }
    const ticket = await company.admin.api.post<{ id: number }>('/tickets/new', wanted)
    expect(ticket.status).toBe(200)
    await until(() => JSON.stringify(ear?.received).includes(`"id":${ticket.body.id}`))
    expect((await on(two, person, `/tickets/${ticket.body.id}`)).status).toBe(200)

    await company.admin.api.put(`/users/${person.id}`, { queues: [] })
    await until(async () => (await on(two, person, `/tickets/${ticket.body.id}`)).status === 404)
    await until(() => ear?.received.some(({ event }) => event.endsWith(':resync')))
    const heard = ear?.received.length ?? 0
    const control = await two.socket(company.admin.token)
    expect((await company.admin.api.put(`/tickets/${ticket.body.id}`, { status: 'closed' })).status).toBe(200)
    await until(() => JSON.stringify(control.received).includes('"status":"closed"'))
    const after = ear?.received.slice(heard) ?? []
    expect(after.filter(({ event }) => event.includes('ticket'))).toEqual([])
  })
})
