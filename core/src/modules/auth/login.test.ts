import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, PASSWORD, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

describe('login', () => {
  it('answers who signed in, with tokens that authenticate', async () => {
    const { tenantId, email } = await t.company()
    const { answer } = await t.auth.login(`  ${email.toUpperCase()} `, PASSWORD, t.caller())
    expect(answer).toMatchObject({
      username: 'Zuleica Prado',
      email,
      profile: 'admin',
      tenantId,
      status: 'online',
      queues: [],
      isOperator: false,
      planExpired: false,
    })
    expect(answer.configs.filtrosAtendimento).toMatchObject({
      status: ['open', 'pending'],
      includeNotQueueDefined: true,
    })
    const { scope } = await t.auth.authenticate(answer.token, 'r')
    expect(scope).toMatchObject({
      tenantId,
      actor: { kind: 'user', userId: answer.userId, profile: 'admin' },
      locale: 'pt',
    })
    expect(t.events).toContainEqual(expect.objectContaining({ event: 'users', audience: { tenantId, to: 'tenant' } }))
  })

  it('refuses wrong passwords, unknown mails and people who were switched off alike', async () => {
    const { email, person, scope } = await t.company()
    const agent = await person()
    await t.users.update(scope, agent.id, { isActive: false }, '')
    for (const [mail, password] of [
      [email, 'Errada 123'],
      [`nobody-${randomUUID()}@x.test`, PASSWORD],
      [agent.email, PASSWORD],
    ] as const)
      expect(await codeOf(t.auth.login(mail, password, t.caller()))).toBe('ERR_INVALID_CREDENTIALS')
  })

  it('grows slower with each failure on an account, but not for a browser that is known', async () => {
    const { email } = await t.company()
    const { device } = await t.auth.login(email, PASSWORD, t.caller())
    for (let i = 0; i < 5; i += 1)
      expect(await codeOf(t.auth.login(email, 'x', t.caller()))).toBe('ERR_INVALID_CREDENTIALS')
    const parallel = await Promise.all(Array.from({ length: 4 }, () => codeOf(t.auth.login(email, 'x', t.caller()))))
    expect(parallel.filter((code) => code === 'ERR_INVALID_CREDENTIALS').length).toBeLessThanOrEqual(1)
    await expect(t.auth.login(email, PASSWORD, t.caller())).rejects.toMatchObject({
      code: 'ERR_RATE_LIMITED',
      params: { seconds: expect.any(Number) },
    })
    await t.auth.login(email, PASSWORD, { ...t.caller(), device })
    h.clock.advance(60_000)
    await t.auth.login(email, PASSWORD, t.caller())
    expect(await codeOf(t.auth.login(email, 'x', t.caller()))).toBe('ERR_INVALID_CREDENTIALS')
  })

  it('limits one address over many accounts', async () => {
    const ip = `2001:db8:${Math.floor(Math.random() * 9999)}:1::`
    for (let i = 0; i < 20; i += 1)
      expect(await codeOf(t.auth.login(`${randomUUID()}@x.test`, 'x', t.caller(`${ip}${i + 1}`)))).toBe(
        'ERR_INVALID_CREDENTIALS',
      )
    expect(await codeOf(t.auth.login(`${randomUUID()}@x.test`, 'x', t.caller(`${ip}ff`)))).toBe('ERR_RATE_LIMITED')
  })

  it('leaves exactly one session where multiple logins are blocked', async () => {
    const { person } = await t.company()
    const agent = await person('user', { blockMultipleLogins: true })
    const both = await Promise.all(
      [t.signIn(agent.email), t.signIn(agent.email)].map((login) => login.catch(() => null)),
    )
    const tokens = [agent.token, ...both.map((login) => login?.token ?? '')]
    const alive = await Promise.all(tokens.map((token) => codeOf(t.auth.authenticate(token, 'r'))))
    expect(alive.filter((code) => code === 'no error')).toHaveLength(1)
    expect(alive[0]).toBe('SESSION_INVALID_NEW_LOGIN')
    expect(t.sent).toContainEqual(
      expect.objectContaining({ kind: 'ended', reason: 'superseded', sessionIds: [agent.sessionId] }),
    )
  })

  it('with an expired plan still works, and says so', async () => {
    const today = new Date(h.clock.now() + 86_400_000).toISOString().slice(0, 10)
    const { email, tenantId } = await t.company({ dueDate: today })
    await h.db.system.tenant.update({ where: { id: tenantId }, data: { dueDate: new Date('2020-01-01') } })
    const { answer } = await t.auth.login(email, PASSWORD, t.caller())
    expect(answer).toMatchObject({ planExpired: true, dueDate: '2020-01-01' })
    expect((await t.auth.authenticate(answer.token, 'r')).planExpired).toBe(true)
  })
})

describe('login hours', () => {
  const closed = { horarioLogin: [{ day: 1, allowed: true, start: '03:00', end: '03:01' }] }
  const open = {
    horarioLogin: Array.from({ length: 7 }, (_, day) => ({ day, allowed: true, start: '00:00', end: '00:00' })),
  }

  it('hold at login, at each request and at refresh, and end sessions by themselves', async () => {
    const { scope, person } = await t.company()
    const agent = await person()
    await t.users.saveSchedule(scope, agent.id, open)
    await t.auth.authenticate(agent.token, 'r')
    expect(await t.auth.closeOutsideHours()).toBe(0)
    await t.users.saveSchedule(scope, agent.id, closed)
    expect(await codeOf(t.auth.authenticate(agent.token, 'r'))).toMatch(/^SESSION_NOT_ALLOWED_DAY/)
    expect(await codeOf(t.auth.login(agent.email, PASSWORD, t.caller()))).toMatch(/^SESSION_NOT_ALLOWED_DAY/)
    expect(await t.auth.closeOutsideHours()).toBe(1)
    expect(await codeOf(t.auth.refresh(agent.refreshToken))).toMatch(/^SESSION_NOT_ALLOWED_DAY/)
    await t.users.saveSchedule(scope, agent.id, { horarioLogin: null })
    expect(await codeOf(t.auth.authenticate(agent.token, 'r'))).toMatch(/^SESSION_NOT_ALLOWED_DAY/)
    await t.signIn(agent.email)
  })

  it('must leave somebody a way in', async () => {
    const { scope, admin } = await t.company()
    const never = { horarioLogin: [{ day: 1, allowed: false, start: '08:00', end: '18:00' }] }
    expect(await codeOf(t.users.saveSchedule(scope, admin.userId, never))).toBe('ERR_LOGIN_SCHEDULE_INVALID')
    expect(await t.users.getSchedule(scope, admin.userId)).toEqual({ horarioLogin: null })
  })
})
