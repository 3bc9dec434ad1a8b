import { PgBoss } from 'pg-boss'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startDatabase, type TestDatabase } from '../../../test/database.ts'
import { defineJob, type Job } from './jobs.ts'
import { prepareQueues, prepareSchedules } from './prepare.ts'

let db: TestDatabase
let boss: PgBoss
beforeAll(async () => {
  db = await startDatabase()
  boss = new PgBoss({ connectionString: db.systemUrl, schema: 'pgboss', createSchema: false, supervise: false })
  boss.on('error', () => undefined)
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await db.close()
})

const job = (more: Partial<Job>): Job =>
  defineJob({ name: 'test.prepared', version: 1, schema: Type.Object({}), ...more })

const prepare = async (...jobs: Job[]): Promise<string[]> => {
  const spies = (['createQueue', 'updateQueue', 'schedule', 'unschedule'] as const).map((name) => vi.spyOn(boss, name))
  await prepareQueues(boss, jobs)
  await prepareSchedules(boss, jobs)
  const done = spies.flatMap((spy) => spy.mock.calls.map(() => spy.getMockName()))
  for (const spy of spies) spy.mockRestore()
  return done
}

it('makes what is missing, writes nothing when all is as wanted, and changes what is not', async () => {
  const nightly = { every: '0 3 * * *', retry: { limit: 2 } }
  expect(await prepare(job(nightly))).toEqual(['createQueue', 'createQueue', 'updateQueue', 'schedule'])
  expect(await prepare(job(nightly))).toEqual([])
  expect(await boss.getQueue('test.prepared')).toMatchObject({
    policy: 'short',
    retryLimit: 2,
    deadLetter: 'test.prepared.dead',
  })

  expect(await prepare(job({ ...nightly, retry: { limit: 7 } }))).toEqual(['updateQueue'])
  expect(await boss.getQueue('test.prepared')).toMatchObject({ retryLimit: 7 })

  expect(await prepare(job({ every: '30 4 * * *', retry: { limit: 7 } }))).toEqual(['schedule'])
  expect(await boss.getSchedules()).toMatchObject([{ name: 'test.prepared', cron: '30 4 * * *', timezone: 'UTC' }])

  expect(await prepare(job({ retry: { limit: 7 } }))).toEqual(['unschedule'])
  expect(await boss.getSchedules()).toEqual([])
})

it('writes a schedule anew when a newer version of its job carries other data', async () => {
  const minutely = { name: 'test.versions', every: '* * * * *' }
  await prepare(job(minutely))
  expect(await prepare(job({ ...minutely, version: 2 }))).toEqual(['schedule'])
  expect(await prepare(job({ ...minutely, version: 2 }))).toEqual([])
})
