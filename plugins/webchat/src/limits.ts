const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const MB = 1_048_576

/** At most `max` in any `perMs`, refilled evenly. */
export interface Rate {
  max: number
  perMs: number
}

export interface Limits {
  accessMs: number
  resumeMs: number
  /** How long a replaced resume token still works after its successor was first used. */
  graceMs: number
  helloMs: number
  idleMs: number
  /** Below the host's five seconds for an answer to a hook. */
  pollHoldMs: number
  pageSize: number
  replayPages: number
  textLength: number
  frameLength: number
  bufferedBytes: number
  socketsPerVisitor: number
  socketsPerIp: number
  fileLinkMs: number
  uploadTokenMs: number
  uploadsPerDay: number
  uploadBytesPerDay: number
  resyncMs: number
  rates: Record<'sessionsPerIp' | 'requestsPerIp' | 'messages' | 'frames' | 'uploads' | 'forms', Rate>
}

export const LIMITS: Limits = {
  accessMs: 15 * MINUTE,
  resumeMs: 60 * DAY,
  graceMs: MINUTE,
  helloMs: 10 * SECOND,
  idleMs: 75 * SECOND,
  pollHoldMs: 4 * SECOND,
  pageSize: 50,
  replayPages: 5,
  textLength: 4_000,
  frameLength: 32_768,
  bufferedBytes: MB,
  socketsPerVisitor: 12,
  socketsPerIp: 200,
  fileLinkMs: 60 * MINUTE,
  uploadTokenMs: DAY,
  uploadsPerDay: 60,
  uploadBytesPerDay: 300 * MB,
  resyncMs: MINUTE,
  rates: {
    sessionsPerIp: { max: 60, perMs: MINUTE },
    requestsPerIp: { max: 1_200, perMs: MINUTE },
    messages: { max: 30, perMs: MINUTE },
    frames: { max: 60, perMs: 10 * SECOND },
    uploads: { max: 10, perMs: MINUTE },
    forms: { max: 5, perMs: 10 * MINUTE },
  },
}
