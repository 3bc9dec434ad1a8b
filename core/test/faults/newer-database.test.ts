import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDatabase, type TestDatabase } from '../database.ts'
import { createProgram, type Program } from './program.ts'

let db: TestDatabase
let program: Program
beforeAll(async () => {
  db = await startDatabase()
  program = await createProgram(db)
})
afterAll(async () => {
  await program?.close()
  await db?.close()
})

it('a database of a newer version is refused in a sentence, and left as it is', async () => {
  await db.owner(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values (gen_random_uuid()::text, 'x', '9999_from_the_future', now(), now(), 1)`,
  )
  await expect(program.start()).rejects.toThrow(/does not run/)
  expect(program.output()).toMatch(/does not know \(9999_from_the_future\)\. Start the newer version\./)
  expect(program.output()).not.toMatch(/^\s+at /m)
  expect(await db.owner('select count(*)::int "count" from tenant')).toEqual([{ count: 0 }])

  await db.owner(`delete from _prisma_migrations where migration_name = '9999_from_the_future'`)
  await program.start()
})
