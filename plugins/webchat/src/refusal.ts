import type { HookReply } from '@recado/sdk'
import type { ServerFrame, WireErrorCode } from './wire.ts'

const STATUS: Record<WireErrorCode, number> = {
  ERR_ORIGIN: 403,
  ERR_VALIDATION: 400,
  ERR_NOT_FOUND: 404,
  ERR_SESSION_ENDED: 401,
  ERR_IDENTITY_INVALID: 403,
  ERR_IDENTITY_REQUIRED: 403,
  ERR_PRECHAT_REQUIRED: 409,
  ERR_RATE_LIMITED: 429,
  ERR_MESSAGE_TOO_LONG: 400,
  ERR_MEDIA_TOO_LARGE: 413,
  ERR_MEDIA_TYPE: 415,
  ERR_MEDIA_QUOTA: 429,
  ERR_UNAVAILABLE: 503,
}

const RETRYABLE: readonly WireErrorCode[] = ['ERR_RATE_LIMITED', 'ERR_UNAVAILABLE', 'ERR_SESSION_ENDED']

/** An answer of "no" that the visitor's widget understands. `field` names what was wrong, never why inside. */
export class Refusal extends Error {
  readonly code: WireErrorCode
  readonly field: string | undefined

  constructor(code: WireErrorCode, field?: string) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.field = field
  }

  get retryable(): boolean {
    return RETRYABLE.includes(this.code)
  }

  reply(): HookReply {
    const field = this.field === undefined ? {} : { field: this.field }
    return { status: STATUS[this.code], json: { error: this.code, retryable: this.retryable, ...field } }
  }

  frame(uuid?: string): ServerFrame {
    return { type: 'error', code: this.code, retryable: this.retryable, ...(uuid === undefined ? {} : { uuid }) }
  }
}

/** Whatever went wrong, as something that may be told; the defect itself is for the log. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('ERR_UNAVAILABLE')
