import { v7 } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Scope, systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ErrorCode } from '../../platform/errors/catalogue.ts'
import { isLocale } from '../../platform/i18n/locale.ts'
import { audit } from './audit.ts'
import { isPlanExpired, scheduleVerdict } from './policy.ts'
import * as repo from './repo.ts'
import type { EndReason, SessionSignals } from './signals.ts'
import type { Tokens } from './tokens.ts'

const DAY_MS = 86_400_000
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
/** A refresh token that was just exchanged is answered with the same successor for so long. */
const GRACE_MS = 20_000
const CACHE_MS = 5_000
const CACHE_SIZE = 20_000

/** A person who is signed in, at the time of a request. */
export interface Authenticated {
  scope: Scope
  /** Only routes with `allowExpired` may answer. */
  planExpired: boolean
  menuOff: readonly string[]
  sessionId: string
}

export const endCode = (reason: EndReason | null): ErrorCode => {
  if (reason === 'superseded') return 'SESSION_INVALID_NEW_LOGIN'
  if (reason === 'schedule-day') return 'SESSION_NOT_ALLOWED_DAY_LOGIN'
  if (reason === 'schedule-hour') return 'SESSION_NOT_ALLOWED_DAY_HOUR_LOGIN'
  return 'ERR_SESSION_ENDED'
}

/** The code that keeps an account from being signed in now, or null. */
export function accountFault(account: repo.Account, now: number): ErrorCode | null {
  if (!account.isActive) return 'ERR_SESSION_ENDED'
  if (account.tenantStatus !== 'active') return 'ERR_TENANT_INACTIVE'
  const verdict = scheduleVerdict(account.loginSchedule, account.timezone, now)
  return verdict === 'allowed' ? null : endCode(`schedule-${verdict}`)
}

export interface SessionDeps {
  db: Pick<Database, 'uow' | 'system'>
  clock: Clock
  tokens: Tokens
  signals: SessionSignals
}

