import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors/app-error.ts'
import { silentLog } from '../logger.ts'
import { type Cluster, createCluster } from './cluster.ts'

let db: Database
const open: { close(): unknown }[] = []

beforeAll(async () => {
  db = await startDatabase()
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})
afterAll(() => db.close())

async function join(options: { url?: string; roles?: string[]; heartbeatMs?: number } = {}): Promise<Cluster> {
  const node = await createCluster({
    db: { listenUrl: options.url ?? db.listenUrl },
    log: silentLog,
    roles: options.roles ?? ['api'],
    version: '1',
    ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
  })
  open.push(node)
  return node
}

async function two(): Promise<[Cluster, Cluster]> {
  const a = await join()
  const b = await join({ roles: ['worker'] })
  await vi.waitFor(() => expect([a.peers(), b.peers()]).toEqual([1, 1]))
  return [a, b]
}

const cutBus = () =>
  db.systemPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'recado-bus' and datname = current_database()`,
  )

it('tells hints to all nodes in order, this one included, and to one node alone', async () => {
  const [a, b] = await two()
  const heard: [string, number][] = []
  a.on<{ n: number }>('t', ({ n }, from) => heard.push([`a from ${from === a.nodeId ? 'a' : 'b'}`, n]))
  b.on<{ n: number }>('t', ({ n }, from) => heard.push([`b from ${from === a.nodeId ? 'a' : 'b'}`, n]))
  const numbers = Array.from({ length: 300 }, (_, n) => n)
  for (const n of numbers) a.notify('t', { n })
  a.notifyNode(b.nodeId, 't', { n: 1000 })
  b.notifyNode(b.nodeId, 't', { n: 1001 })
  await vi.waitFor(() => expect(heard).toHaveLength(602))
  expect(heard.filter(([who]) => who === 'a from a').map(([, n]) => n)).toEqual(numbers)
  expect(heard.filter(([who]) => who === 'b from a').map(([, n]) => n)).toEqual([...numbers, 1000])
  expect(heard.filter(([who]) => who === 'b from b').map(([, n]) => n)).toEqual([1001])
  expect(() => a.notify('t', { text: 'ã'.repeat(4_000) })).toThrow(RangeError)
})

it('fans out any size to the others, and a failing listener harms nobody', async () => {
  const [a, b] = await two()
  const heard = vi.fn()
  const here = vi.fn()
  a.on('big', here)
  b.on('big', () => {
    throw new Error('broken')
  })
  b.on('big', heard)
  const payload = { text: 'ação 👋 '.repeat(20_000) }
  a.fanOut('big', payload)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(payload, a.nodeId))
  expect(here).not.toHaveBeenCalled()
})

it('asks another node and itself; codes pass, defects do not tell what they were', async () => {
  const [a, b] = await two()
  for (const node of [a, b]) {
    node.answer<{ x: number }>('double', async ({ x }) => ({ x: x * 2, by: node.nodeId }))
    node.answer('refuse', async () => {
      throw new AppError('ERR_CHANNEL_QR_WAIT', { params: { seconds: 7 } })
    })
    node.answer('break', async () => {
      throw new Error('secret detail')
    })
  }
  expect(await a.request(b.nodeId, 'double', { x: 4 }, 2_000)).toEqual({ x: 8, by: b.nodeId })
  expect(await a.request(a.nodeId, 'double', { x: 5 }, 2_000)).toEqual({ x: 10, by: a.nodeId })
  for (const to of [a.nodeId, b.nodeId]) {
    await expect(a.request(to, 'refuse', {}, 2_000)).rejects.toMatchObject({
      code: 'ERR_CHANNEL_QR_WAIT',
      params: { seconds: 7 },
    })
    await expect(a.request(to, 'break', {}, 2_000)).rejects.toMatchObject({ code: 'ERR_INTERNAL' })
    await expect(a.request(to, 'nobody', {}, 2_000)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  }
})

it('gives up on a node that is late or goes', async () => {
  const [a, b] = await two()
  const asked = vi.fn(() => new Promise(() => undefined))
  b.answer('hang', asked)
  await expect(a.request(b.nodeId, 'hang', {}, 50)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  const waiting = expect(a.request(b.nodeId, 'hang', {}, 60_000)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' })
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  const left = vi.fn()
  a.onPeer(left)
  await b.close()
  await waiting
  expect(left).toHaveBeenCalledWith(b.nodeId, 'left')
  expect((await a.nodes()).map((node) => node.id)).toEqual([a.nodeId])
})

it('listens again after its connection was cut, says so, and loses no hint of its own', async () => {
  const [a, b] = await two()
  const back = vi.fn()
  const heard: number[] = []
  a.onReconnect(back)
  b.onReconnect(back)
  b.on<{ n: number }>('t', ({ n }) => heard.push(n))
  await cutBus()
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(2), { timeout: 5_000 })
  a.notify('t', { n: 1 })
  await vi.waitFor(() => expect(heard).toEqual([1]))
  b.answer('here', async () => true)
  expect(await a.request(b.nodeId, 'here', {}, 2_000)).toBe(true)
})

it('holds a lock until it lets go or its connection is lost', async () => {
  const [a, b] = await two()
  const mine = await a.tryLock('work')
  expect(mine?.held()).toBe(true)
  expect(await b.tryLock('work')).toBeNull()
  expect(await a.tryLock('work')).toBeNull()
  await mine?.release()
  expect(mine?.held()).toBe(false)
  const theirs = await b.tryLock('work')
  expect(theirs?.held()).toBe(true)
  const back = vi.fn()
  b.onReconnect(back)
  await cutBus()
  await vi.waitFor(() => expect(theirs?.held()).toBe(false))
  await vi.waitFor(() => expect(back).toHaveBeenCalled(), { timeout: 5_000 })
  await vi.waitFor(async () => expect((await a.tryLock('work'))?.held()).toBe(true))
})

it('notices a connection that is open and deaf', async () => {
  const proxy = await startProxy(new URL(db.listenUrl))
  open.push(proxy)
  const node = await join({ url: proxy.url, heartbeatMs: 60 })
  const back = vi.fn()
  node.onReconnect(back)
  proxy.freeze()
  await vi.waitFor(() => expect(back).toHaveBeenCalled(), { timeout: 5_000 })
  const heard = vi.fn()
  node.on('t', heard)
  const other = await join()
  await vi.waitFor(() => expect(other.peers()).toBe(1))
  other.notify('t', {})
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
})

/** Hands bytes on until frozen; connections made afterwards work. */
async function startProxy(target: URL): Promise<{ url: string; freeze(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((inner) => {
    const outer = dial(Number(target.port), target.hostname)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = new URL(target)
  url.port = String(address !== null && typeof address === 'object' ? address.port : 0)
  return {
    url: url.toString(),
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
