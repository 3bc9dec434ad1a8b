import type { ConnectionReport, PluginErrorCode } from '@recado/sdk'

/** Why a connection ended, in the library's numbers; undefined when it gave none. */
export const REASON = {
  restartRequired: 515,
  connectionReplaced: 440,
  loggedOut: 401,
  banned: 402,
  forbidden: 403,
  clientTooOld: 405,
  timedOut: 408,
  deviceMismatch: 411,
  badSession: 500,
} as const

export type Next =
  /** A new socket at once; part of every pairing. */
  | { type: 'restart' }
  | { type: 'retry'; reason: string; refreshVersion?: boolean }
  /** Nothing more until a person acts. `forget`: the keys are worthless. */
  | {
      type: 'stop'
      reason: string
      userAction: NonNullable<ConnectionReport['userAction']>
      code: PluginErrorCode
      forget: boolean
    }

/** Times in a row that WhatsApp may call the session bad before a person has to pair anew. */
const BAD_SESSIONS = 5

export interface Ending {
  code: number | undefined
  isPairing: boolean
  /** Connections in a row, this one included, that ended as "bad session". */
  badSessions: number
}

/** What follows from the end of a connection; `reason` is a key of the locales. */
export function nextAfter({ code, isPairing, badSessions }: Ending): Next {
  if (code === REASON.restartRequired) return { type: 'restart' }
  if (code === REASON.connectionReplaced) return stop('state.replaced', 'check-settings', 'REJECTED', false)
  if (code === REASON.loggedOut) return stop('state.loggedOut', 'scan', 'AUTH_EXPIRED', true)
  if (code === REASON.forbidden) return stop('state.banned', 'open-phone', 'AUTH_EXPIRED', false)
  if (code === REASON.banned) return stop('state.bannedForNow', 'open-phone', 'AUTH_EXPIRED', false)
  if (code === REASON.deviceMismatch) return stop('state.mismatch', 'scan', 'AUTH_EXPIRED', true)
  if (code === REASON.clientTooOld) return { type: 'retry', reason: 'state.tooOld', refreshVersion: true }
  if (isPairing && code === REASON.timedOut) return stop('state.pairingOver', 'scan', 'AUTH_EXPIRED', true)
  if (code === REASON.badSession && badSessions >= BAD_SESSIONS) {
    return stop('state.badSession', 'reauthorise', 'AUTH_EXPIRED', false)
  }
  return { type: 'retry', reason: 'state.lost' }
}

const stop = (
  reason: string,
  userAction: NonNullable<ConnectionReport['userAction']>,
  code: PluginErrorCode,
  forget: boolean,
): Next => ({ type: 'stop', reason, userAction, code, forget })

/** Doubling pauses up to the longest, give or take 30 %, so that channels that fell together do not rise together. */
export function backoff(failures: number, first: number, longest: number, random = Math.random()): number {
  return Math.min(first * 2 ** Math.min(failures - 1, 20), longest) * (0.7 + random * 0.6)
}

/** Connections that a session may make within a window of time (reliability R-03). */
export const LOGINS = 5

export interface Logins {
  /** WhatsApp took a connection at this time. */
  made(at: number): void
  /** Milliseconds until the next one may be made. */
  waitMs(): number
}

/** Counts connections, so that one which WhatsApp takes and drops again and again is left alone for a while. */
export function countLogins(windowMs: number, now: () => number): Logins {
  let times: number[] = []
  return {
    made(at) {
      times = [...times, at].slice(-LOGINS)
    },
    waitMs() {
      const [oldest] = times
      return oldest === undefined || times.length < LOGINS ? 0 : Math.max(0, oldest + windowMs - now())
    },
  }
}

/** Why a connection ended, by the library's error. */
export function codeOf(error: unknown): number | undefined {
  const code = part(part(error, 'output'), 'statusCode')
  return typeof code === 'number' ? code : undefined
}

/** What WhatsApp answered to a question, where it answered with an error; else as `codeOf`. */
export function answerCodeOf(error: unknown): number | undefined {
  const data = part(error, 'data')
  return typeof data === 'number' ? data : codeOf(error)
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
