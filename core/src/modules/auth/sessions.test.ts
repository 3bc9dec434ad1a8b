import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, PASSWORD, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

describe('refresh', () => {
  it('gives parallel callers and a lost answer the same successor', async () => {
    const { admin } = await t.company()
    const answers = await Promise.all(Array.from({ length: 10 }, () => t.auth.refresh(admin.refreshToken)))
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1)
    expect(answers[0]?.refreshToken).not.toBe(admin.refreshToken)
    h.clock.advance(19_000)
    expect((await t.auth.refresh(admin.refreshToken)).refreshToken).toBe(answers[0]?.refreshToken)
    await t.auth.authenticate(answers[9]?.token ?? '', 'r')
  })

  it('takes a used token for theft after the grace, and ends the session', async () => {
    const { admin, tenantId } = await t.company()
    const { refreshToken, token } = await t.auth.refresh(admin.refreshToken)
    h.clock.advance(21_000)
    expect(await codeOf(t.auth.refresh(admin.refreshToken))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.auth.refresh(refreshToken))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.auth.authenticate(token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await h.db.system.auditLog.count({ where: { tenantId, action: 'session.theft' } })).toBe(1)
  })

  it('ends after a week unused, and after a month whatever happens', async () => {
    const { admin, email } = await t.company()
    h.clock.advance(7 * 86_400_000 + 1000)
    expect(await codeOf(t.auth.refresh(admin.refreshToken))).toBe('ERR_SESSION_ENDED')
    let { refreshToken } = await t.signIn(email)
    for (let day = 6; day < 30; day += 6) {
      h.clock.advance(6 * 86_400_000)
      refreshToken = (await t.auth.refresh(refreshToken)).refreshToken
    }
    h.clock.advance(6 * 86_400_000)
    expect(await codeOf(t.auth.refresh(refreshToken))).toBe('ERR_SESSION_ENDED')
  })

  it('refuses nothing, nonsense and another tenant’s number', async () => {
    const { admin } = await t.company()
    const [, ...rest] = admin.refreshToken.split('.')
    for (const token of [undefined, '', 'x', ['1', ...rest].join('.')])
      expect(await codeOf(t.auth.refresh(token))).toBe('ERR_SESSION_ENDED')
  })
})

describe('a session', () => {
  it('expires for requests after 15 minutes with the code that asks for a refresh', async () => {
    const { admin } = await t.company()
    h.clock.advance(16 * 60_000)
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_EXPIRED')
    const { token } = await t.auth.refresh(admin.refreshToken)
    await t.auth.authenticate(token, 'r')
  })

  it('ends at logout at once, and shows the person offline when it was the last', async () => {
    const { admin, email, tenantId } = await t.company()
    const other = await t.signIn(email)
    await t.auth.logout(admin.scope)
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_ENDED')
    const online = () => h.db.system.user.findFirst({ where: { tenantId }, select: { isOnline: true } })
    expect(await online()).toEqual({ isOnline: true })
    await t.auth.logout(other.scope)
    expect(await online()).toEqual({ isOnline: false })
  })

  it('is listed to its owner, who may end the others', async () => {
    const { admin, email, person } = await t.company()
    const second = await t.signIn(email)
    const agent = await person()
    const list = await t.auth.listSessions(second.scope)
    expect(list.map(({ id, isCurrent }) => [id, isCurrent])).toEqual(
      expect.arrayContaining([
        [second.sessionId, true],
        [admin.sessionId, false],
      ]),
    )
    expect(await codeOf(t.auth.endOwnSession(second.scope, agent.sessionId))).toBe('ERR_NOT_FOUND')
    await t.auth.endOtherSessions(second.scope)
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await t.auth.listSessions(second.scope)).toHaveLength(1)
    await t.auth.authenticate(agent.token, 'r')
  })
})

describe('passwords', () => {
  it('change with the old one, ending every other session', async () => {
    const { admin, email } = await t.company()
    const other = await t.signIn(email)
    const next = 'Jatobá do 9 campo'
    const change = (currentPassword: string, password: string, passwordConfirmation = password) =>
      t.auth.changePassword(admin.scope, { currentPassword, password, passwordConfirmation }, '10.9.9.9')
    expect(await codeOf(change('wrong', next))).toBe('ERR_PASSWORD_WRONG')
    expect(await codeOf(change(PASSWORD, next, 'other'))).toBe('ERR_PASSWORD_MISMATCH')
    expect(await codeOf(change(PASSWORD, 'Zuleica2026'))).toBe('ERR_PASSWORD_COMMON')
    await change(PASSWORD, next)
    await t.auth.authenticate(admin.token, 'r')
    expect(await codeOf(t.auth.authenticate(other.token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.signIn(email))).toBe('ERR_INVALID_CREDENTIALS')
    await t.signIn(email, next)
  })
})
