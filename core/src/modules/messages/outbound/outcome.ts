import { isPluginError, type PluginError, RETRY_POLICY } from '@recado/sdk'
import type { Settlement } from './outbound-repo.ts'

/** Waits before the second and later attempts (reliability §2.3); two minutes in all, then the next message goes. */
const BACKOFF_MS = [1000, 5000, 15_000, 60_000]
const CHANNEL_DOWN_MS = 15_000
const RATE_MS = 5000
const BUSY_MS = 1000

type Outcome = Pick<Settlement, 'outcome' | 'code' | 'detail' | 'delayMs' | 'free'>

/**
 * What becomes of a delivery whose attempt failed. `jitter` is between -1 and 1. The channel's own trouble costs no
 * attempts; what nobody can know is left to a person, unless the provider absorbs a second send.
 */
export function outcomeOf(error: unknown, attempt: number, idempotent: boolean, jitter: number): Outcome {
  if (!isPluginError(error)) return { outcome: 'failed', code: 'REJECTED' }
  const { code, detail, retryAfterMs } = error
  const later = (delayMs: number, free: boolean): Outcome => ({
    outcome: 'later',
    code,
    detail,
    delayMs: Math.round(delayMs * (1 + 0.2 * jitter)),
    free,
  })
  const again = (): Outcome => {
    const delayMs = BACKOFF_MS[attempt - 1]
    return delayMs === undefined ? { outcome: 'failed', code, detail } : later(delayMs, false)
  }
  if (code === 'RATE_LIMITED') return later(retryAfterMs ?? RATE_MS, true)
  switch (RETRY_POLICY[code]) {
    case 'channel':
      return later(retryAfterMs ?? CHANNEL_DOWN_MS, true)
    case 'later':
      return again()
    case 'ask':
      return idempotent ? again() : { outcome: 'unknown', code, detail }
    case 'never':
      return { outcome: 'failed', code, detail }
  }
}

/** A try that was never made, since the plugin is busy or left alone, costs none. */
export const notAsked = ({ code, detail, retryAfterMs }: PluginError): Outcome => ({
  outcome: 'later',
  code,
  detail,
  delayMs: retryAfterMs ?? BUSY_MS,
  free: true,
})
