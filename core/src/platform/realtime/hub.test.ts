import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { addUser, newWorld, startNode, type TestNode, type World } from './test-node.ts'

let db: Database
let world: World
let node: TestNode

beforeAll(async () => {
  db = await startDatabase()
})
beforeEach(async () => {
  world = newWorld()
  node = await startNode(db, world)
})
afterEach(() => node.close())
afterAll(() => db.close())

it('refuses tokens that are not good by a connect error, and tells a failure of ours from them', async () => {
  addUser(world, 1)
  for (const token of [null, undefined, '', 42, { a: 1 }, '99/s', 'x'.repeat(9_000)]) {
    await expect(node.connect(token)).rejects.toThrow('tokenInvalid')
  }
  await expect(node.connect('down')).rejects.toThrow('ERR_UNAVAILABLE')
  expect(node.realtime.connections()).toBe(0)
  await node.connect('1/s')
  expect(node.realtime.connections()).toBe(1)
})

it('tells events to the company, a person, its admins and the operator, and to nobody else', async () => {
  addUser(world, 1)
  addUser(world, 2, { profile: 'admin' })
  addUser(world, 3, { tenantId: 8, profile: 'admin' })
  addUser(world, 4, { isOperator: true, tenantId: 8 })
  const [user, tab, admin, other, operator] = await Promise.all(
    ['1/s', '1/s', '2/s', '3/s', '4/s'].map((token) => node.connect(token, { polling: token === '2/s' })),
  )
  node.publish({ tenantId: 7, to: 'tenant' }, 'settings', { n: 1 })
  node.publish({ tenantId: 7, to: 'user', userId: 1 }, 'user', { n: 2 })
  node.publish({ tenantId: 7, to: 'admins' }, 'whatsapp', { n: 3 })
  node.publish({ to: 'operator' }, 'company', { n: 4 })
  for (const browser of [user, tab, admin, other, operator]) await browser?.ask('joinNotification')
  const events = [user, tab, admin, other, operator].map((browser) =>
    browser?.heard.filter(({ event }) => !event.endsWith('Bubbles')).map(({ event }) => event),
  )
  expect(events).toEqual([
    ['7:settings', '7:user'],
    ['7:settings', '7:user'],
    ['7:settings', '7:whatsapp'],
    [],
    ['8:company'],
  ])
})

it('tells of a ticket only those who see it, masked to those from whom numbers are hidden', async () => {
  addUser(world, 1, { queues: [1] })
  addUser(world, 2, { queues: [2] })
  addUser(world, 3, { queues: [1, 2], masksPhones: true })
  const [one, two, three] = await Promise.all(['1/s', '2/s', '3/s'].map((token) => node.connect(token)))
  const tell = (queueId: number | null, n: number, butNot?: number) =>
    node.publish(
      {
        tenantId: 7,
        to: 'ticket',
        ticket: { id: 5, queueId },
        masked: { n, number: '***' },
        ...(butNot ? { butNot: { id: 5, queueId: butNot } } : {}),
      },
      'ticketList',
      { n, number: '5511' },
    )
  tell(1, 1)
  tell(2, 2)
  tell(null, 3)
  tell(9, 4)
  tell(1, 5, 2)
  for (const browser of [one, two, three]) await browser?.ask('joinNotification')
  const open = (n: number) => ({ n, number: '5511' })
  const masked = (n: number) => ({ n, number: '***' })
  expect(one?.payloads('7:ticketList')).toEqual([open(1), open(3), open(5)])
  expect(two?.payloads('7:ticketList')).toEqual([open(2), open(3)])
  expect(three?.payloads('7:ticketList')).toEqual([masked(1), masked(2), masked(3)])
})

it('never throws at a publisher, and a rule that fails shows nothing', async () => {
  addUser(world, 1)
  const browser = await node.connect('1/s')
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  node.publish({ tenantId: 7, to: 'tenant' }, 'settings', cyclic)
  node.publish({ tenantId: 7, to: 'ticket', ticket: null as never }, 'ticketList', {})
  node.publish({ tenantId: 7, to: 'tenant' }, 'settings', { n: 1 })
  await vi.waitFor(() => expect(browser.payloads('7:settings')).toEqual([{ n: 1 }]))
  expect(browser.payloads('7:ticketList')).toEqual([])
})

it('closes the sockets of ended sessions and says why', async () => {
  addUser(world, 1)
  addUser(world, 2)
  const [ended, kept, other] = await Promise.all(['1/a', '1/b', '2/c'].map((token) => node.connect(token)))
  node.realtime.closeSessions(7, ['a'], 'superseded')
  await vi.waitFor(() => expect(ended?.socket.connected).toBe(false))
  expect(ended?.payloads('7:session')).toEqual([{ action: 'revoked', reason: 'superseded' }])
  await kept?.ask('joinNotification')
  node.realtime.closeSessions(7, 'all', 'tenant')
  await vi.waitFor(() => expect([kept, other].map((one) => one?.socket.connected)).toEqual([false, false]))
  expect(node.realtime.connections()).toBe(0)
})

