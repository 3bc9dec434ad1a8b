import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { codeOf, createTestServices, PASSWORD, type TestServices } from '../operator/testing.ts'

const h = await startHarness()
let t: TestServices
beforeAll(() => {
  t = createTestServices(h.db, h.clock)
})
afterAll(() => h.close())

const ip = () => `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
const mailsTo = (email: string) => t.mails.filter((mail) => mail.to === email)

async function ask(email: string): Promise<string> {
  t.auth.forgotPassword(` ${email.toUpperCase()} `)
  await t.auth.settle()
  return /\d{8}/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''
}

describe('password recovery', () => {
  it('sets a new password by a mailed code, once, and ends all sessions', async () => {
    const { email, admin } = await t.company()
    const code = await ask(email)
    const resetToken = await t.auth.verifyCode(email, ` ${code} `, ip())
    expect(await codeOf(t.auth.verifyCode(email, code, ip()))).toBe('ERR_INVALID_CODE')
    const next = 'Jatobá do 9 campo'
    expect(await codeOf(t.auth.resetPassword(resetToken, next, 'x'))).toBe('ERR_PASSWORD_MISMATCH')
    expect(await codeOf(t.auth.resetPassword(resetToken, 'Zuleica2026', 'Zuleica2026'))).toBe('ERR_PASSWORD_COMMON')
    expect(await codeOf(t.auth.resetPassword(`${resetToken}x`, next, next))).toBe('ERR_INVALID_CODE')
    await t.auth.resetPassword(resetToken, next, next)
    expect(await codeOf(t.auth.resetPassword(resetToken, next, next))).toBe('ERR_INVALID_CODE')
    expect(await codeOf(t.auth.authenticate(admin.token, 'r'))).toBe('ERR_SESSION_ENDED')
    expect(await codeOf(t.signIn(email, PASSWORD))).toBe('ERR_INVALID_CREDENTIALS')
    await t.signIn(email, next)
    expect(mailsTo(email).at(-1)?.subject).toBe('Sua senha foi alterada')
  })

  it('gives a code five tries', async () => {
    const { email } = await t.company()
    const code = await ask(email)
    const wrong = code === '00000000' ? '00000001' : '00000000'
    for (let i = 0; i < 5; i += 1) {
      h.clock.advance(30_000)
      expect(await codeOf(t.auth.verifyCode(email, wrong, ip()))).toBe('ERR_INVALID_CODE')
    }
    h.clock.advance(60_000)
    expect(await codeOf(t.auth.verifyCode(email, code, ip()))).toBe('ERR_INVALID_CODE')
  })

  it('lets a code expire after ten minutes, and be replaced by a newer one', async () => {
    const { email } = await t.company()
    const first = await ask(email)
    const second = await ask(email)
    if (first !== second) expect(await codeOf(t.auth.verifyCode(email, first, ip()))).toBe('ERR_INVALID_CODE')
    h.clock.advance(10 * 60_000 + 1)
    expect(await codeOf(t.auth.verifyCode(email, second, ip()))).toBe('ERR_INVALID_CODE')
  })

  it('mails at most three codes an hour, and none to strangers', async () => {
    const { email } = await t.company()
    for (let i = 0; i < 3; i += 1) await ask(email)
    const before = t.mails.length
    t.auth.forgotPassword(email)
    t.auth.forgotPassword('nobody@nowhere.test')
    await t.auth.settle()
    expect(t.mails.length).toBe(before)
    h.clock.advance(60 * 60_000 + 1)
    await ask(email)
    expect(t.mails.length).toBe(before + 1)
    expect(t.faults).toEqual([])
  })
})
