import type { Clock } from '../../platform/clock.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { createAttempts } from './attempts.ts'
import { audit } from './audit.ts'
import type { AuthSession, FactorSecret, Me, Tokens as TokensAnswer, TwoFactorStatus } from './contract.ts'
import { type Caller, createEntrance, type SignedIn } from './entrance.ts'
import { passwordFault } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { asksForSecondFactor } from './policy.ts'
import type { FileUrl, Log, RealtimePort } from './ports.ts'
import { presentMe } from './presenter.ts'
import { createRecovery } from './recovery.ts'
import * as repo from './repo.ts'
import { createSessions } from './sessions.ts'
import type { SessionSignals } from './signals.ts'
import { ACCESS_SECONDS, createTokens, type Keys } from './tokens.ts'
import { createTwoFactor } from './two-factor.ts'

export interface AuthDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  keys: Keys
  vault: Vault
  passwords: Passwords
  signals: SessionSignals
  realtime: RealtimePort
  mailer: Pick<Mailer, 'send'>
  fileUrl: FileUrl
  log: Log
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** The signed-in actor of a scope. @throws ERR_NO_PERMISSION for anything but a person. */
export function personOf(scope: Scope): { userId: number; sessionId: string } {
  if (scope.actor.kind === 'system') throw new AppError('ERR_NO_PERMISSION')
  return scope.actor
}

const homeOf = (scope: Scope): [tenantId: number, userId: number] => [scope.tenantId, personOf(scope).userId]

