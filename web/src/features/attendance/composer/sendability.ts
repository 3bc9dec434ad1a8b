/** Why nothing can be written; null when it can. */
export type Block = 'pending' | 'closed' | 'window'

export interface WindowState {
  isOfficial: boolean
  expiresAt: string | null
  /** Until then a person may still answer, where a machine may not. */
  humanExpiresAt: string | null
}

/** A window that was open when it was asked for may have closed since. */
const isWindowOpen = (window: WindowState | undefined, now: number): boolean =>
  !window?.isOfficial || (endOf(window) ?? 0) > now

/** Epoch milliseconds of the end for whoever writes here, who is a person. */
const endOf = ({ expiresAt, humanExpiresAt }: WindowState): number | null => {
  const end = humanExpiresAt ?? expiresAt
  return end === null ? null : Date.parse(end)
}

export function blockOf(ticket: { status: string }, window: WindowState | undefined, now: number): Block | null {
  if (ticket.status === 'closed') return 'closed'
  if (ticket.status === 'pending') return 'pending'
  return isWindowOpen(window, now) ? null : 'window'
}

/** Warned about this long before the window closes. */
const SOON = 4 * 60 * 60 * 1000

/** Epoch milliseconds of the end of the window when it is near, else null. */
export function closingSoon(window: WindowState | undefined, now: number): number | null {
  const end = window?.isOfficial ? endOf(window) : null
  return end !== null && end > now && end - now <= SOON ? end : null
}
