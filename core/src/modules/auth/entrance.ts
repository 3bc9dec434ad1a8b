import { timingSafeEqual } from 'node:crypto'
import { v7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isLocale } from '../../platform/i18n/locale.ts'
import type { Attempts } from './attempts.ts'
import { audit } from './audit.ts'
import type { FactorSecret, LoginAnswer, Me } from './contract.ts'
import type { Passwords } from './passwords.ts'
import { asksForSecondFactor } from './policy.ts'
import * as repo from './repo.ts'
import { accountFault, type Sessions } from './sessions.ts'
import { ACCESS_SECONDS, type Tokens } from './tokens.ts'
import type { TwoFactor } from './two-factor.ts'

export const TRUST_SECONDS = 30 * 86_400

export interface Caller {
  ip: string
  userAgent: string
  requestId: string
  /** Value of the device cookie, set at an earlier login. */
  device: string | undefined
  /** Value of the cookie of a browser that needs no second step. */
  trust: string | undefined
}

export interface SignedIn {
  answer: LoginAnswer
  /** To be kept in the browser, so that strangers' guesses do not keep its owner out. */
  device: string
}

/** What showed who it is. */
type Proof = 'password' | 'app' | 'recovery' | 'trusted' | 'provider'

export interface EntranceDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  passwords: Passwords
  tokens: Tokens
  sessions: Sessions
  attempts: Attempts
  twoFactor: TwoFactor
  me(scope: Scope): Promise<Me>
  tellPresence(tenantId: number, user: { name: string; email: string }, isOnline: boolean, at: Date): void
  inBackground(what: string, work: Promise<unknown>): void
}

