import { isPluginError, PluginError } from '@recado/sdk'
import { answerCodeOf } from '../connect/policy.ts'

/** What a failed question or send of the library means. `wasSent`: the stanza may have left. */
export function errorOf(error: unknown, signal: AbortSignal, wasSent: boolean): unknown {
  if (isPluginError(error) || (signal.aborted && error === signal.reason)) return error
  const code = answerCodeOf(error)
  if (code === 428 || code === 503) return new PluginError(wasSent ? 'AMBIGUOUS' : 'NOT_CONNECTED', { cause: error })
  if (code === 404 || code === 406) return new PluginError('RECIPIENT_INVALID', { cause: error })
  if (code === 429) return new PluginError('RATE_LIMITED', { retryAfterMs: 60_000, cause: error })
  if (code === 401 || code === 403) return new PluginError('REJECTED', { detail: `WhatsApp: ${code}`, cause: error })
  return new PluginError(wasSent ? 'AMBIGUOUS' : 'TEMPORARY', { cause: error })
}
