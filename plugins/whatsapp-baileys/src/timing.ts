/** Every wait of the plugin, in milliseconds, so that tests need not wait. */
export interface Timing {
  /** Until the socket must be open, and until a question must be answered. */
  connectMs: number
  queryMs: number
  keepAliveMs: number
  /** Life of a QR code; undefined leaves it to the library (60 s for the first, then 20 s). */
  qrMs: number | undefined
  /** How long codes are shown before a person must ask for new ones. */
  pairingMs: number
  firstPauseMs: number
  longestPauseMs: number
  /** After a refusal of our version. */
  versionPauseMs: number
  /** A connection that held this long is a good one: pauses start small again. */
  steadyMs: number
  /** No more than `LOGINS` connections in this time: a session that comes and goes looks like two that fight. */
  loginWindowMs: number
  /** Between two tries to hand over what came in, and to write keys. */
  retryMs: number
  /** How long closing waits for what is under way. */
  drainMs: number
  /** Until WhatsApp must have taken a message. */
  ackMs: number
  /** Shortest pause between two messages of a channel, and what chance adds to it. */
  paceMs: number
  paceJitterMs: number
  callMs: number
  uploadMs: number
  /** A typing hint holds this long unless it is repeated. */
  typingMs: number
}

export const TIMING: Timing = {
  connectMs: 20_000,
  queryMs: 30_000,
  keepAliveMs: 30_000,
  qrMs: undefined,
  pairingMs: 120_000,
  firstPauseMs: 1000,
  longestPauseMs: 300_000,
  versionPauseMs: 900_000,
  steadyMs: 60_000,
  loginWindowMs: 600_000,
  retryMs: 500,
  drainMs: 8000,
  ackMs: 20_000,
  paceMs: 150,
  paceJitterMs: 450,
  callMs: 5000,
  uploadMs: 300_000,
  typingMs: 15_000,
}
