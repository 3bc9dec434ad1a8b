import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import { createCluster } from '../cluster/cluster.ts'
import type { Database } from '../db/database.ts'
import { systemScope } from '../db/scope.ts'
import { silentLog } from '../logger.ts'
import { createDispatcher, type Dispatcher, EVENTS_TOPIC, type StoredEvent, type Subscriber } from './dispatcher.ts'
import { lagOf } from './positions.ts'

let db: Database
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  db = await startDatabase()
})
beforeEach(() => db.systemPool.query('truncate event_position'))
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
afterAll(() => db.close())

async function node(...subscribers: Subscriber[]) {
  const cluster = await createCluster({ db, log: silentLog, roles: ['worker'], version: '1' })
  const dispatcher = createDispatcher({ db, cluster, log: silentLog, scanMs: 40, backoffMs: 10 })
  for (const subscriber of subscribers) dispatcher.register(subscriber)
  open.push(cluster, dispatcher)
  await dispatcher.start()
  return { cluster, dispatcher }
}

const emit = (tenantId: number, ...names: string[]) =>
  db.uow.run(systemScope(tenantId, 'test'), async (tx) => {
    for (const [index, name] of names.entries()) tx.emit(name, { index })
  })

const collector = (name: string, more: Partial<Subscriber> = {}) => {
  const seen: StoredEvent[] = []
  const subscriber: Subscriber = { name, events: '*', handle: async (batch) => void seen.push(...batch), ...more }
  return { seen, subscriber, names: () => seen.map((event) => event.name) }
}

it('hands events of all companies to each subscriber that wants them', async () => {
  const all = collector('all')
  const some = collector('some', { events: ['b'] })
  const { dispatcher } = await node(all.subscriber, some.subscriber)
  await emit(1, 'a', 'b')
  await emit(2, 'b', 'c')
  await dispatcher.settled()
  expect(all.seen.map(({ tenantId, name, payload }) => [tenantId, name, payload])).toEqual([
    [1, 'a', { index: 0 }],
    [1, 'b', { index: 1 }],
    [2, 'b', { index: 0 }],
    [2, 'c', { index: 1 }],
  ])
  expect(some.seen.map(({ tenantId, name }) => [tenantId, name])).toEqual([
    [1, 'b'],
    [2, 'b'],
  ])
  expect(await dispatcher.lag()).toEqual({ all: 0, some: 0 })
})

it('waits for a transaction that began earlier and ends later', async () => {
  const all = collector('all')
  const { dispatcher } = await node(all.subscriber)
  const slow = await db.systemPool.connect()
  try {
    await slow.query('begin')
    await slow.query(`insert into domain_event (tenant_id, name, payload) values (1, 'early', '{}')`)
    await emit(1, 'late')
    dispatcher.wake()
    await vi.waitFor(async () => expect((await dispatcher.lag()).all).toBe(1))
    expect(all.seen).toEqual([])
    await slow.query('commit')
  } finally {
    slow.release()
  }
  await dispatcher.settled()
  expect(all.names()).toEqual(['early', 'late'])
})

it('retries a failing subscriber in order and holds up no other', async () => {
  const good = collector('good')
  let failing = true
  const bad = collector('bad')
  const handle = vi.fn(async (batch: readonly StoredEvent[]) => {
    if (failing && batch.some((event) => event.name === 'b')) throw new Error('not yet')
    bad.seen.push(...batch)
  })
  const { dispatcher } = await node(good.subscriber, { ...bad.subscriber, handle })
  await emit(1, 'a', 'b', 'c')
  await vi.waitFor(() => expect(good.names()).toEqual(['a', 'b', 'c']))
  await vi.waitFor(() => expect(handle.mock.calls.length).toBeGreaterThan(3))
  expect(bad.names()).toEqual(['a'])
  failing = false
  await dispatcher.settled()
  expect(bad.names()).toEqual(['a', 'b', 'c'])
})

it('sets aside an event that never passes', async () => {
  const handled = collector('picky', { maxAttempts: 3 })
  const handle = async (batch: readonly StoredEvent[]) => {
    if (batch.some((event) => event.name === 'poison')) throw new Error('never')
    handled.seen.push(...batch)
  }
  const { dispatcher } = await node({ ...handled.subscriber, handle })
  await emit(1, 'a', 'poison', 'b')
  await emit(2, 'c')
  await dispatcher.settled()
  expect(handled.names()).toEqual(['a', 'b', 'c'])
})

