import { isPluginError, PluginError, type PluginErrorCode, type PluginErrorOptions } from '@recado/sdk'
import { AppError } from '../platform/errors/app-error.ts'
import type { ErrorCode } from '../platform/errors/catalogue.ts'

/**
 * Why a call failed beyond its code: `told` by the plugin, a `defect` of it, out of time (`late`), too much at once
 * (`busy`), left alone after many failures (`paused`), or the instance is gone (`closed`).
 */
export type CallFailure = 'told' | 'defect' | 'late' | 'busy' | 'paused' | 'closed'

/** What every failed call to a plugin becomes: a code of the closed list, so that `RETRY_POLICY` always applies. */
export class CallError extends PluginError {
  readonly why: CallFailure

  constructor(code: PluginErrorCode, why: CallFailure, options: PluginErrorOptions = {}) {
    super(code, options)
    this.why = why
  }
}

/** The plugin was not even asked: there was no room, or it is left alone for a while. */
export const wasNotAsked = (error: unknown): boolean =>
  error instanceof CallError && (error.why === 'busy' || error.why === 'paused')

/** A plugin's own refusal as it was thrown, perhaps by another copy of the SDK. */
export const toldError = (error: PluginError): CallError =>
  new CallError(error.code, 'told', {
    cause: error,
    ...(error.detail === undefined ? {} : { detail: String(error.detail) }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(error.field === undefined ? {} : { field: error.field }),
  })

const CODES: Record<PluginErrorCode, ErrorCode> = {
  NOT_CONNECTED: 'ERR_WAPP_NOT_INITIALIZED',
  AUTH_EXPIRED: 'ERR_WAPP_NOT_INITIALIZED',
  RATE_LIMITED: 'ERR_RATE_LIMITED',
  QUOTA_EXHAUSTED: 'ERR_SENDING_WAPP_MSG',
  RECIPIENT_INVALID: 'ERR_WAPP_INVALID_CONTACT',
  MEDIA_REJECTED: 'ERR_MEDIA_TYPE',
  WINDOW_CLOSED: 'ERR_MESSAGE_WINDOW_CLOSED',
  UNSUPPORTED: 'ERR_MESSAGE_UNSUPPORTED',
  REJECTED: 'ERR_SENDING_WAPP_MSG',
  TEMPORARY: 'ERR_PLUGIN_FAILED',
  AMBIGUOUS: 'ERR_PLUGIN_FAILED',
  MISCONFIGURED: 'ERR_CHANNEL_SETTINGS_INVALID',
}

/** A failed call as the API tells it. Anything that is no plugin's refusal passes through untouched. */
export function toAppError(error: unknown): unknown {
  if (!isPluginError(error)) return error
  if (error instanceof CallError && error.why === 'defect') return new AppError('ERR_PLUGIN_FAILED', { cause: error })
  const seconds = error.retryAfterMs === undefined ? null : Math.ceil(error.retryAfterMs / 1000)
  const params = {
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.code === 'RATE_LIMITED' && seconds !== null ? { seconds } : {}),
  }
  return new AppError(CODES[error.code], { params, cause: error })
}
