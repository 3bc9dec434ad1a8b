import type { CallClass } from './types.ts'

export interface ClassRules {
  /** Milliseconds after which the call is given up. */
  limitMs: number
  /** Milliseconds that it waits for its turn. */
  waitMs: number
  /** May the provider have acted although no answer came? Then the outcome is `AMBIGUOUS`, else `TEMPORARY`. */
  leavesTraces: boolean
  /** Do failures count for the breaker, and does an open one refuse it? */
  guarded: boolean
  /** Is the answer a stream that is read after the call? Then the signal of a successful call stays quiet. */
  streams: boolean
}

const SECOND = 1000
const plain = { waitMs: 5 * SECOND, leavesTraces: false, guarded: true, streams: false }

export const CLASS_RULES: Record<CallClass, ClassRules> = {
  send: { ...plain, limitMs: 60 * SECOND, waitMs: 30 * SECOND, leavesTraces: true },
  change: { ...plain, limitMs: 30 * SECOND, waitMs: 30 * SECOND, leavesTraces: true },
  hint: { ...plain, limitMs: 10 * SECOND },
  lookup: { ...plain, limitMs: 15 * SECOND },
  media: { ...plain, limitMs: 60 * SECOND, waitMs: 30 * SECOND, streams: true },
  sync: { ...plain, limitMs: 240 * SECOND, waitMs: 30 * SECOND },
  /** What a stranger sends may not stop what we send: hooks have no breaker, only caps and a short limit. */
  hook: { ...plain, limitMs: 5 * SECOND, waitMs: SECOND, guarded: false },
  action: { ...plain, limitMs: 25 * SECOND, guarded: false },
  schedule: { ...plain, limitMs: 120 * SECOND, guarded: false },
  connect: { ...plain, limitMs: 60 * SECOND, waitMs: 60 * SECOND, guarded: false },
  close: { ...plain, limitMs: 5 * SECOND, waitMs: 0, guarded: false },
}
