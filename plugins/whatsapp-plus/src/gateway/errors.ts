import { list, parse, record, text } from '@recado/loose-json'
import { PluginError, type PluginErrorCode } from '@recado/sdk'

/** A refusal of a gateway, with what it said. */
export class GatewayError extends PluginError {
  readonly status: number

  constructor(code: PluginErrorCode, status: number, detail: string, more: { retryAfterMs?: number; field?: string }) {
    super(code, { detail, ...more })
    this.status = status
  }
}

export interface Refusal {
  status: number
  /** In the gateway's words, without secrets; empty for a page of HTML. */
  said: string
  retryAfterMs?: number
}

export interface Consequence {
  /** It makes something new at the customer's. */
  creates: boolean
  /** The gateway recognises it when it comes again. */
  absorbed: boolean
}

const RETRY_MS = 30_000
const MOST_RETRY_MS = 3_600_000

const NO_SESSION =
  /no (active )?session|client not found|not connected|is disconnected|not logged ?in|connection closed|logged out/i
const NOBODY =
  /not (on|in|registered on) whatsapp|not registered|is not a whatsapp|no (such )?user|invalid (number|phone|jid)|could not parse phone|"?exists"?:\s*false/i
const RESTRICTED = /\b463\b|reach ?out|restricted|account.*(limited|banned)/i
const FILE = /media|mime|\bfiles?\b|download|upload|base64|ffmpeg|convert|data should start|thumbnail/i

/**
 * What a refused call means. The words come first, since the gateways answer 400, 401 and 500 for the same things; after
 * a call that makes something, a failure that says nothing clear leaves its outcome open.
 */
export function refusalError({ status, said, retryAfterMs }: Refusal, { creates, absorbed }: Consequence) {
  const detail = said || `HTTP ${status}`
  const make = (code: PluginErrorCode, more: { retryAfterMs?: number; field?: string } = {}) =>
    new GatewayError(code, status, detail, more)
  if (status === 429) return make('RATE_LIMITED', { retryAfterMs: retryAfterMs ?? RETRY_MS })
  if (status === 413 || status === 415) return make('MEDIA_REJECTED')
  if (RESTRICTED.test(said)) return make('REJECTED')
  if (NO_SESSION.test(said)) return make('NOT_CONNECTED')
  if (status === 401 || status === 403) return make('AUTH_EXPIRED')
  if (NOBODY.test(said) && status < 500) return make('RECIPIENT_INVALID')
  if (status >= 500) return make(creates && !absorbed ? 'AMBIGUOUS' : 'TEMPORARY')
  if (FILE.test(said)) return make('MEDIA_REJECTED')
  return make('REJECTED')
}

/** What an answer's body says of why: `{error}`, `{message}`, `{response: {message: […]}}`; nothing of HTML. */
export function saidIn(body: string): string {
  const told = parse(body)
  if (typeof told === 'string') return told
  if (typeof told !== 'object' || told === null) return /^\s*</.test(body) ? '' : body.slice(0, 300)
  const { error, message, response, details, Details } = record(told)
  const inner = record(response).message
  return [...list(inner), message, details, Details, error]
    .map((one) => (typeof one === 'object' && one !== null ? JSON.stringify(one) : (text(one) ?? '')))
    .filter((one, index, all) => one !== '' && one !== 'true' && all.indexOf(one) === index)
    .join(' – ')
}

/** `Retry-After` in seconds, at most an hour. */
export function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header)
  return header && Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MOST_RETRY_MS) : undefined
}
