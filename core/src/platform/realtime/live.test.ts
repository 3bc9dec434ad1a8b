import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { addUser, newWorld, startNode, type TestNode, type World } from './test-node.ts'

let db: Database
let world: World
let a: TestNode
let b: TestNode

beforeAll(async () => {
  db = await startDatabase()
})
beforeEach(async () => {
  world = newWorld()
  world.tickets.set(5, { id: 5, queueId: 1 })
  addUser(world, 1)
  addUser(world, 2)
  addUser(world, 3, { queues: [2], masksPhones: true })
  a = await startNode(db, world)
  b = await startNode(db, world)
  await vi.waitFor(() => expect([a.cluster.peers(), b.cluster.peers()]).toEqual([1, 1]))
})
afterEach(async () => {
  await Promise.all([a.close(), b.close()])
})
afterAll(() => db.close())

it('tells events on all nodes, in order, each node asking who sees what', async () => {
  const [one, two, three] = [await a.connect('1/s'), await b.connect('2/s'), await b.connect('3/s')]
  const numbers = Array.from({ length: 200 }, (_, n) => n)
  for (const n of numbers) {
    const ticket = { id: 5, queueId: n % 2 ? 1 : 2 }
    const text = n === 100 ? 'ação '.repeat(20_000) : ''
    a.publish({ tenantId: 7, to: 'ticket', ticket, masked: { n, masked: true } }, 'ticketList', { n, text })
  }
  a.publish({ tenantId: 7, to: 'tenant' }, 'settings', {})
  await vi.waitFor(() => {
    for (const browser of [one, two, three]) expect(browser.payloads('7:settings')).toHaveLength(1)
  })
  const odd = numbers.filter((n) => n % 2).map((n) => ({ n, text: '' }))
  expect(one.payloads('7:ticketList')).toEqual(odd)
  expect(two.payloads('7:ticketList')).toEqual(odd)
  expect(three.payloads('7:ticketList')).toEqual(numbers.filter((n) => n % 2 === 0).map((n) => ({ n, masked: true })))
})

it('shows who else has a ticket open and who types', async () => {
  const [one, two] = [await a.connect('1/s'), await b.connect('2/s')]
  const viewer = (userId: number, typing = false) => ({ userId, name: `User ${userId}`, typing })
  expect(await one.ask('7:joinChatBox', 5)).toEqual({ ok: true, viewers: [viewer(1)] })
  await vi.waitFor(async () => {
    expect(await two.ask('joinChatBox', 5)).toEqual({ ok: true, viewers: [viewer(1), viewer(2)] })
  })
  const both = { ticketId: 5, viewers: [viewer(1), viewer(2)] }
  await vi.waitFor(() => expect(one.payloads('7:viewers').at(-1)).toEqual(both))
  expect(await two.ask('typing', { ticketId: 5, on: true })).toEqual({ ok: true })
  const typing = { ticketId: 5, on: true, who: 'user', userId: 2, name: 'User 2' }
  await vi.waitFor(() => expect(one.payloads('7:typing')).toEqual([typing]))
  await vi.waitFor(() =>
    expect(one.payloads('7:viewers').at(-1)).toEqual({ ...both, viewers: [viewer(1), viewer(2, true)] }),
  )
  expect(two.payloads('7:typing')).toEqual([])
  expect(b.typed).toHaveBeenCalledWith(expect.objectContaining({ tenantId: 7 }), 5, true)
  b.realtime.contactTyping(7, 5, 'Ana', true)
  const contact = { ticketId: 5, on: true, who: 'contact', userId: null, name: 'Ana' }
  await vi.waitFor(() => {
    expect(one.payloads('7:typing').at(-1)).toEqual(contact)
    expect(two.payloads('7:typing')).toEqual([contact])
  })
  two.socket.close()
  await vi.waitFor(() => {
    expect(one.payloads('7:viewers').at(-1)).toEqual({ ticketId: 5, viewers: [viewer(1)] })
    expect(one.payloads('7:typing').at(-1)).toEqual({ ...typing, on: false })
  })
})