export function createAuthService(deps: AuthDeps) {
  const { db, clock, passwords, realtime, mailer, fileUrl, log } = deps
  const tokens = createTokens(deps)
  const sessions = createSessions({ ...deps, tokens })
  const attempts = createAttempts(deps)
  const twoFactor = createTwoFactor({ ...deps, tokens, attempts })
  const running = new Set<Promise<void>>()
  const inBackground = (what: string, work: Promise<unknown>): void => {
    const task = work
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      .finally(() => running.delete(task))
    running.add(task)
  }
  const recovery = createRecovery({
    ...deps,
    tokens,
    sessions,
    attempts,
    postMail: (mail) => inBackground('mail', mailer.send(mail)),
  })

  const me = async (scope: Scope): Promise<Me> => {
    const { userId, sessionId } = personOf(scope)
    const row = await db.uow.run(scope, (tx) => repo.loadProfile(tx, userId))
    if (!row) throw new AppError('ERR_SESSION_ENDED')
    const { profilePicId } = row.user
    return presentMe(row, {
      sessionId,
      now: clock.now(),
      pictureUrl: profilePicId === null ? null : fileUrl(scope.tenantId, profilePicId),
    })
  }

  const tellPresence = (tenantId: number, user: { name: string; email: string }, isOnline: boolean, at: Date) =>
    realtime.publish({ tenantId, to: 'tenant' }, 'users', {
      action: 'update',
      data: {
        username: user.name,
        email: user.email,
        isOnline,
        [isOnline ? 'lastLogin' : 'lastLogout']: at.toISOString(),
      },
    })

  const entrance = createEntrance({
    ...deps,
    tokens,
    sessions,
    attempts,
    twoFactor,
    me,
    tellPresence,
    inBackground,
  })

  /** Before something that only the owner of the account may do. @throws ERR_PASSWORD_WRONG, ERR_RATE_LIMITED */
  const confirmPassword = async (scope: Scope, password: string, ip: string): Promise<void> => {
    const { userId } = personOf(scope)
    const attempt = await attempts.begin('password', `${scope.tenantId}:${userId}`, ip, null)
    const user = await db.uow.run(scope, (tx) => repo.lockUser(tx, userId))
    if (!(await passwords.verify(user?.passwordHash ?? null, password))) throw new AppError('ERR_PASSWORD_WRONG')
    await attempt.succeeded()
  }

  return {
    authenticate: sessions.authenticate,
    closeOutsideHours: sessions.closeOutsideHours,
    purge: sessions.purge,
    endSessions: sessions.end,
    confirmPassword,
    me,

    /** Resolves when mails and audit rows that were begun are done; at shutdown. */
    async settle(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },

    login: (email: string, password: string, caller: Caller): Promise<SignedIn> =>
      entrance.byPassword(normaliseEmail(email), password, caller),
    loginByCode: entrance.byCode,
    loginByProvider: entrance.byProvider,
    setUpAtLogin: entrance.setUp,
    loginBySetUp: entrance.bySetUp,

    async refresh(refreshToken: string | undefined): Promise<TokensAnswer> {
      if (!refreshToken) throw new AppError('ERR_SESSION_ENDED')
      return { ...(await sessions.refresh(refreshToken)), expiresIn: ACCESS_SECONDS }
    },

    async logout(scope: Scope): Promise<void> {
      const { userId, sessionId } = personOf(scope)
      const now = new Date(clock.now())
      await db.uow.run(scope, async (tx) => {
        await sessions.end(tx, { ids: [sessionId] }, 'logout')
        await audit(tx, { action: 'logout', object: `user:${userId}` })
        if ((await repo.listSessions(tx, userId, now)).length > 0) return
        const user = await repo.setPresence(tx, userId, false, now)
        if (user) tx.afterCommit(() => tellPresence(scope.tenantId, user, false, now))
      })
    },

    /** Somebody's first socket came, or the last one went. */
    async setOnline(tenantId: number, userId: number, online: boolean): Promise<void> {
      const now = new Date(clock.now())
      await db.uow.run(systemScope(tenantId, 'presence'), async (tx) => {
        const user = await repo.setOnline(tx, userId, online, now)
        // also of somebody who just signed in, and counts as online since
        if (online) tx.emit('user.online', { userId })
        if (user) tx.afterCommit(() => tellPresence(tenantId, user, online, now))
      })
    },

    /** After a crash of the only node nobody else knows that people are gone. */
    resetPresence: (): Promise<void> => repo.resetPresence(db.system),

    /** Changes the own password and ends all other sessions. @throws ERR_PASSWORD_WRONG, ERR_PASSWORD_*, ERR_RATE_LIMITED */
    async changePassword(
      scope: Scope,
      change: { currentPassword: string; password: string; passwordConfirmation: string },
      ip: string,
    ): Promise<void> {
      const { userId, sessionId } = personOf(scope)
      if (change.password !== change.passwordConfirmation) throw new AppError('ERR_PASSWORD_MISMATCH')
      await confirmPassword(scope, change.currentPassword, ip)
      const words = await db.uow.run(scope, (tx) => repo.passwordWords(tx, userId))
      const fault = passwordFault(change.password, words)
      if (fault) throw new AppError(fault)
      const hash = await passwords.hash(change.password)
      await db.uow.run(scope, async (tx) => {
        await repo.lockUser(tx, userId)
        await repo.setPassword(tx, userId, hash)
        await sessions.end(tx, { userId, except: sessionId }, 'password')
        await audit(tx, { action: 'user.password', object: `user:${userId}`, ip })
      })
    },

    async listSessions(scope: Scope): Promise<AuthSession[]> {
      const { userId, sessionId } = personOf(scope)
      const rows = await sessions.list(scope, userId)
      return rows.map((row) => ({
        id: row.id,
        isCurrent: row.id === sessionId,
        userAgent: row.userAgent,
        ip: row.ip,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.rotatedAt.toISOString(),
      }))
    },

    /** @throws ERR_NOT_FOUND when it is not a live session of one's own. */
    async endOwnSession(scope: Scope, id: string): Promise<void> {
      const { userId } = personOf(scope)
      await db.uow.run(scope, async (tx) => {
        const own = await repo.listSessions(tx, userId, new Date(clock.now()))
        if (!own.some((session) => session.id === id)) throw new AppError('ERR_NOT_FOUND')
        await sessions.end(tx, { ids: [id] }, 'owner')
      })
    },

    /** A lost computer is neither signed in nor remembered any more. */
    async endOtherSessions(scope: Scope): Promise<void> {
      const { userId, sessionId } = personOf(scope)
      await db.uow.run(scope, async (tx) => {
        const ended = await sessions.end(tx, { userId, except: sessionId }, 'owner')
        await twoFactor.forgetBrowsers(tx, userId)
        await audit(tx, { action: 'session.end-others', object: `user:${userId}`, details: { ended: ended.length } })
      })
    },

    async twoFactor(scope: Scope): Promise<TwoFactorStatus> {
      const { userId } = personOf(scope)
      const account = await repo.findAccount(db.system, ...homeOf(scope))
      const status = await twoFactor.status({ tenantId: scope.tenantId, userId })
      return { ...status, isRequired: account !== null && asksForSecondFactor(account) }
    },

    /** @throws ERR_PASSWORD_WRONG, ERR_TWO_FACTOR_ON, ERR_RATE_LIMITED */
    async setUpTwoFactor(scope: Scope, currentPassword: string, ip: string): Promise<FactorSecret> {
      const { userId } = personOf(scope)
      await confirmPassword(scope, currentPassword, ip)
      const account = await repo.findAccount(db.system, ...homeOf(scope))
      if (!account) throw new AppError('ERR_NO_USER_FOUND')
      return twoFactor.begin({ tenantId: scope.tenantId, userId }, account.email)
    },

    /** @throws ERR_TWO_FACTOR_CODE, ERR_TWO_FACTOR_ON, ERR_RATE_LIMITED */
    confirmTwoFactor: async (scope: Scope, code: string, ip: string): Promise<string[]> =>
      twoFactor.confirm({ tenantId: scope.tenantId, userId: personOf(scope).userId }, code, ip),

    /** @throws ERR_PASSWORD_WRONG, ERR_TWO_FACTOR_OFF, ERR_RATE_LIMITED */
    async renewRecoveryCodes(scope: Scope, currentPassword: string, ip: string): Promise<string[]> {
      const { userId } = personOf(scope)
      await confirmPassword(scope, currentPassword, ip)
      return db.uow.run(scope, (tx) => twoFactor.renewCodes(tx, { tenantId: scope.tenantId, userId }))
    },

    /** @throws ERR_PASSWORD_WRONG, ERR_TWO_FACTOR_REQUIRED, ERR_RATE_LIMITED */
    async switchOffTwoFactor(scope: Scope, currentPassword: string, ip: string): Promise<void> {
      const { userId } = personOf(scope)
      await confirmPassword(scope, currentPassword, ip)
      const account = await repo.findAccount(db.system, ...homeOf(scope))
      if (account && asksForSecondFactor(account)) throw new AppError('ERR_TWO_FACTOR_REQUIRED')
      await db.uow.run(scope, (tx) => twoFactor.remove(tx, userId, 'two-factor.off'))
    },

    async forgetBrowsers(scope: Scope): Promise<void> {
      const { userId } = personOf(scope)
      await db.uow.run(scope, (tx) => twoFactor.forgetBrowsers(tx, userId))
    },

    /** By an admin, within their unit of work. */
    resetTwoFactor: (tx: Tx, userId: number): Promise<void> => twoFactor.remove(tx, userId, 'two-factor.reset'),

    /** Mails a code if the address is known. Returns at once, so that the time tells nothing. */
    forgotPassword(email: string): void {
      inBackground('password recovery', recovery.forgot(normaliseEmail(email)))
    },
    verifyCode: (email: string, code: string, ip: string) => recovery.verify(normaliseEmail(email), code, ip),
    resetPassword: recovery.reset,
  }
}

export type AuthService = ReturnType<typeof createAuthService>