it('runs a subscriber on one node at a time, and another goes on where it stopped', async () => {
  const one = collector('shared')
  const two = collector('shared')
  const a = await node(one.subscriber)
  const b = await node(two.subscriber)
  await emit(1, 'a', 'b')
  await b.dispatcher.settled()
  expect([...one.names(), ...two.names()]).toEqual(['a', 'b'])
  const [first, second] = one.seen.length > 0 ? [a, b] : [b, a]
  await first.dispatcher.close()
  await emit(1, 'c')
  await second.dispatcher.settled()
  expect([...one.names(), ...two.names()].sort()).toEqual(['a', 'b', 'c'])
  expect([one.seen.length, two.seen.length].sort()).toEqual([1, 2])
})

it('goes on after the connection that held its lock was cut', async () => {
  const all = collector('all')
  const { dispatcher, cluster } = await node(all.subscriber)
  await emit(1, 'a')
  await dispatcher.settled()
  const back = vi.fn()
  cluster.onReconnect(back)
  await db.systemPool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'recado-bus' and datname = current_database()`)
  await emit(1, 'b')
  await vi.waitFor(() => expect(back).toHaveBeenCalled(), { timeout: 5_000 })
  await dispatcher.settled()
  expect(all.names()).toEqual(['a', 'b'])
})

it('begins where it is told', async () => {
  await db.systemPool.query('truncate domain_event')
  await emit(1, 'old')
  const fromStart = collector('from start', { since: 'start' })
  const fromNow = collector('from now')
  const { dispatcher, cluster } = await node(fromStart.subscriber, fromNow.subscriber)
  await emit(1, 'new')
  cluster.notify(EVENTS_TOPIC, {})
  await dispatcher.settled()
  expect(fromStart.names()).toEqual(['old', 'new'])
  expect(fromNow.names()).toEqual(['new'])
})

it.each([
  ['nothing more comes', (dispatcher: Dispatcher) => dispatcher.settled()],
  ['it ends', (dispatcher: Dispatcher) => dispatcher.close()],
])('stores no place for what nobody wants until %s', async (_, then) => {
  const reads = vi.fn(db.system.$queryRaw.bind(db.system))
  const system = Object.assign(Object.create(db.system) as Database['system'], { $queryRaw: reads })
  const cluster = await createCluster({ db, log: silentLog, roles: ['worker'], version: '1' })
  const dispatcher = createDispatcher({ db: { system }, cluster, log: silentLog, scanMs: 60_000 })
  open.push(cluster, dispatcher)
  dispatcher.register(collector('picky', { events: ['wanted'] }).subscriber)
  await dispatcher.start()
  // its place, then what is there
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2))
  await emit(1, 'unwanted')
  dispatcher.wake()
  await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(3))
  await Promise.all(reads.mock.results.map(({ value }) => value))
  expect(await lagOf(db.system)).toEqual({ picky: 1 })
  await then(dispatcher)
  expect(await lagOf(db.system)).toEqual({ picky: 0 })
})

it('goes on from now when positions come from another server', async () => {
  const all = collector('all')
  await db.systemPool.query(`insert into event_position (subscriber, xid, event_id) values ('all', 900000000, 5)`)
  await db.systemPool.query(
    `insert into domain_event (tenant_id, name, payload, xid) values (1, 'restored', '{}', '900000001'::xid8)`,
  )
  const { dispatcher } = await node(all.subscriber)
  await emit(1, 'a')
  await dispatcher.settled()
  expect(all.names()).toEqual(['a'])
})

it('removes what is older than two weeks', async () => {
  await db.systemPool.query('truncate domain_event')
  const { dispatcher } = await node()
  await emit(1, 'a', 'b', 'c')
  await db.systemPool.query(`update domain_event set created_at = now() - interval '15 days' where name <> 'c'`)
  expect(await dispatcher.prune()).toBe(2)
  expect(await dispatcher.prune()).toBe(0)
})
