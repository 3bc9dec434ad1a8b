/** Why an attempt failed. */
export type Failure =
  /** Neither 2xx nor a redirect. */
  | 'STATUS'
  | 'REDIRECT'
  /** Not reached, or too slow; which of the two is not told apart (reliability T-18). */
  | 'NO_ANSWER'
  /** The address leads where companies may not go. */
  | 'REFUSED'
  /** 410: the receiver wants no more. */
  | 'GONE'

export interface Attempt {
  failure: Failure | null
  /** Null when no answer came. */
  statusCode: number | null
  /** Its beginning, at most 2 KB. */
  response: string | null
  durationMs: number
  /** What the receiver asked for. */
  retryAfterMs: number | null
}

export type Settled = { state: 'delivered' } | { state: 'pending'; dueAt: number } | { state: 'failed' }

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** So long a delivery is tried. */
export const LIFETIME_MS = 24 * HOUR
/** Before the second and later attempts; together a little less than a day (reliability D-30). */
const BACKOFF_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR]
const RETRY_AFTER_MAX_MS = HOUR
/** Attempts come up to a tenth earlier than planned, so that what failed together is not repeated together. */
const JITTER = 0.1

/** What becomes of a delivery. Times are epoch milliseconds; `chance` is between 0 and 1. */
export function settle(
  { failure, retryAfterMs }: Pick<Attempt, 'failure' | 'retryAfterMs'>,
  { attempts, expiresAt }: { attempts: number; expiresAt: number },
  now: number,
  chance: number,
): Settled {
  if (failure === null) return { state: 'delivered' }
  const planned = BACKOFF_MS[attempts - 1]
  if (planned === undefined) return { state: 'failed' }
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS)
  const dueAt = Math.round(now + Math.max(planned * (1 - JITTER * chance), asked))
  return dueAt >= expiresAt ? { state: 'failed' } : { state: 'pending', dueAt }
}

/** `Retry-After` in seconds or as a date. Null for anything else. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
