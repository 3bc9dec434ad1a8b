import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isLocale, type Locale } from '../../platform/i18n/locale.ts'
import { translate } from '../../platform/i18n/translate.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import type { Attempts } from './attempts.ts'
import { audit } from './audit.ts'
import { passwordFault } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import * as codes from './recovery-repo.ts'
import { findLogin, lockUser, passwordWords, setPassword } from './repo.ts'
import type { Sessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

const CODE_MINUTES = 10
const RESET_MINUTES = 15
const MAX_TRIES = 5
const MAX_PER_HOUR = 3
const MINUTE_MS = 60_000

export interface RecoveryDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  tokens: Tokens
  passwords: Passwords
  sessions: Sessions
  attempts: Attempts
  /** Sends in the background; its failures are logged, never told to the asker. */
  postMail: (mail: Mail) => void
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
const localeOf = (locale: string): Locale => (isLocale(locale) ? locale : 'pt')

/** Forgotten passwords: a mailed code, exchanged for a token that sets a new one (reliability A-11). */
export function createRecovery({ db, clock, tokens, passwords, sessions, attempts, postMail }: RecoveryDeps) {
  return {
    /** Tells nobody whether the address is known. */
    async forgot(email: string): Promise<void> {
      const account = await findLogin(db.system, email)
      if (!account?.isActive || account.tenantStatus !== 'active') return
      const now = clock.now()
      const code = String(randomInt(100_000_000)).padStart(8, '0')
      const id = v7()
      const isNew = await db.uow.run(systemScope(account.tenantId, 'recovery'), async (tx) => {
        await lockUser(tx, account.userId)
        if ((await codes.countRecentCodes(tx, account.userId, new Date(now - 60 * MINUTE_MS))) >= MAX_PER_HOUR)
          return false
        await codes.replaceCode(tx, {
          id,
          userId: account.userId,
          codeHash: new Uint8Array(tokens.codeHash(id, code)),
          createdAt: new Date(now),
          expiresAt: new Date(now + CODE_MINUTES * MINUTE_MS),
        })
        await audit(tx, { action: 'recovery.request', object: `user:${account.userId}` })
        return true
      })
      if (!isNew) return
      const locale = localeOf(account.locale)
      postMail({
        to: account.email,
        subject: translate(locale, 'mail.recovery.subject', { code }),
        text: translate(locale, 'mail.recovery.text', { name: account.name, code, minutes: CODE_MINUTES }),
      })
    },

    /** @throws ERR_INVALID_CODE, ERR_RATE_LIMITED */
    async verify(email: string, code: string, ip: string): Promise<string> {
      const attempt = await attempts.begin('recovery', email, ip, null)
      // An unknown address takes the same steps, so that the time tells nothing.
      const account = (await findLogin(db.system, email)) ?? { tenantId: 1, userId: 0 }
      const secret = randomBytes(32).toString('base64url')
      const now = clock.now()
      const id = await db.uow.run(systemScope(account.tenantId, 'recovery'), async (tx) => {
        const newest = await codes.tryNewestCode(tx, account.userId, MAX_TRIES, new Date(now))
        if (!newest || !timingSafeEqual(tokens.codeHash(newest.id, code.trim()), newest.codeHash)) return null
        const expiresAt = new Date(now + RESET_MINUTES * MINUTE_MS)
        return (await codes.allowReset(tx, newest.id, new Uint8Array(sha256(secret)), expiresAt)) ? newest.id : null
      })
      if (id === null) throw new AppError('ERR_INVALID_CODE')
      await attempt.succeeded()
      return `${account.tenantId}.${id}.${secret}`
    },

    /** Sets the password, ends every session and tells the owner. @throws ERR_INVALID_CODE, ERR_PASSWORD_* */
    async reset(resetToken: string, password: string, confirmation: string): Promise<void> {
      const [tenant = '', id = '', secret = ''] = resetToken.split('.')
      const tenantId = Number(tenant)
      if (!Number.isInteger(tenantId) || tenantId < 1 || !/^[0-9a-f-]{36}$/.test(id))
        throw new AppError('ERR_INVALID_CODE')
      if (password !== confirmation) throw new AppError('ERR_PASSWORD_MISMATCH')
      const scope = systemScope(tenantId, 'recovery')

      const { userId, words } = await db.uow.run(scope, async (tx) => {
        const found = await codes.findReset(tx, id, new Date(clock.now()))
        if (!found?.resetHash || !timingSafeEqual(sha256(secret), found.resetHash))
          throw new AppError('ERR_INVALID_CODE')
        return { userId: found.userId, words: await passwordWords(tx, found.userId) }
      })
      const fault = passwordFault(password, words)
      if (fault) throw new AppError(fault)
      const hash = await passwords.hash(password)

      const user = await db.uow.run(scope, async (tx) => {
        const owner = await lockUser(tx, userId)
        if (!owner || !(await codes.spendReset(tx, id, new Date(clock.now())))) throw new AppError('ERR_INVALID_CODE')
        await setPassword(tx, userId, hash)
        await sessions.end(tx, { userId }, 'password')
        await audit(tx, { action: 'recovery.reset', object: `user:${userId}`, userId })
        return owner
      })
      const locale = localeOf(user.locale)
      postMail({
        to: user.email,
        subject: translate(locale, 'mail.passwordChanged.subject'),
        text: translate(locale, 'mail.passwordChanged.text', { name: user.name }),
      })
    },
  }
}

export type Recovery = ReturnType<typeof createRecovery>
