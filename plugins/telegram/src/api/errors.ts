import { PluginError, type PluginErrorCode, type PluginErrorOptions } from '@recado/sdk'
import type { TelegramError } from 'telegraf'
import { redact } from './redact.ts'

/** A call that failed, as the contract words it, with what Telegram itself said. */
export class ApiError extends PluginError {
  /** Telegram's `error_code`; null when no answer came. */
  readonly status: number | null
  /** The new id of a group that became a supergroup. */
  readonly movedTo: string | null

  constructor(code: PluginErrorCode, options: PluginErrorOptions, told?: { status: number; movedTo: string | null }) {
    super(code, options)
    this.status = told?.status ?? null
    this.movedTo = told?.movedTo ?? null
  }

  /** Does Telegram's description say so? */
  says(pattern: RegExp): boolean {
    return this.status !== null && pattern.test(this.detail ?? '')
  }
}

/** What became of the call, as far as this side knows. */
export interface CallFate {
  /** The call makes something new at Telegram, which has no key to recognise a second one by. */
  creates: boolean
  timedOut: boolean
}

/** Network failures before the first byte went out. */
const NEVER_SENT = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])

const RECIPIENT =
  /chat not found|user not found|peer_id_invalid|chat_id_invalid|chat_id is empty|group chat was (deactivated|deleted)|channel_private/i
const MEDIA =
  /\bfile\b|photo_|image_|video_|voice_|sticker|media_|type of the web page|entity too large|dimensions|url_invalid/i

/** No answer of Telegram's came. Nothing of the request, and so no token, is kept. */
export function unanswered(error: unknown, fate: CallFate): ApiError {
  const { message, code } = error as { message?: unknown; code?: unknown }
  const detail = fate.timedOut ? 'no answer in time' : redact(String(message ?? error))
  return new ApiError(fate.creates && !neverSent(code, detail) ? 'AMBIGUOUS' : 'TEMPORARY', { detail })
}

/** `connect ETIMEDOUT` never got through, `read ETIMEDOUT` may have. */
const neverSent = (code: unknown, detail: string): boolean =>
  NEVER_SENT.has(String(code)) || /connect ETIMEDOUT|certificate/i.test(detail)

/** Telegram answered that it will not. */
export function refusal(error: TelegramError, fate: CallFate): ApiError {
  const status = Number(error.code)
  const detail = redact(String(error.description ?? status))
  const parameters: { retry_after?: unknown; migrate_to_chat_id?: unknown } = error.parameters ?? {}
  const moved = parameters.migrate_to_chat_id
  const seconds = Number(parameters.retry_after)
  const wait = status === 429 ? { retryAfterMs: (seconds > 0 ? seconds : 1) * 1000 } : {}
  const told = { status, movedTo: moved === undefined ? null : String(moved) }
  return new ApiError(codeOf(status, detail, fate), { detail, ...wait }, told)
}

function codeOf(status: number, description: string, fate: CallFate): PluginErrorCode {
  // A token of the wrong shape is answered with 404: there is no such path.
  if (status === 401 || status === 404) return 'AUTH_EXPIRED'
  if (status === 403) return 'RECIPIENT_INVALID'
  if (status === 409) return 'TEMPORARY'
  if (status === 413) return 'MEDIA_REJECTED'
  if (status === 429) return 'RATE_LIMITED'
  if (status >= 500) return fate.creates ? 'AMBIGUOUS' : 'TEMPORARY'
  if (RECIPIENT.test(description)) return 'RECIPIENT_INVALID'
  return MEDIA.test(description) ? 'MEDIA_REJECTED' : 'REJECTED'
}