/** The ways in: password, then perhaps a code; or the company's own sign-in. All end in the same session. */
export function createEntrance(deps: EntranceDeps) {
  const { db, clock, passwords, tokens, sessions, attempts, twoFactor } = deps

  /** The device id of a cookie that we gave this user, else null. */
  const knownDevice = (account: repo.LoginRow | null, cookie: string | undefined): string | null => {
    const id = cookie?.split('.')[0]
    if (!account || !id) return null
    return tokens.deviceToken(account.tenantId, account.userId, id) === cookie ? id : null
  }

  const isTrusted = ({ trustId, ...account }: repo.LoginRow, cookie: string | undefined): boolean => {
    const until = Number(cookie?.split('.')[0])
    if (!cookie || trustId === null || !(until * 1000 > clock.now())) return false
    const expected = Buffer.from(tokens.trustToken({ ...account, trustId }, until))
    const given = Buffer.from(cookie)
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  const auditFailure = (account: repo.LoginRow, ip: string): Promise<void> =>
    db.uow.run(systemScope(account.tenantId, 'login'), (tx) =>
      audit(tx, { action: 'login.failed', object: `user:${account.userId}`, ip }),
    )

  /** Opens the session. Whoever calls knows who it is. @throws ERR_TENANT_INACTIVE, SESSION_NOT_ALLOWED_* */
  const enter = async (account: repo.LoginRow, caller: Caller, proof: Proof, rehashed?: string): Promise<SignedIn> => {
    const now = new Date(clock.now())
    const fault = accountFault(account, now.getTime())
    if (fault) throw new AppError(fault)
    const { tenantId, userId, profile, version, name } = account
    const session = await db.uow.run(systemScope(tenantId, 'login'), async (tx) => {
      const user = await repo.lockUser(tx, userId)
      if (user?.passwordHash !== account.passwordHash) throw new AppError('ERR_INVALID_CREDENTIALS')
      if (account.blockMultipleLogins) await sessions.end(tx, { userId }, 'superseded')
      if (rehashed) await repo.setPassword(tx, userId, rehashed)
      const opened = await sessions.open(tx, { userId, userAgent: caller.userAgent, ip: caller.ip })
      await repo.setPresence(tx, userId, true, now)
      const details = { proof, userAgent: caller.userAgent.slice(0, 255) }
      await audit(tx, { action: 'login.ok', object: `user:${userId}`, userId, ip: caller.ip, details })
      tx.afterCommit(() => deps.tellPresence(tenantId, account, true, now))
      return opened
    })
    const scope: Scope = {
      tenantId,
      actor: { kind: 'user', userId, profile, sessionId: session.id, name },
      locale: isLocale(account.locale) ? account.locale : 'pt',
      requestId: caller.requestId,
    }
    const token = await tokens.access({ userId, tenantId, sessionId: session.id, profile, version })
    return {
      answer: { token, refreshToken: session.refreshToken, expiresIn: ACCESS_SECONDS, ...(await deps.me(scope)) },
      device: tokens.deviceToken(tenantId, userId, knownDevice(account, caller.device) ?? v7()),
    }
  }

  /** Whose login a challenge continues. @throws ERR_CHALLENGE_EXPIRED when something changed since */
  const resume = async (challenge: string, kind: 'code' | 'setup'): Promise<repo.LoginRow> => {
    const given = await tokens.readChallenge(challenge)
    const account = await repo.findAccount(db.system, given.tenantId, given.userId)
    const isSame =
      given.kind === kind && account?.isActive && tokens.fingerprint(account.passwordHash) === given.password
    if (!account || !isSame) throw new AppError('ERR_CHALLENGE_EXPIRED')
    return account
  }

  return {
    /**
     * @throws ERR_SECOND_FACTOR with the challenge of the next step, ERR_RATE_LIMITED, ERR_INVALID_CREDENTIALS,
     * ERR_SSO_ONLY, ERR_TENANT_INACTIVE, SESSION_NOT_ALLOWED_*, ERR_UNAVAILABLE
     */
    async byPassword(address: string, password: string, caller: Caller): Promise<SignedIn> {
      const account = await repo.findLogin(db.system, address)
      const device = knownDevice(account, caller.device)
      const attempt = await attempts.begin('login', address, caller.ip, device)
      const matches = await passwords.verify(account?.passwordHash ?? null, password)
      if (!account || !matches || !account.isActive) {
        if (account) deps.inBackground('audit', auditFailure(account, caller.ip))
        throw new AppError('ERR_INVALID_CREDENTIALS')
      }
      await attempt.succeeded()
      const fault = accountFault(account, clock.now())
      if (fault) throw new AppError(fault)
      if (account.isProviderOnly && account.profile !== 'admin') throw new AppError('ERR_SSO_ONLY')

      const { tenantId, userId } = account
      const trusted = isTrusted(account, caller.trust)
      const kind = account.trustId ? 'code' : asksForSecondFactor(account) ? 'setup' : null
      if (kind !== null && !trusted) {
        const password = tokens.fingerprint(account.passwordHash)
        const challenge = await tokens.challenge({ tenantId, userId, kind, password })
        throw new AppError('ERR_SECOND_FACTOR', { params: { challenge, kind } })
      }
      const rehashed = passwords.isOutdated(account.passwordHash) ? await passwords.hash(password) : undefined
      return enter(account, caller, trusted ? 'trusted' : 'password', rehashed)
    },

    /** @throws ERR_CHALLENGE_EXPIRED, ERR_TWO_FACTOR_CODE, ERR_RATE_LIMITED and those of a login */
    async byCode(challenge: string, code: string, trust: boolean, caller: Caller) {
      const account = await resume(challenge, 'code')
      const proof = await twoFactor.pass(account, code, caller.ip, knownDevice(account, caller.device))
      const entered = await enter(account, caller, proof)
      if (!trust || account.trustId === null) return { ...entered, trust: null }
      const until = Math.floor(clock.now() / 1000) + TRUST_SECONDS
      return { ...entered, trust: tokens.trustToken({ ...account, trustId: account.trustId }, until) }
    },

    /** @throws ERR_CHALLENGE_EXPIRED, ERR_TWO_FACTOR_ON */
    async setUp(challenge: string): Promise<FactorSecret> {
      const account = await resume(challenge, 'setup')
      return twoFactor.begin(account, account.email)
    },

    /** @throws ERR_CHALLENGE_EXPIRED, ERR_TWO_FACTOR_CODE, ERR_RATE_LIMITED and those of a login */
    async bySetUp(challenge: string, code: string, caller: Caller): Promise<SignedIn & { recoveryCodes: string[] }> {
      const account = await resume(challenge, 'setup')
      const recoveryCodes = await twoFactor.confirm(account, code, caller.ip)
      return { ...(await enter(account, caller, 'app')), recoveryCodes }
    },

    /** Somebody for whom the company's provider spoke. @throws ERR_SSO_NO_ACCOUNT and those of a login */
    async byProvider(tenantId: number, userId: number, caller: Caller): Promise<SignedIn> {
      const account = await repo.findAccount(db.system, tenantId, userId)
      if (!account?.isActive) throw new AppError('ERR_SSO_NO_ACCOUNT')
      return enter(account, caller, 'provider')
    },
  }
}
