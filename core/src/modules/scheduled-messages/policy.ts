import type { Profile } from '../auth/contract.ts'
import { isSupervisor, localTime } from '../auth/policy.ts'

const MINUTE_MS = 60_000

export interface ScheduleViewer {
  /** Null for the operator, who sees everything. */
  userId: number | null
  profile: Profile
}

interface Promised {
  userId: number | null
  state: string
}

export const seesAllSchedules = ({ userId, profile }: ScheduleViewer): boolean =>
  userId === null || isSupervisor(profile)

export const seesSchedule = (viewer: ScheduleViewer, { userId }: Pick<Promised, 'userId'>): boolean =>
  seesAllSchedules(viewer) || userId === viewer.userId

/** Cancels, and changes what was not sent. */
export const ownsSchedule = (viewer: ScheduleViewer, { userId }: Pick<Promised, 'userId'>): boolean =>
  viewer.userId === null || viewer.profile === 'admin' || userId === viewer.userId

/** Neither what was sent can be changed, nor what goes out at this moment. */
export const isChangeable = ({ state }: Pick<Promised, 'state'>): boolean => state === 'pending' || state === 'error'

/**
 * When the clock on the wall of a time zone shows a minute of a date (`YYYY-MM-DD`), epoch milliseconds; where it skips
 * the minute, as much later as it skips.
 */
export function momentOf(date: string, minute: number, timezone: string): number {
  const shown = Date.parse(date) + minute * MINUTE_MS
  const offsetAt = (at: number) => {
    const local = localTime(at, timezone)
    return Date.parse(local.date) + local.minute * MINUTE_MS - at
  }
  const guess = shown - offsetAt(shown)
  const better = shown - offsetAt(guess)
  return offsetAt(better) === offsetAt(guess) ? better : Math.max(guess, better)
}
