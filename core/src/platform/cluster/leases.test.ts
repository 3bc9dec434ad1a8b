import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { silentLog } from '../logger.ts'
import { createCluster } from './cluster.ts'
import { createLeases, type LeaseKey } from './leases.ts'

let db: Database
let channelId = 0
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  db = await startDatabase()
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
afterAll(() => db.close())

async function node() {
  const time = { monotonic: 1_000, wall: 1_000 }
  const cluster = await createCluster({ db, log: silentLog, roles: ['sessions'], version: '1' })
  const leases = createLeases({
    db,
    cluster,
    log: silentLog,
    monotonic: () => time.monotonic,
    wall: () => time.wall,
  })
  const lost = vi.fn()
  leases.onLost(lost)
  open.push(cluster, leases)
  return { cluster, leases, lost, time }
}

const newKey = (): LeaseKey => ({ tenantId: 1, channelId: ++channelId })
const expire = (key: LeaseKey) =>
  db.systemPool.query(`update lease set expires_at = now() - interval '1 ms' where channel_id = $1`, [key.channelId])

it('gives a channel to one node; the epoch rises with each change of owner', async () => {
  const [a, b] = [await node(), await node()]
  const key = newKey()
  expect(await a.leases.acquire(key)).toEqual({ epoch: 1 })
  expect(await a.leases.acquire(key)).toEqual({ epoch: 1 })
  expect(await b.leases.acquire(key)).toBeNull()
  expect(await b.leases.ownerOf(key)).toEqual({ nodeId: a.cluster.nodeId, epoch: 1 })
  await vi.waitFor(() => expect(a.cluster.peers()).toBe(1))
  const free = vi.fn()
  b.leases.onReleased(free)
  await a.leases.release(key)
  await vi.waitFor(() => expect(free).toHaveBeenCalledWith(key))
  expect(await b.leases.ownerOf(key)).toBeNull()
  expect(await b.leases.acquire(key)).toEqual({ epoch: 2 })
  expect(a.leases.held()).toEqual([])
  expect(b.leases.held()).toEqual([{ ...key, epoch: 2 }])
})

it('gives one lease to many who ask at once', async () => {
  const [a, b] = [await node(), await node()]
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? a : b).leases.acquire(key)))
  expect(answers.filter((one) => one !== null)).toHaveLength(10)
  expect(new Set(answers.map((one) => one?.epoch))).toEqual(new Set([1, undefined]))
})

it('fences itself after 15 s without a confirmed renewal, at the very moment', async () => {
  const { leases, lost, time } = await node()
  const key = newKey()
  await leases.acquire(key)
  time.monotonic += 10_000
  await leases.renewAll()
  time.monotonic += 14_999
  leases.fence()
  expect(leases.current(key)).toEqual({ epoch: 1 })
  time.monotonic += 1
  // nothing has run meanwhile, as after a long pause of the process
  expect(leases.current(key)).toBeNull()
  leases.fence()
  await vi.waitFor(() => expect(lost).toHaveBeenCalledExactlyOnceWith(key, 1, 'fenced'))
  expect(await leases.acquire(key)).toEqual({ epoch: 2 })
})

it('learns at renewal that another node took over, and cannot renew under the old epoch', async () => {
  const [a, b] = [await node(), await node()]
  const [taken, kept] = [newKey(), newKey()]
  await a.leases.acquire(taken)
  await a.leases.acquire(kept)
  await expire(taken)
  expect(await b.leases.acquire(taken)).toEqual({ epoch: 2 })
  await a.leases.renewAll()
  await vi.waitFor(() => expect(a.lost).toHaveBeenCalledExactlyOnceWith(taken, 1, 'taken'))
  expect(a.leases.held()).toEqual([{ ...kept, epoch: 1 }])
  await a.leases.release(taken)
  expect(await b.leases.ownerOf(taken)).toEqual({ nodeId: b.cluster.nodeId, epoch: 2 })
})

it('does not prolong a lease that ran out, even if nobody took it', async () => {
  const { leases, lost } = await node()
  const key = newKey()
  await leases.acquire(key)
  await expire(key)
  await leases.renewAll()
  await vi.waitFor(() => expect(lost).toHaveBeenCalledWith(key, 1, 'taken'))
  expect(await leases.acquire(key)).toEqual({ epoch: 2 })
})

it('asks the database before it acts again when the machine slept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { leases, time } = await node()
    const key = newKey()
    await leases.acquire(key)
    // a suspended machine: its monotonic clock stood still
    time.monotonic += 1_000
    time.wall += 60_000
    vi.advanceTimersByTime(1_000)
    expect(leases.current(key)).toBeNull()
    await vi.waitFor(() => expect(leases.current(key)).toEqual({ epoch: 1 }))
  } finally {
    vi.useRealTimers()
  }
})

it('lets all go when it closes', async () => {
  const [a, b] = [await node(), await node()]
  const key = newKey()
  await a.leases.acquire(key)
  await a.leases.close()
  expect(await b.leases.acquire(key)).toEqual({ epoch: 2 })
})
