import { localTime } from '../auth/policy.ts'
import type { Preferences, Silence } from './schemas.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const MORNING = 8 * 60

/** What "do not disturb" is set to at a moment (epoch milliseconds). */
export function silenced(silence: Silence, now: number, timezone: string): Preferences['doNotDisturb'] {
  switch (silence) {
    case 'off':
      return { isOn: false, until: null }
    case 'always':
      return { isOn: true, until: null }
    case 'hour':
      return { isOn: true, until: new Date(now + 60 * MINUTE).toISOString() }
    case 'tomorrow':
      return { isOn: true, until: new Date(nextMorning(now, timezone)).toISOString() }
  }
}

/** 8 o'clock of the next day, also when the clocks are changed in between. */
function nextMorning(now: number, timezone: string): number {
  const whole = Math.floor(now / MINUTE) * MINUTE
  const guess = whole + (DAY_MINUTES - localTime(now, timezone).minute + MORNING) * MINUTE
  return guess - (localTime(guess, timezone).minute - MORNING) * MINUTE
}
