/** The closed list of reasons for which a plugin's call may fail. Anything else thrown is a defect of the plugin. */
export const PLUGIN_ERROR_CODES = [
  'NOT_CONNECTED',
  'AUTH_EXPIRED',
  'RATE_LIMITED',
  'QUOTA_EXHAUSTED',
  'RECIPIENT_INVALID',
  'MEDIA_REJECTED',
  'WINDOW_CLOSED',
  'UNSUPPORTED',
  'REJECTED',
  'TEMPORARY',
  'AMBIGUOUS',
  'MISCONFIGURED',
] as const
export type PluginErrorCode = (typeof PLUGIN_ERROR_CODES)[number]

/**
 * What the host does with a failed send, by code:
 * `channel` pauses the whole channel and keeps its queue; `later` retries with backoff; `never` fails the message;
 * `ask` leaves the outcome to a person, since the provider may have accepted it.
 */
export const RETRY_POLICY: Record<PluginErrorCode, 'channel' | 'later' | 'never' | 'ask'> = {
  NOT_CONNECTED: 'channel',
  AUTH_EXPIRED: 'channel',
  RATE_LIMITED: 'later',
  QUOTA_EXHAUSTED: 'never',
  RECIPIENT_INVALID: 'never',
  MEDIA_REJECTED: 'never',
  WINDOW_CLOSED: 'never',
  UNSUPPORTED: 'never',
  REJECTED: 'never',
  TEMPORARY: 'later',
  AMBIGUOUS: 'ask',
  MISCONFIGURED: 'channel',
}

export interface PluginErrorOptions {
  /** What the provider said, for the agent to read. Plain text without secrets, at most 500 characters are kept. */
  detail?: string
  /** Milliseconds to wait before the next try (`RATE_LIMITED`). */
  retryAfterMs?: number
  /** Name of the setting that is wrong (`MISCONFIGURED`). */
  field?: string
  cause?: unknown
}

/** The only error a plugin throws on purpose. */
export class PluginError extends Error {
  readonly code: PluginErrorCode
  readonly detail: string | undefined
  readonly retryAfterMs: number | undefined
  readonly field: string | undefined

  constructor(code: PluginErrorCode, options: PluginErrorOptions = {}) {
    super(options.detail ? `${code}: ${options.detail}` : code, { cause: options.cause })
    this.name = 'PluginError'
    this.code = code
    this.detail = options.detail?.slice(0, 500)
    this.retryAfterMs = options.retryAfterMs
    this.field = options.field
  }
}

/** True for errors of this contract, also when another copy of the SDK made them. */
export function isPluginError(error: unknown): error is PluginError {
  return (
    error instanceof Error && error.name === 'PluginError' && PLUGIN_ERROR_CODES.includes((error as PluginError).code)
  )
}
