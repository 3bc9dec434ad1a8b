import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { systemScope } from '../db/scope.ts'
import { createSharedReads } from './shared-reads.ts'

let db: Database
beforeAll(async () => {
  db = await startDatabase()
})
afterAll(() => db.close())

const emit = (name: string) => db.uow.run(systemScope(1, 'test'), async (tx) => tx.emit(name, { of: name }))

it('asks once for those who ask at the same moment from the same place, and anew for whoever comes later', async () => {
  const $queryRaw = vi.fn(db.system.$queryRaw.bind(db.system))
  const system = Object.assign(Object.create(db.system) as Database['system'], { $queryRaw })
  const read = createSharedReads(system, [{ events: ['a'] }, { events: ['b', 'a'] }])
  await emit('a')
  await emit('c')
  const start = { xid: '0', eventId: '0' }
  const [one = [], two, elsewhere] = await Promise.all([
    read(start, 10),
    read({ ...start }, 10),
    read({ xid: '0', eventId: '1' }, 10),
  ])
  expect($queryRaw).toHaveBeenCalledTimes(2)
  expect(one.map(({ name, payload }) => [name, payload])).toEqual([
    ['a', { of: 'a' }],
    ['c', null],
  ])
  expect(two).toEqual(one)
  expect(elsewhere).toEqual(one)

  const early = read(start, 10)
  await vi.waitFor(() => expect($queryRaw).toHaveBeenCalledTimes(3))
  await emit('b')
  expect((await read(start, 10)).map(({ name }) => name)).toEqual(['a', 'c', 'b'])
  expect((await early).map(({ name }) => name).slice(0, 2)).toEqual(['a', 'c'])
})

it('leaves nothing out for a subscriber that wants everything', async () => {
  const read = createSharedReads(db.system, [{ events: ['a'] }, { events: '*' }])
  const found = await read({ xid: '0', eventId: '0' }, 10)
  expect(found.map(({ payload }) => payload)).toEqual([{ of: 'a' }, { of: 'c' }, { of: 'b' }])
})