it('opens no ticket that the person does not see', async () => {
  const three = await a.connect('3/s')
  for (const ticketId of [5, 6]) {
    expect(await three.ask('joinChatBox', ticketId)).toEqual({ ok: false, error: 'ERR_NO_TICKET_FOUND' })
  }
  const one = await a.connect('1/s')
  expect(await one.ask('joinChatBox', 5)).toMatchObject({ ok: true })
  expect(three.payloads('7:viewers')).toEqual([])
})

it('closes sessions and reloads rights on the other node too', async () => {
  const [one, two] = [await b.connect('1/x'), await b.connect('2/y')]
  a.realtime.refreshViewer(7, 2)
  await vi.waitFor(() => expect(two.payloads('7:resync')).toEqual([{}]))
  a.realtime.closeSessions(7, ['x'], 'logout')
  await vi.waitFor(() => expect(one.socket.connected).toBe(false))
  expect(one.payloads('7:session')).toEqual([{ action: 'revoked', reason: 'logout' }])
  expect(two.socket.connected).toBe(true)
})

it('knows who is online on all nodes; only the last socket ends it, after a grace', async () => {
  const [here, there] = [await a.connect('1/s'), await b.connect('1/s')]
  await a.connect('2/s')
  await vi.waitFor(() => {
    for (const node of [a, b]) expect(node.realtime.onlineUsers(7).sort()).toEqual([1, 2])
  })
  expect(a.presence.mock.calls).toContainEqual([7, 1, true])
  here.socket.close()
  const again = await a.connect('1/s')
  again.socket.close()
  there.socket.close()
  await vi.waitFor(() => {
    for (const node of [a, b]) expect(node.realtime.onlineUsers(7)).toEqual([2])
  })
  const offs = [...a.presence.mock.calls, ...b.presence.mock.calls].filter(([, userId, on]) => userId === 1 && !on)
  expect(offs.length).toBeGreaterThan(0)
})

it('tells the company who is there and who is idle', async () => {
  const [one, two] = [await a.connect('1/s'), await b.connect('2/s')]
  one.socket.emit('7:setUserActive')
  await vi.waitFor(() => expect(one.payloads('7:joinSuccessfully')).toEqual([{}]))
  two.socket.emit('setUserIdle')
  const lists = {
    sortedUserList: { 1: { sockets: [one.socket.id], user: { userId: 1, name: 'User 1' } } },
    sortedIdleList: { 2: { sockets: [two.socket.id], user: { userId: 2, name: 'User 2' } } },
  }
  await vi.waitFor(
    () => {
      expect(one.payloads('7:chat:updateOnlineBubbles').at(-1)).toEqual(lists)
      expect(two.payloads('7:chat:updateOnlineBubbles').at(-1)).toEqual(lists)
    },
    { timeout: 3_000 },
  )
})

it('forgets people and viewers of a node that is gone, and teaches a new one', async () => {
  const [one, two] = [await a.connect('1/s'), await b.connect('2/s')]
  await one.ask('joinChatBox', 5)
  await two.ask('joinChatBox', 5)
  await vi.waitFor(() => expect(a.realtime.onlineUsers(7).sort()).toEqual([1, 2]))
  await b.cluster.close()
  await vi.waitFor(() => expect(a.realtime.onlineUsers(7)).toEqual([1]))
  expect(a.presence.mock.calls).toContainEqual([7, 2, false])
  await vi.waitFor(() => {
    expect(one.payloads('7:viewers').at(-1)).toMatchObject({ viewers: [{ userId: 1 }] })
  })
  const c = await startNode(db, world)
  try {
    await vi.waitFor(() => expect(c.realtime.onlineUsers(7)).toEqual([1]))
  } finally {
    await c.close()
  }
})

it('tells browsers to ask again after this node was deaf', async () => {
  const [one, two] = [await a.connect('1/s'), await b.connect('2/s')]
  await db.systemPool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'recado-bus' and datname = current_database()`)
  await vi.waitFor(
    () => {
      for (const browser of [one, two]) expect(browser.payloads('7:resync').length).toBeGreaterThan(0)
    },
    { timeout: 5_000 },
  )
  a.publish({ tenantId: 7, to: 'tenant' }, 'settings', { n: 1 })
  await vi.waitFor(() => expect(two.payloads('7:settings')).toEqual([{ n: 1 }]))
})
