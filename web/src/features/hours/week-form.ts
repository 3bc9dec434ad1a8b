import type { HoursDay, Period, Week } from '@recado/core/modules/hours/contract'
import { minuteOf, type PeriodFault, periodsFault, timeOf } from '@recado/core/modules/hours/policy'

/** Weeks are read from Monday on. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const
export type Weekday = (typeof WEEKDAYS)[number]

const HOUR = 60
const MIDNIGHT = 24 * HOUR

/** `incomplete`: a time is missing. */
export type DayProblem = PeriodFault | { kind: 'incomplete' } | null

/** What keeps a day from being saved. */
export function dayProblem({ type, periods }: HoursDay): DayProblem {
  if (type !== 'periods') return null
  if (periods.some(({ from, to }) => from === '' || to === '')) return { kind: 'incomplete' }
  return periodsFault(periods)
}

export const withDay = (week: Week, day: HoursDay): Week => week.map((other) => (other.day === day.day ? day : other))

/** The same hours on other days. */
export const copyDay = (week: Week, from: HoursDay, days: readonly number[]): Week =>
  week.map((other) =>
    days.includes(other.day) && other.day !== from.day
      ? { day: other.day, type: from.type, periods: from.periods.map((period) => ({ ...period })) }
      : other,
  )

/** One more period, after a pause; null where the day has no room for it. */
export function nextPeriod(periods: readonly Period[]): Period | null {
  const ends = periods.filter(({ to }) => to !== '').map(({ to }) => minuteOf(to))
  if (ends.length === 0) return { from: '08:00', to: '18:00' }
  const from = Math.max(...ends) + HOUR
  return from + HOUR > MIDNIGHT ? null : { from: timeOf(from), to: timeOf(Math.min(from + 4 * HOUR, MIDNIGHT)) }
}

/** A period that ends before it begins means the next day: it goes on there from midnight. */
export function pastMidnight(week: Week, { day, periods }: HoursDay, wrong: Period): Week {
  const next = week.find((other) => other.day === (day + 1) % 7)
  const kept = periods.map((period) => (period === wrong ? { from: wrong.from, to: '24:00' } : period))
  const ended = withDay(week, { day, type: 'periods', periods: kept })
  if (!next || next.type === 'open') return ended
  const known = next.type === 'periods' ? next.periods : []
  return withDay(ended, { day: next.day, type: 'periods', periods: [{ from: '00:00', to: wrong.to }, ...known] })
}

/** A day that gets periods begins with an office's. */
export const typed = (day: HoursDay, type: HoursDay['type']): HoursDay => ({
  ...day,
  type,
  periods: type === 'periods' && day.periods.length === 0 ? [{ from: '08:00', to: '18:00' }] : day.periods,
})
