import { localTime } from '../auth/policy.ts'
import type { RepeatPeriod } from './contract.ts'
import { momentOf } from './policy.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

const DAYS: Partial<Record<RepeatPeriod, number>> = { weekly: 7, biweekly: 14 }
const MONTHS: Partial<Record<RepeatPeriod, number>> = { monthly: 1, bimonthly: 2 }

/**
 * The `step`th repetition of a moment: the same time of day on the company's clock, through changes of daylight saving;
 * of months that are too short the last day. Counted from the first one, so that the 31st comes back.
 * @param at epoch milliseconds
 */
export function repetitionOf(at: number, period: RepeatPeriod, step: number, timezone: string): number {
  const { date, minute } = localTime(at, timezone)
  const days = DAYS[period]
  const target = days === undefined ? addMonths(date, (MONTHS[period] ?? 1) * step) : addDays(date, days * step)
  return momentOf(target, minute, timezone) + (at % MINUTE_MS)
}

const addDays = (date: string, days: number): string => dateOf(Date.parse(date) + days * DAY_MS)

function addMonths(date: string, months: number): string {
  const from = new Date(date)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const end = new Date(first)
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  return dateOf(first + (Math.min(from.getUTCDate(), last) - 1) * DAY_MS)
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
