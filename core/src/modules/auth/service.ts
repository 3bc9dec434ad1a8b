import { v7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { isLocale } from '../../platform/i18n/locale.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { createAttempts } from './attempts.ts'
import { audit } from './audit.ts'
import type { AuthSession, LoginAnswer, Me, Tokens as TokensAnswer } from './contract.ts'
import type { Passwords } from './passwords.ts'
import { passwordFault } from './policy.ts'
import type { FileUrl, Log, RealtimePort } from './ports.ts'
import { presentMe } from './presenter.ts'
import { createRecovery } from './recovery.ts'
import * as repo from './repo.ts'
import { accountFault, createSessions } from './sessions.ts'
import type { SessionSignals } from './signals.ts'
import { ACCESS_SECONDS, createTokens, type Keys } from './tokens.ts'

export interface AuthDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  keys: Keys
  passwords: Passwords
  signals: SessionSignals
  realtime: RealtimePort
  mailer: Pick<Mailer, 'send'>
  fileUrl: FileUrl
  log: Log
}

export interface Caller {
  ip: string
  userAgent: string
  requestId: string
  /** Value of the device cookie, set at an earlier login. */
  device: string | undefined
}

export interface SignedIn {
  answer: LoginAnswer
  /** To be kept in the browser, so that strangers' guesses do not keep its owner out. */
  device: string
}

export const normaliseEmail = (email: string): string => email.trim().toLowerCase()

/** The signed-in actor of a scope. @throws ERR_NO_PERMISSION for anything but a person. */
export function personOf(scope: Scope): { userId: number; sessionId: string } {
  if (scope.actor.kind === 'system') throw new AppError('ERR_NO_PERMISSION')
  return scope.actor
}

export function createAuthService(deps: AuthDeps) {
  const { db, clock, passwords, realtime, mailer, fileUrl, log } = deps
  const tokens = createTokens(deps)
  const sessions = createSessions({ ...deps, tokens })
  const attempts = createAttempts(deps)
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

  const auditFailure = (account: repo.LoginRow, ip: string): Promise<void> =>
    db.uow.run(systemScope(account.tenantId, 'login'), (tx) =>
      audit(tx, { action: 'login.failed', object: `user:${account.userId}`, ip }),
    )

  /** The device id of a cookie that we gave this user, else null. */
  const knownDevice = (account: repo.LoginRow | null, cookie: string | undefined): string | null => {
    const id = cookie?.split('.')[0]
    if (!account || !id) return null
    return tokens.deviceToken(account.tenantId, account.userId, id) === cookie ? id : null
  }

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

    /** @throws ERR_RATE_LIMITED, ERR_INVALID_CREDENTIALS, ERR_TENANT_INACTIVE, SESSION_NOT_ALLOWED_*, ERR_UNAVAILABLE */
    async login(email: string, password: string, caller: Caller): Promise<SignedIn> {
      const address = normaliseEmail(email)
      const account = await repo.findLogin(db.system, address)
      const device = knownDevice(account, caller.device)
      const attempt = await attempts.begin('login', address, caller.ip, device)
      const matches = await passwords.verify(account?.passwordHash ?? null, password)
      if (!account || !matches || !account.isActive) {
        if (account) inBackground('audit', auditFailure(account, caller.ip))
        throw new AppError('ERR_INVALID_CREDENTIALS')
      }
      await attempt.succeeded()
      const now = new Date(clock.now())
      const fault = accountFault(account, now.getTime())
      if (fault) throw new AppError(fault)
      const rehashed = passwords.isOutdated(account.passwordHash) ? await passwords.hash(password) : null

      const { tenantId, userId, profile, version, name } = account
      const session = await db.uow.run(systemScope(tenantId, 'login'), async (tx) => {
        const user = await repo.lockUser(tx, userId)
        if (user?.passwordHash !== account.passwordHash) throw new AppError('ERR_INVALID_CREDENTIALS')
        if (account.blockMultipleLogins) await sessions.end(tx, { userId }, 'superseded')
        if (rehashed) await repo.setPassword(tx, userId, rehashed)
        const opened = await sessions.open(tx, { userId, userAgent: caller.userAgent, ip: caller.ip })
        await repo.setPresence(tx, userId, true, now)
        await audit(tx, { action: 'login.ok', object: `user:${userId}`, ip: caller.ip })
        tx.afterCommit(() => tellPresence(tenantId, account, true, now))
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
        answer: { token, refreshToken: session.refreshToken, expiresIn: ACCESS_SECONDS, ...(await me(scope)) },
        device: tokens.deviceToken(tenantId, userId, device ?? v7()),
      }
    },

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

    async endOtherSessions(scope: Scope): Promise<void> {
      const { userId, sessionId } = personOf(scope)
      await db.uow.run(scope, (tx) => sessions.end(tx, { userId, except: sessionId }, 'owner'))
    },

    /** Mails a code if the address is known. Returns at once, so that the time tells nothing. */
    forgotPassword(email: string): void {
      inBackground('password recovery', recovery.forgot(normaliseEmail(email)))
    },
    verifyCode: (email: string, code: string, ip: string) => recovery.verify(normaliseEmail(email), code, ip),
    resetPassword: recovery.reset,
  }
}

export type AuthService = ReturnType<typeof createAuthService>
