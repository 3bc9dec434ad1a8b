import { number, record, records, text } from '@recado/loose-json'
import { PluginError, type PluginErrorCode } from '@recado/sdk'

/** A refusal of the hub, or of the network behind it, in the contract's words and with their own. */
export class HubError extends PluginError {
  readonly status: number

  constructor(
    code: PluginErrorCode,
    status: number,
    detail: string,
    more: { field?: string; retryAfterMs?: number } = {},
  ) {
    super(code, { detail, ...more })
    this.status = status
  }
}

/** Meta's codes where they decide what to do, as far as the hub passes them on. */
const CODES: Record<number, PluginErrorCode> = {
  // Instagram and Messenger: outside of the allowed window.
  10: 'WINDOW_CLOSED',
  470: 'WINDOW_CLOSED',
  131047: 'WINDOW_CLOSED',
  131026: 'RECIPIENT_INVALID',
  131030: 'RECIPIENT_INVALID',
  100: 'REJECTED',
  131051: 'UNSUPPORTED',
  131052: 'MEDIA_REJECTED',
  131053: 'MEDIA_REJECTED',
  130429: 'RATE_LIMITED',
  131048: 'RATE_LIMITED',
  131056: 'RATE_LIMITED',
  131049: 'REJECTED',
  190: 'AUTH_EXPIRED',
}

const WORDS: [RegExp, PluginErrorCode][] = [
  [/allowed window|24 ?h|re-?engagement/i, 'WINDOW_CLOSED'],
  [
    /not (a |an )?(valid )?(whatsapp|recipient|user)|recipient.*(invalid|not found)|invalid (phone|recipient)/i,
    'RECIPIENT_INVALID',
  ],
  [/media|file.*(size|type|download)/i, 'MEDIA_REJECTED'],
]

/** What a failed state, or an error in an answer, means. */
export function codeFor(code: unknown, words: string): PluginErrorCode {
  const known = CODES[number(code) ?? Number.NaN]
  return known ?? WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'REJECTED'
}

export const FAILED = /^(error|rejected|failed|not_delivered|undelivered)$/i

/** What the hub says went wrong: `error` as text, object or list, or a failed `messageStatus`. Null when nothing. */
export function faultOf(answer: unknown): { code: unknown; words: string } | null {
  const told = record(answer)
  const state = record(told.messageStatus)
  const stateCode = text(state.code) ?? text(told.messageStatus) ?? ''
  const isFailed = FAILED.test(stateCode)
  const [listed] = records(told.errors)
  const error = told.error ?? state.error ?? listed
  if (!isFailed && (error === undefined || error === null || error === false || error === '')) return null
  const inner = record(error)
  const words =
    text(inner.message) ??
    text(inner.description) ??
    text(inner.title) ??
    text(error) ??
    text(told.message) ??
    text(state.description) ??
    stateCode
  return { code: inner.code ?? told.code, words: words || 'error' }
}

/** By status, and by what the answer says; a 4xx is final. */
export function refusalOf(status: number, body: unknown, retryAfter: string | undefined): HubError | null {
  if (status < 300) return null
  const fault = faultOf(body)
  const detail = fault?.words ?? text(record(body).message) ?? `HTTP ${status}`
  if (status === 401 || status === 403) return new HubError('AUTH_EXPIRED', status, detail, { field: 'token' })
  if (status === 404) return new HubError('MISCONFIGURED', status, detail, { field: 'channel' })
  if (status === 413) return new HubError('MEDIA_REJECTED', status, detail)
  if (status === 429) {
    const seconds = number(retryAfter)
    return new HubError('RATE_LIMITED', status, detail, {
      retryAfterMs: (seconds && seconds > 0 ? seconds : 10) * 1000,
    })
  }
  if (status === 408 || status === 504) return new HubError('AMBIGUOUS', status, detail)
  if (status >= 500) return new HubError('TEMPORARY', status, detail)
  return new HubError(fault ? codeFor(fault.code, fault.words) : 'REJECTED', status, detail)
}

/** For calls that may be made twice, an answer that never came is only a matter of time. */
export function repeatable(error: unknown): unknown {
  if (!(error instanceof PluginError) || error.code !== 'AMBIGUOUS') return error
  return new PluginError('TEMPORARY', { cause: error, ...(error.detail ? { detail: error.detail } : {}) })
}
