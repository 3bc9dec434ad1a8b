import type { ErrorCode } from '@recado/core/errors'

/** Codes that only the browser gives: the request never came to an answer. */
export type LocalCode = 'ERR_OFFLINE' | 'ERR_CLIENT_TIMEOUT' | 'ERR_ABORTED' | 'ERR_UNREADABLE'

/** A refusal or failure of a call, in the shape that screens and toasts read. */
export class HttpError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Code of the catalogue, a local one, or empty when the server sent plain text. */
  readonly code: ErrorCode | LocalCode | ''
  readonly params: Record<string, unknown>
  readonly requestId: string | undefined
  /** The `error` field as sent; ticket conflicts carry the existing ticket here as JSON text. */
  readonly raw: string

  constructor(init: {
    status: number
    code: ErrorCode | LocalCode | ''
    message: string
    params?: Record<string, unknown>
    requestId?: string | undefined
    raw?: string
  }) {
    super(init.message)
    this.name = 'HttpError'
    this.status = init.status
    this.code = init.code
    this.params = init.params ?? {}
    this.requestId = init.requestId
    this.raw = init.raw ?? init.code
  }

  is(...codes: (ErrorCode | LocalCode)[]): boolean {
    return this.code !== '' && codes.includes(this.code)
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Reads an error body (specification §8: `error`, then `msg`, then `message`). A code goes to `code`; what a person
 * reads goes to `message`, empty when the server sent none.
 */
export function readErrorBody(status: number, body: unknown): HttpError {
  const record = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const raw = text(record.error) || text(record.msg) || text(record.message)
  const isCode = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(raw)
  const isJson = raw.startsWith('{')
  const message = text(record.message) || text(record.msg) || (isCode || isJson ? '' : raw)
  const code = isCode ? (raw as ErrorCode) : isJson && status === 409 ? 'ERR_OTHER_OPEN_TICKET' : ''
  const params = (typeof record.params === 'object' && record.params !== null ? record.params : {}) as Record<
    string,
    unknown
  >
  return new HttpError({ status, code, message, params, requestId: text(record.requestId) || undefined, raw })
}

/** A call that was given up on purpose is nothing to report. */
export const isAborted = (error: unknown): boolean =>
  (error instanceof HttpError && error.code === 'ERR_ABORTED') ||
  (error instanceof DOMException && error.name === 'AbortError')
