import { ERRORS, type ErrorCode } from './catalogue.ts'

export type ErrorParams = Record<string, string | number | boolean | null>

/** A refusal that a person may read. Everything else that is thrown becomes ERR_INTERNAL with nothing told. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly params: ErrorParams | undefined
  /** Replaces the code in the `error` field, where the contract wants JSON text there (ticket conflicts). */
  readonly body: string | undefined

  constructor(code: ErrorCode, options: { params?: ErrorParams; body?: string; cause?: unknown } = {}) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = ERRORS[code]
    this.params = options.params
    this.body = options.body
  }
}
