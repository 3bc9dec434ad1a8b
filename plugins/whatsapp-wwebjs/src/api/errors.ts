import { parse, record, text } from '@recado/loose-json'
import { type HttpResponse, isPluginError, PluginError } from '@recado/sdk'

/** A refusal of the gateway, in the contract's words and with its own: `{ success: false, error | message }`. */
export class GatewayError extends PluginError {
  readonly status: number

  constructor(code: PluginError['code'], status: number, detail: string, field?: string) {
    super(code, { detail, ...(field ? { field } : {}), ...(code === 'RATE_LIMITED' ? { retryAfterMs: 5000 } : {}) })
    this.status = status
  }

  says(words: RegExp): boolean {
    return words.test(this.detail ?? '')
  }
}

export const MESSAGE_GONE = /message not found/i
const NOBODY = /no lid for user|invalid wid|wid error|chat not found|not registered|phone number is not/i
const BAD_FILE =
  /invalid media|media (file )?(is )?(too large|not supported)|unsupported media|request entity too large/i

export interface How {
  /** A repeat would send twice. */
  creates: boolean
  /** `success: false` is an answer like any other. */
  asIs: boolean
}

/** What an answer means; null when it is a good one. */
export function refusalOf(status: number, body: unknown, how: How): GatewayError | null {
  const told = record(body)
  if (status < 300 && (how.asIs || told.success !== false)) return null
  const detail = text(told.error) ?? text(told.message) ?? text(record(told.error).message) ?? `HTTP ${status}`
  return new GatewayError(codeOf(status, detail, how.creates), status, detail, fieldOf(status))
}

const fieldOf = (status: number): string | undefined =>
  status === 401 || status === 403 ? 'apiKey' : status === 422 ? 'sessionId' : undefined

function codeOf(status: number, detail: string, creates: boolean): PluginError['code'] {
  if (status === 401 || status === 403) return 'AUTH_EXPIRED'
  if (NOBODY.test(detail)) return 'RECIPIENT_INVALID'
  if (status === 413 || BAD_FILE.test(detail)) return 'MEDIA_REJECTED'
  // Every call to a session that is not connected is answered so.
  if (status === 404) return 'NOT_CONNECTED'
  if (status === 422) return 'MISCONFIGURED'
  if (status === 429) return 'RATE_LIMITED'
  if (status === 408 || status === 504) return creates ? 'AMBIGUOUS' : 'TEMPORARY'
  if (MESSAGE_GONE.test(detail)) return 'REJECTED'
  if (status >= 500) return 'TEMPORARY'
  return 'REJECTED'
}

/**
 * The JSON of an answer. What is none came from something in between; after a send nobody knows whether it got through.
 */
export async function answerOf(response: HttpResponse, how: How): Promise<unknown> {
  const body = parse(await response.bytes())
  const refusal = refusalOf(response.status, body, how)
  if (refusal) throw refusal
  if (body !== undefined) return body
  throw new PluginError(how.creates ? 'AMBIGUOUS' : 'TEMPORARY', { detail: 'the answer is not JSON' })
}

/** Nobody answers at the address, as opposed to an answer that was slow or odd. */
export const isGatewayDown = (error: unknown): boolean =>
  isPluginError(error) &&
  !(error instanceof GatewayError) &&
  /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/.test(error.detail ?? '')
