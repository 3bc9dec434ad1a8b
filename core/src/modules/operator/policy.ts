import { localTime } from '../auth/policy.ts'

/** The operator's own company can be neither switched off nor deleted. */
export const OPERATOR_TENANT = 1

/** One calendar month later; the last day of a shorter month where the day does not exist. */
export function plusMonth(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** A month more, counted from the later of today and the due date. */
export function extendedDueDate(dueDate: string | null, timezone: string, now: number): string {
  const today = localTime(now, timezone).date
  return plusMonth(dueDate !== null && dueDate > today ? dueDate : today)
}

export const isRealDate = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().slice(0, 10) === date

/** Due dates are set to today or later. */
export const isPastDate = (date: string, timezone: string, now: number): boolean => date < localTime(now, timezone).date
