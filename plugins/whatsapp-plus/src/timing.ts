/** How long things take, in milliseconds. Tests shorten them. */
export interface Timing {
  /** A call that answers at once. */
  callMs: number
  /** A call for which the gateway fetches or converts a file first. */
  fileMs: number
  /** How often the gateway is asked while a code waits to be scanned. */
  pairingPollMs: number
  /** How long a QR code, and a pairing code, is waited for; the gateways give up then. */
  qrMs: number
  codeMs: number
  /** How often a connection is looked after. */
  healthMs: number
}

export const TIMING: Timing = {
  callMs: 20_000,
  fileMs: 55_000,
  pairingPollMs: 3000,
  qrMs: 120_000,
  codeMs: 300_000,
  healthMs: 60_000,
}
