/** Why nothing can be written; null when it can. */
export type Block = 'pending' | 'closed' | 'window'

export interface WindowState {
  isOfficial: boolean
  isOpen: boolean
  expiresAt: string | null
}

/** A window that was open when it was asked for may have closed since. */
const isWindowOpen = (window: WindowState | undefined, now: number): boolean =>
  !window?.isOfficial || (window.isOpen && (window.expiresAt === null || Date.parse(window.expiresAt) > now))

export function blockOf(ticket: { status: string }, window: WindowState | undefined, now: number): Block | null {
  if (ticket.status === 'closed') return 'closed'
  if (ticket.status === 'pending') return 'pending'
  return isWindowOpen(window, now) ? null : 'window'
}

/** Warned about this long before the window closes. */
const SOON = 4 * 60 * 60 * 1000

/** Epoch milliseconds of the end of the window when it is near, else null. */
export function closingSoon(window: WindowState | undefined, now: number): number | null {
  if (!window?.isOfficial || !window.isOpen || window.expiresAt === null) return null
  const end = Date.parse(window.expiresAt)
  return end > now && end - now <= SOON ? end : null
}
