import type { LoginDay, Profile } from './contract.ts'
import { localTime } from './local-time.ts'

export { isTimezone, localTime } from './local-time.ts'

export type ScheduleVerdict = 'allowed' | 'day' | 'hour'

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Whether somebody may be signed in now. No schedule: always. A day that is not listed is not allowed. */
export function scheduleVerdict(schedule: readonly LoginDay[] | null, timezone: string, now: number): ScheduleVerdict {
  if (schedule === null) return 'allowed'
  const { weekday, minute } = localTime(now, timezone)
  const on = (day: number) => schedule.find((entry) => entry.day === day && entry.allowed)
  const yesterday = on((weekday + 6) % 7)
  if (yesterday && minutes(yesterday.end) <= minutes(yesterday.start) && minute < minutes(yesterday.end))
    return 'allowed'
  const today = on(weekday)
  if (!today) return 'day'
  const start = minutes(today.start)
  const end = minutes(today.end)
  return minute >= start && (end <= start || minute < end) ? 'allowed' : 'hour'
}

/** Each day at most once, and some day allowed: otherwise nobody could ever come in to change it. */
export const isUsableSchedule = (schedule: readonly LoginDay[]): boolean =>
  new Set(schedule.map((entry) => entry.day)).size === schedule.length && schedule.some((entry) => entry.allowed)

/** A plan is good through its due date (`YYYY-MM-DD`), on the company's own calendar; without one it never ends. */
export const isPlanExpired = (dueDate: string | null, timezone: string, now: number): boolean =>
  dueDate !== null && localTime(now, timezone).date > dueDate

/** Whether somebody's company asks for a second step; companies that were never asked do not. */
export const asksForSecondFactor = (account: { requireTwoFactor: string | null; profile: Profile }): boolean =>
  account.requireTwoFactor === 'everyone' || (account.requireTwoFactor === 'admins' && account.profile === 'admin')

export const isSupervisor = (profile: Profile): boolean => profile === 'admin' || profile === 'supervisor'
