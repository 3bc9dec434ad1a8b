import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { startDatabase, type TestDatabase } from '../database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startDatabase()
}, 60_000)
afterAll(() => db.close())

it.each([
  ['Senha123', 'easy to guess'],
  ['curta', 'at least 8 characters'],
])('an admin’s first password "%s" is refused in a sentence that names the variable', async (password, why) => {
  await expect(startApp({ db, env: { RECADO_ADMIN_PASSWORD: password } })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(new RegExp(`^RECADO_ADMIN_PASSWORD cannot be used\\. .*${why}`)),
  })
})
