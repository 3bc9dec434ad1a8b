import { localTime } from '../auth/policy.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** No zone's clock is further from another's, or put forward or back by more. */
const REACH = 26 * HOUR

/** The wall clock as if it were UTC. */
function wall(at: number, timezone: string): number {
  const { date, minute } = localTime(at, timezone)
  return Date.parse(date) + minute * MINUTE
}

const offsetAt = (at: number, timezone: string): number => wall(at, timezone) - Math.floor(at / MINUTE) * MINUTE

/** The day `days` after a date, `YYYY-MM-DD`. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 24 * HOUR).toISOString().slice(0, 10)

export const weekdayOf = (date: string): number => new Date(date).getUTCDay()

/**
 * The moments at which the clock on the wall shows a minute of a date: one as a rule, two when clocks are put back over
 * it, none when they are put forward past it.
 */
export function momentsOf(date: string, minute: number, timezone: string): number[] {
  const shown = Date.parse(date) + minute * MINUTE
  const offsets = new Set([offsetAt(shown - REACH, timezone), offsetAt(shown + REACH, timezone)])
  return [...offsets]
    .map((offset) => shown - offset)
    .filter((at) => wall(at, timezone) === shown)
    .toSorted((a, b) => a - b)
}

/** When the clocks are put forward or back around a minute of a date; null when they are not. */
export function clockChange(date: string, minute: number, timezone: string): number | null {
  const shown = Date.parse(date) + minute * MINUTE
  let before = Math.floor((shown - REACH) / MINUTE)
  let after = Math.ceil((shown + REACH) / MINUTE)
  const offset = offsetAt(before * MINUTE, timezone)
  if (offsetAt(after * MINUTE, timezone) === offset) return null
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * MINUTE, timezone) === offset) before = middle
    else after = middle
  }
  return after * MINUTE
}

/** The first moment at which the wall clock shows a minute of a date or, where it never does, a later one. */
export const momentFrom = (date: string, minute: number, timezone: string): number =>
  momentsOf(date, minute, timezone)[0] ??
  clockChange(date, minute, timezone) ??
  Date.parse(date) + minute * MINUTE - offsetAt(Date.parse(date), timezone)
