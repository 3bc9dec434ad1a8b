import { Type } from 'typebox'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { createCluster } from '../cluster/cluster.ts'
import { systemScope } from '../db/scope.ts'
import { silentLog } from '../logger.ts'
import { createJobs, defineJob, type Job, type JobContext, type Jobs } from './jobs.ts'

let db: TestDatabase
let number = 0
const open: { close(drainMs?: number): Promise<void> }[] = []

beforeAll(async () => {
  db = await startDatabase()
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close(100)
})
afterAll(() => db.close())

const Data = Type.Object({ tenantId: Type.Integer(), id: Type.Integer() })
type Data = { tenantId: number; id: number }
type Handler = (data: Data, context: JobContext) => Promise<void>

const newJob = (more: Partial<Job<typeof Data>> = {}): Job<typeof Data> =>
  defineJob({ name: `test.job-${++number}`, version: 1, schema: Data, retry: { limit: 0 }, ...more })

async function node(job: Job<typeof Data>, handler: Handler, worker = true, pollMs = 500): Promise<Jobs> {
  const cluster = await createCluster({ db, log: silentLog, roles: ['worker'], version: '1' })
  const jobs = createJobs({ db, cluster, log: silentLog, worker, pollMs })
  jobs.register(job, handler)
  open.push(cluster, jobs)
  await jobs.start()
  return jobs
}

const ids = (handler: ReturnType<typeof vi.fn>) => handler.mock.calls.map(([data]) => data.id)

it('runs a job at once on a worker, also when another node sent it', async () => {
  const job = newJob()
  const handler = vi.fn(async () => undefined)
  const web = vi.fn(async () => undefined)
  const worker = await node(job, handler, true, 60_000)
  const sender = await node(job, web, false)
  await worker.send(job, { tenantId: 1, id: 1 })
  await vi.waitFor(() => expect(ids(handler)).toEqual([1]))
  await sender.send(job, { tenantId: 1, id: 2 })
  await vi.waitFor(() => expect(ids(handler)).toEqual([1, 2]))
  expect(web).not.toHaveBeenCalled()
  await expect(sender.send(job, { tenantId: 1 } as Data)).rejects.toThrow(TypeError)
})