export function createSessions({ db, clock, tokens, signals }: SessionDeps) {
  const cache = new Map<string, { at: number; tenantId: number; session: Promise<repo.SessionRow | null> }>()

  signals.subscribe((signal) => {
    if (signal.kind === 'ended') for (const id of signal.sessionIds) cache.delete(id)
    else for (const [id, entry] of cache) if (entry.tenantId === signal.tenantId) cache.delete(id)
  })

  const load = (tenantId: number, sessionId: string): Promise<repo.SessionRow | null> => {
    const known = cache.get(sessionId)
    if (known && known.tenantId === tenantId && clock.now() - known.at < CACHE_MS) return known.session
    const session = repo.findSession(db.uow, tenantId, sessionId)
    cache.delete(sessionId)
    cache.set(sessionId, { at: clock.now(), tenantId, session })
    session.catch(() => cache.delete(sessionId))
    const oldest = cache.keys().next().value
    if (cache.size > CACHE_SIZE && oldest !== undefined) cache.delete(oldest)
    return session
  }

  /** Ends sessions and lets all nodes know once that is committed. */
  const end = async (tx: Tx, which: Parameters<typeof repo.endSessions>[1], reason: EndReason): Promise<string[]> => {
    const sessionIds = await repo.endSessions(tx, which, reason, new Date(clock.now()))
    const { tenantId } = tx.scope
    if (sessionIds.length > 0) tx.afterCommit(() => signals.publish({ kind: 'ended', tenantId, sessionIds, reason }))
    return sessionIds
  }

  const aliveUntil = (session: { expiresAt: Date; endsAt: Date }) =>
    Math.min(session.expiresAt.getTime(), session.endsAt.getTime())

  return {
    end,

    /** Opens a session within the login's unit of work. */
    async open(tx: Tx, login: { userId: number; userAgent: string; ip: string }) {
      const now = clock.now()
      const id = v7()
      const refreshToken = tokens.refreshToken({ tenantId: tx.scope.tenantId, sessionId: id, rotation: 0 })
      await repo.insertSession(tx, {
        id,
        userId: login.userId,
        refreshHash: new Uint8Array(tokens.hash(refreshToken)),
        createdAt: new Date(now),
        expiresAt: new Date(now + IDLE_MS),
        endsAt: new Date(now + ABSOLUTE_MS),
        userAgent: login.userAgent.slice(0, 255) || null,
        ip: login.ip || null,
      })
      return { id, refreshToken }
    },

    /**
     * Who sends this access token. The session's row decides, read at most every five seconds.
     * @throws ERR_SESSION_EXPIRED, ERR_SESSION_ENDED, SESSION_*, ERR_TENANT_INACTIVE
     */
    async authenticate(accessToken: string, requestId: string): Promise<Authenticated> {
      const claims = await tokens.readAccess(accessToken)
      const session = await load(claims.tenantId, claims.sessionId)
      const now = clock.now()
      if (!session || session.userId !== claims.userId) throw new AppError('ERR_SESSION_ENDED')
      if (session.revokedReason !== null) throw new AppError(endCode(session.revokedReason))
      if (session.endsAt.getTime() <= now) throw new AppError('ERR_SESSION_ENDED')
      const fault = accountFault(session, now)
      if (fault) throw new AppError(fault)
      const { tenantId, userId, profile, name, sessionId } = session
      return {
        scope: {
          tenantId,
          actor: { kind: 'user', userId, profile, sessionId, name },
          locale: isLocale(session.locale) ? session.locale : 'pt',
          requestId,
        },
        planExpired: isPlanExpired(session.dueDate, session.timezone, now),
        menuOff: session.menuOff,
        sessionId,
      }
    },

    /**
     * Exchanges a refresh token. Several tabs and lost answers get the same successor within the grace; a token from
     * further back was stolen, by whoever holds it or by whoever used it first, so the session ends.
     * @throws ERR_SESSION_ENDED, SESSION_*, ERR_TENANT_INACTIVE
     */
    async refresh(refreshToken: string): Promise<{ token: string; refreshToken: string }> {
      const given = tokens.readRefresh(refreshToken)
      if (!given) throw new AppError('ERR_SESSION_ENDED')
      const { tenantId, sessionId } = given
      const outcome = await db.uow.run(systemScope(tenantId, 'auth'), async (tx) => {
        const now = clock.now()
        const session = await repo.lockSession(tx, sessionId)
        if (!session || aliveUntil(session) <= now) return { code: 'ERR_SESSION_ENDED' as const }
        if (session.revokedReason !== null) return { code: endCode(session.revokedReason) }
        const verdict = scheduleVerdict(session.loginSchedule, session.timezone, now)
        if (verdict !== 'allowed') {
          await end(tx, { ids: [sessionId] }, `schedule-${verdict}`)
          return { code: endCode(`schedule-${verdict}`) }
        }
        const fault = accountFault(session, now)
        if (fault) return { code: fault }

        const isCurrent =
          given.rotation === session.rotation && tokens.hash(refreshToken).equals(Buffer.from(session.refreshHash))
        const isRecent = given.rotation === session.rotation - 1 && now - session.rotatedAt.getTime() <= GRACE_MS
        if (!isCurrent && !isRecent) {
          await end(tx, { ids: [sessionId] }, 'theft')
          await audit(tx, { action: 'session.theft', object: `user:${session.userId}`, details: { sessionId } })
          return { code: 'ERR_SESSION_ENDED' as const }
        }
        const rotation = isCurrent ? session.rotation + 1 : session.rotation
        const successor = tokens.refreshToken({ tenantId, sessionId, rotation })
        if (isCurrent)
          await repo.rotateSession(tx, {
            id: sessionId,
            rotation,
            refreshHash: new Uint8Array(tokens.hash(successor)),
            rotatedAt: new Date(now),
            expiresAt: new Date(Math.min(now + IDLE_MS, session.endsAt.getTime())),
          })
        return { session, successor }
      })
      if ('code' in outcome) throw new AppError(outcome.code)
      const { userId, profile, version } = outcome.session
      const token = await tokens.access({ userId, tenantId, sessionId, profile, version })
      return { token, refreshToken: outcome.successor }
    },

    list: async (scope: Scope, userId: number) =>
      db.uow.run(scope, (tx) => repo.listSessions(tx, userId, new Date(clock.now()))),

    /** Ends the sessions of everybody whose hours are over. Runs every minute; answers how many it ended. */
    async closeOutsideHours(): Promise<number> {
      const now = clock.now()
      let ended = 0
      for (const entry of await repo.scheduledSessions(db.system, new Date(now))) {
        const verdict = scheduleVerdict(entry.loginSchedule, entry.timezone, now)
        if (verdict === 'allowed') continue
        const closed = await db.uow.run(systemScope(entry.tenantId, 'login-hours'), (tx) =>
          end(tx, { ids: entry.sessionIds }, `schedule-${verdict}`),
        )
        ended += closed.length
      }
      return ended
    },

    /** Forgets what ended a month ago. Runs daily. */
    purge: () => repo.purgeSessions(db.system, new Date(clock.now() - 30 * DAY_MS)),
  }
}

export type Sessions = ReturnType<typeof createSessions>
