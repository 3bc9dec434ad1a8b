import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { startDatabase, type TestDatabase } from '../database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await startDatabase()
}, 60_000)
afterAll(() => db.close())

it('an admin’s first password of the wrong form is refused in a sentence that names the variable', async () => {
  await expect(startApp({ db, env: { RECADO_ADMIN_PASSWORD: 'curta' } })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringMatching(/^RECADO_ADMIN_PASSWORD cannot be used\. .*at least 8 characters/),
  })
})

it('one that is easy to guess keeps nobody from starting, and signs in', async () => {
  const app = await startApp({ db, env: { RECADO_ADMIN_PASSWORD: 'Senha123' } })
  try {
    expect(app.node.login).toMatchObject({ password: null, isGuessable: true })
    const person = await app.signIn('operador@recado.test', 'Senha123')
    expect(person.tenantId).toBe(1)
    const users = await person.api.post('/users', { name: 'Ana Luz', email: 'ana@recado.test', password: 'Senha123' })
    expect(users).toMatchObject({ status: 400, body: { error: 'ERR_PASSWORD_COMMON' } })
  } finally {
    await app.close()
  }
})