it('sends with the transaction or not at all', async () => {
  const job = newJob()
  const handler = vi.fn(async () => undefined)
  const jobs = await node(job, handler)
  const scope = systemScope(3, 'test')
  await expect(
    db.uow.run(scope, async (tx) => {
      await jobs.sendIn(tx, job, { tenantId: 3, id: 1 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await db.uow.run(scope, (tx) => jobs.sendIn(tx, job, { tenantId: 3, id: 2 }))
  await vi.waitFor(() => expect(ids(handler)).toEqual([2]))
  await vi.waitFor(async () => expect(await jobs.stats()).toMatchObject([{ queued: 0, active: 0 }]))
})

it('keeps one of several waiting jobs of a key, and a later one hides no sooner one', async () => {
  const job = newJob({ singletonKey: ({ id }) => String(id) })
  const sender = await node(job, async () => undefined, false)
  const later = new Date(Date.now() + 3_600_000)
  await sender.send(job, { tenantId: 1, id: 1 }, { startAfter: later })
  for (let n = 0; n < 3; n++) await sender.send(job, { tenantId: 1, id: 1 })
  await sender.sendAll(
    job,
    [1, 1, 2].map((id) => ({ tenantId: 1, id })),
  )
  expect(await sender.stats()).toMatchObject([{ name: job.name, queued: 3 }])
})

it('retries, then keeps what failed for good until it is driven again', async () => {
  const job = newJob({ retry: { limit: 1, delaySeconds: 1 } })
  let broken = true
  const handler = vi.fn<Handler>(async () => {
    if (broken) throw new Error('no luck')
  })
  const jobs = await node(job, handler, true, 50)
  await jobs.send(job, { tenantId: 9, id: 1 })
  await jobs.send(job, { tenantId: 9, id: 2 })
  await vi.waitFor(async () => expect(await jobs.stats()).toMatchObject([{ queued: 0, active: 0, dead: 2 }]), 10_000)
  expect(handler.mock.calls.map(([, { attempt }]) => attempt).sort()).toEqual([0, 0, 1, 1])
  const dead = await jobs.dead()
  expect(dead).toMatchObject([
    { queue: job.name, tenantId: 9, error: 'no luck' },
    { queue: job.name, tenantId: 9, error: 'no luck' },
  ])
  broken = false
  handler.mockClear()
  expect(await jobs.redrive(job.name, [dead[0]?.id ?? '', 'nonsense'])).toBe(1)
  await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(1))
  expect(await jobs.redrive(job.name)).toBe(1)
  await vi.waitFor(() => expect(ids(handler).sort()).toEqual([1, 2]))
  expect(await jobs.dead()).toEqual([])
  await expect(jobs.redrive('pgboss')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
})

it('leaves room for other companies while one has a long backlog, and none waits for a slow job', async () => {
  const job = newJob({ concurrency: 4, perTenant: 2 })
  const release: (() => void)[] = []
  const running = new Set<number>()
  const handler = vi.fn<Handler>(async ({ tenantId, id }) => {
    if (tenantId !== 1) return
    running.add(id)
    await new Promise<void>((done) => release.push(done))
    running.delete(id)
  })
  const jobs = await node(job, handler)
  await jobs.sendAll(
    job,
    Array.from({ length: 50 }, (_, id) => ({ tenantId: 1, id })),
  )
  await vi.waitFor(() => expect(running.size).toBe(2))
  await jobs.sendAll(
    job,
    [100, 101, 102].map((id) => ({ tenantId: 2, id })),
  )
  await vi.waitFor(() =>
    expect(
      ids(handler)
        .filter((id) => id >= 100)
        .sort(),
    ).toEqual([100, 101, 102]),
  )
  expect(running.size).toBe(2)
  await vi.waitFor(() => {
    for (const done of release.splice(0)) done()
    expect(handler).toHaveBeenCalledTimes(53)
  }, 10_000)
})

it('puts back what a newer node wrote, and fails what fits no more', async () => {
  const job = newJob()
  const schema = Type.Object({ tenantId: Type.Integer(), name: Type.String() })
  const newer = defineJob({ name: job.name, version: 2, schema })
  const older = defineJob({ name: job.name, version: 1, schema })
  const sender = await node(job, async () => undefined, false)
  await sender.send(newer, { tenantId: 1, name: 'x' })
  await sender.send(older, { tenantId: 1, name: 'y' })
  const handler = vi.fn(async () => undefined)
  const jobs = await node(job, handler)
  await vi.waitFor(async () => expect(await jobs.stats()).toMatchObject([{ queued: 1, active: 0, dead: 1 }]))
  expect(handler).not.toHaveBeenCalled()
})

it('repeats work once over all nodes', async () => {
  const job = defineJob({ name: 'test.tick', version: 1, schema: Type.Object({}), every: 3_600 })
  const ran = vi.fn(async () => undefined)
  for (let n = 0; n < 2; n++) {
    const cluster = await createCluster({ db, log: silentLog, roles: ['worker'], version: '1' })
    const jobs = createJobs({ db, cluster, log: silentLog, worker: true, pollMs: 500 })
    jobs.register(job, ran)
    open.push(cluster, jobs)
    await jobs.start()
  }
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1))
  const rows = await db.owner<{ count: number }>(`select count(*)::int count from pgboss.job where name = 'test.tick'`)
  expect(rows).toEqual([{ count: 1 }])
})

it('waits for running jobs when it stops, and hands on those that take too long', async () => {
  const job = newJob({ retry: { limit: 3, delaySeconds: 1 } })
  const quick = vi.fn<Handler>(async ({ id }, { signal }) => {
    if (id === 1) return
    await new Promise((_, failed) => signal.addEventListener('abort', () => failed(new Error('aborted'))))
  })
  const first = await node(job, quick)
  await first.sendAll(
    job,
    [1, 2].map((id) => ({ tenantId: 1, id })),
  )
  await vi.waitFor(() => expect(ids(quick).sort()).toEqual([1, 2]))
  await first.close(50)
  const second = vi.fn(async () => undefined)
  await node(job, second, true, 50)
  await vi.waitFor(() => expect(ids(second)).toEqual([2]), 10_000)
})
