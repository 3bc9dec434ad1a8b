import type { Clock } from '../platform/clock.ts'

const FAILURES = 5
const PAUSE_MS = 30_000

export type BreakerState = 'closed' | 'open' | 'half-open'

/**
 * Leaves an instance alone for 30 s after five failures in a row, then lets one call probe it (reliability D-25).
 * `enter` answers null when the call may go ahead, else the milliseconds to wait.
 */
export interface Breaker {
  readonly state: BreakerState
  enter(): number | null
  succeeded(): void
  failed(): void
  /** The call never reached the plugin: a probe that was not made is given back. */
  left(): void
}

export function createBreaker(clock: Clock): Breaker {
  let failures = 0
  let openUntil: number | null = null
  let probing = false

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed'
    return clock.now() < openUntil ? 'open' : 'half-open'
  }

  return {
    get state() {
      return state()
    },
    enter() {
      if (openUntil === null) return null
      const now = clock.now()
      if (now < openUntil) return openUntil - now
      if (probing) return 1000
      probing = true
      return null
    },
    succeeded() {
      failures = 0
      openUntil = null
      probing = false
    },
    failed() {
      failures += 1
      probing = false
      if (openUntil !== null || failures >= FAILURES) openUntil = clock.now() + PAUSE_MS
    },
    left() {
      probing = false
    },
  }
}