it('follows changed rights and tells the browser to ask again', async () => {
  const viewer = addUser(world, 1)
  world.tickets.set(5, { id: 5, queueId: 1 })
  const browser = await node.connect('1/s')
  expect(await browser.ask('7:joinChatBox', 5)).toMatchObject({ ok: true })
  node.publish({ tenantId: 7, to: 'admins' }, 'whatsapp', { n: 1 })
  Object.assign(viewer, { profile: 'admin', queues: [] })
  node.realtime.refreshViewer(7, 1)
  await vi.waitFor(() => expect(browser.payloads('7:resync')).toEqual([{}]))
  node.publish({ tenantId: 7, to: 'admins' }, 'whatsapp', { n: 2 })
  node.publish({ tenantId: 7, to: 'ticket', ticket: { id: 5, queueId: 1 } }, 'ticketList', {})
  expect(await browser.ask('typing', { ticketId: 5, on: true })).toEqual({ ok: false })
  expect(browser.payloads('7:whatsapp')).toEqual([{ n: 2 }])
  expect(browser.payloads('7:ticketList')).toEqual([])
  world.users.delete(1)
  node.realtime.refreshViewer(7, 'all')
  await vi.waitFor(() => expect(browser.socket.connected).toBe(false))
})

it('misses no end of a session and no change of rights while a socket is on its way in', async () => {
  const viewer = addUser(world, 1)
  world.afterRead = async () => node.realtime.closeSessions(7, ['a'], 'logout')
  await expect(node.connect('1/a')).rejects.toThrow('tokenInvalid')
  world.afterRead = async () => {
    world.afterRead = undefined
    viewer.profile = 'admin'
    node.realtime.refreshViewer(7, 1)
  }
  const browser = await node.connect('1/b')
  await vi.waitFor(() => expect(browser.payloads('7:resync')).toEqual([{}]))
  node.publish({ tenantId: 7, to: 'admins' }, 'whatsapp', {})
  await vi.waitFor(() => expect(browser.payloads('7:whatsapp')).toEqual([{}]))
})

it('passes over what it does not know, and cuts off who sends too much', async () => {
  addUser(world, 1)
  const browser = await node.connect('1/s')
  for (const event of ['nonsense', '8:setUserIdle', '__proto__', 'constructor', '7:7:typing']) {
    browser.socket.emit(event, {})
  }
  for (const value of [null, -1, 1.5, 'x', 2 ** 40, [5], {}]) {
    expect(await browser.ask('joinChatBox', value)).toEqual({ ok: false, error: 'ERR_VALIDATION' })
  }
  for (const value of [null, 'x', { ticketId: 5 }, { ticketId: '5', on: 1 }]) {
    expect(await browser.ask('typing', value)).toEqual({ ok: false })
  }
  expect(browser.socket.connected).toBe(true)
  for (let n = 0; n < 60; n++) browser.socket.emit('setUserActive')
  await vi.waitFor(() => expect(browser.socket.connected).toBe(false))
  expect(browser.payloads('7:limited')).toEqual([{ error: 'ERR_RATE_LIMITED' }])
})

it('cuts off a socket that sends too large a frame, and goes on', async () => {
  addUser(world, 1)
  const [large, other] = [await node.connect('1/a'), await node.connect('1/b')]
  large.socket.emit('typing', 'x'.repeat(100_000))
  await vi.waitFor(() => expect(large.socket.connected).toBe(false))
  expect(await other.ask('joinNotification')).toEqual({ ok: true })
})

it('limits the sockets of one person', async () => {
  addUser(world, 1)
  await Promise.all(Array.from({ length: 10 }, () => node.connect('1/s')))
  await expect(node.connect('1/s')).rejects.toThrow('ERR_RATE_LIMITED')
})

it('leaves other requests and upgrades of the server alone', async () => {
  expect(await (await fetch(node.url)).text()).toBe('other')
  const upgraded = new Promise<string>((done) => {
    node.server.on('upgrade', (request, socket) => {
      if (request.url?.startsWith('/socket.io/')) return
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
      done(request.url ?? '')
    })
  })
  const { port } = new URL(node.url)
  const raw = connect(Number(port), '127.0.0.1')
  raw.on('error', () => undefined)
  raw.write('GET /hooks/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  expect(await upgraded).toBe('/hooks/x')
  raw.destroy()
})
