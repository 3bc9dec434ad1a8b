import { HttpError, isAborted } from './http/errors.ts'
import { i18n } from './i18n/i18n.ts'
import { toast } from './toasts.ts'

export interface Described {
  /** One sentence: what was refused and why. */
  text: string
  /** For support: code and request id; empty where the sentence says all that there is to know. */
  detail: string
}

const LOCAL = ['ERR_OFFLINE', 'ERR_CLIENT_TIMEOUT', 'ERR_UNREADABLE', 'ERR_INTERNAL', 'ERR_RATE_LIMITED'] as const

/** The server's own sentence; for what it could not say, ours; else "Não identificado" (specification §8). */
export function describe(error: unknown): Described {
  if (!(error instanceof HttpError)) return { text: i18n.t('common:errors.unknown'), detail: '' }
  const local = LOCAL.find((code) => code === error.code)
  const text = error.message || (local ? i18n.t(`common:errors.${local}`) : i18n.t('common:errors.unknown'))
  const isExplained = error.status < 500 && error.message !== ''
  const parts = [error.code || String(error.status || ''), error.requestId].filter(Boolean)
  return { text, detail: error.status === 0 || isExplained ? '' : parts.join(' · ') }
}

/** Shows a failure as a toast; a call given up on purpose, or a lost session (told elsewhere), shows nothing. */
export function reportError(error: unknown): void {
  if (isAborted(error)) return
  if (
    error instanceof HttpError &&
    (error.status === 402 || (error.status === 401 && error.code !== 'ERR_INVALID_CREDENTIALS'))
  )
    return
  const { text, detail } = describe(error)
  toast.warning(text, detail ? { detail } : {})
}
