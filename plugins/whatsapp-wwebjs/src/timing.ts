/** How long things take, in milliseconds. Tests shorten them. */
export interface Timing {
  callMs: number
  /** Starting a browser for a session. */
  startMs: number
  sendMs: number
  fileMs: number
  /** How often the session's state is asked for: while a QR code waits, and while all is well. */
  waitingMs: number
  watchMs: number
  /** A code is replaced by WhatsApp after about so long. */
  qrMs: number
  /** A page that crashed is restarted at most so often. */
  restartMs: number
}

export const TIMING: Timing = {
  callMs: 12_000,
  startMs: 40_000,
  sendMs: 50_000,
  fileMs: 55_000,
  waitingMs: 4000,
  watchMs: 30_000,
  qrMs: 60_000,
  restartMs: 120_000,
}
