import type { ConnectionReport, PluginErrorCode } from '@recado/sdk'
import type { CallError } from './call-error.ts'

/** Refusals that only a person can mend: trying again would change nothing. */
const NEEDS_PERSON: ReadonlySet<PluginErrorCode> = new Set([
  'AUTH_EXPIRED',
  'MISCONFIGURED',
  'UNSUPPORTED',
  'REJECTED',
  'QUOTA_EXHAUSTED',
])

export const needsPerson = (error: CallError): boolean => error.why === 'told' && NEEDS_PERSON.has(error.code)

/** Milliseconds until the next attempt: 2 s, doubled up to a minute, with jitter (reliability R-03). */
export function backoffMs(attempt: number, error: CallError | null, random = Math.random()): number {
  const base = Math.min(60_000, 2000 * 2 ** Math.min(attempt - 1, 10))
  return Math.max(error?.retryAfterMs ?? 0, base * (0.75 + random / 2))
}

/** A channel that stays lost is connected anew after a minute, then less and less often. */
export const lostMs = (times: number): number => Math.min(600_000, 60_000 * 2 ** Math.min(times, 5))

/** What the screen shows of a connect that failed when the plugin itself reported nothing. */
export function reportOf(error: CallError, retries: number): ConnectionReport {
  const reason = error.why === 'told' && error.detail ? { reason: error.detail } : {}
  if (error.code === 'AUTH_EXPIRED') return { state: 'disconnected', userAction: 'reauthorise', ...reason }
  if (error.code === 'MISCONFIGURED') return { state: 'disconnected', userAction: 'check-settings', ...reason }
  if (needsPerson(error)) return { state: 'disconnected', ...reason }
  const action = error.why === 'defect' || error.why === 'late' ? 'contact-operator' : 'wait'
  return { state: 'lost', userAction: action, retries, ...reason }
}
