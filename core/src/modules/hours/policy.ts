import type { BusinessDay } from '../tenants/contract.ts'
import type { HoursDay, Period, Week } from './contract.ts'

/** Minutes since midnight, from the first to before the last; in order and apart from each other. */
export type Span = readonly [from: number, to: number]

export const DAY_MINUTES = 1440

/** `08:30` → 510; `24:00` → 1440. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export type PeriodFault =
  | { kind: 'inverted'; period: Period }
  | { kind: 'overlap'; first: Period; second: Period }
  | { kind: 'empty' }

const label = ({ from, to }: Period): string => `${from}–${to}`

/** What an error of these periods tells. */
export const faultParams = (fault: PeriodFault): Record<string, string> =>
  fault.kind === 'overlap'
    ? { first: label(fault.first), second: label(fault.second) }
    : fault.kind === 'inverted'
      ? { period: label(fault.period), from: fault.period.from, to: fault.period.to }
      : {}

/** Periods may touch, in any order. One past midnight is two: until 24:00, and from 00:00 on the next day. */
export function periodsFault(periods: readonly Period[]): PeriodFault | null {
  if (periods.length === 0) return { kind: 'empty' }
  const inverted = periods.find(({ from, to }) => minuteOf(to) <= minuteOf(from))
  if (inverted) return { kind: 'inverted', period: inverted }
  const sorted = periods.toSorted((a, b) => minuteOf(a.from) - minuteOf(b.from))
  for (const [index, second] of sorted.entries()) {
    const first = sorted[index - 1]
    if (first && minuteOf(second.from) < minuteOf(first.to)) return { kind: 'overlap', first, second }
  }
  return null
}

/** The first day that is wrong; `fault` null when it is there twice. */
export function weekFault(week: Week): { day: number; fault: PeriodFault | null } | null {
  const seen = new Set<number>()
  for (const { day, type, periods } of week) {
    if (seen.has(day)) return { day, fault: null }
    seen.add(day)
    const fault = type === 'periods' ? periodsFault(periods) : null
    if (fault) return { day, fault }
  }
  return null
}

/** In order; touching ones become one. */
export function spansOf(periods: readonly Period[]): Span[] {
  const spans: [number, number][] = []
  const sorted = periods.map(({ from, to }) => [minuteOf(from), minuteOf(to)] as const).toSorted((a, b) => a[0] - b[0])
  for (const [from, to] of sorted) {
    const last = spans.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) spans.push([from, to])
  }
  return spans
}

export const periodsOf = (spans: readonly Span[]): Period[] =>
  spans.map(([from, to]) => ({ from: timeOf(from), to: timeOf(to) }))

/** A day that a week does not name is open, as in the ancestors. */
export function daySpans(week: readonly HoursDay[], weekday: number): Span[] {
  const entry = week.find(({ day }) => day === weekday)
  if (!entry || entry.type === 'open') return [[0, DAY_MINUTES]]
  return entry.type === 'closed' ? [] : spansOf(entry.periods)
}

/** As a person would write it: Sunday first, periods in order, touching ones as one. */
export const tidyWeek = (week: Week): Week =>
  week
    .map(({ day, type, periods }) => ({ day, type, periods: periodsOf(spansOf(periods)) }))
    .toSorted((a, b) => a.day - b.day)

/** A company's day as it is stored: what the ancestors' clients know, and all its periods. */
export type StoredDay = BusinessDay & { periods?: Period[] }

const LAST_MINUTE = '23:59'
const clock = (time: string): string => (time === '24:00' ? LAST_MINUTE : time)

/**
 * The ancestors know two intervals: one period is shown as two that touch, a third and further ones are not shown.
 * They write the end of the day as 23:59.
 */
export function toStored({ day, type, periods }: HoursDay, label: string): StoredDay {
  const [first = { from: '08:00', to: '18:00' }, second] = periods
  const middle = timeOf(Math.floor((minuteOf(first.from) + minuteOf(first.to)) / 2))
  return {
    day,
    label,
    type: type === 'open' ? 'O' : type === 'closed' ? 'C' : 'H',
    hr1: first.from,
    hr2: second ? clock(first.to) : middle,
    hr3: second ? second.from : middle,
    hr4: clock((second ?? first).to),
    periods,
  }
}

export function fromStored({ day, type, hr1, hr2, hr3, hr4, periods }: StoredDay): HoursDay {
  const end = (time: string) => (time === LAST_MINUTE ? '24:00' : time)
  const known = periods ?? [
    { from: hr1, to: end(hr2) },
    { from: hr3, to: end(hr4) },
  ]
  return {
    day,
    type: type === 'O' ? 'open' : type === 'C' ? 'closed' : 'periods',
    periods: periodsOf(spansOf(known)),
  }
}

export interface DayOfYear {
  day: number
  month: number
  /** Null: every year. */
  year: number | null
}

/** Does the calendar have this date? */
export function isDate(date: string): boolean {
  const time = Date.parse(date)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date
}

/** `5` → `05`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** 2000 had every day that any year has. */
const ANY_YEAR = 2000

/** `DD/MM` or `DD/MM/YYYY`; null for what no calendar has. 29/02 of every year is kept in leap years only. */
export function parseHoliday(text: string): DayOfYear | null {
  const found = /^(\d{2})\/(\d{2})(?:\/(\d{4}))?$/.exec(text)
  if (!found) return null
  const [, day = '', month = '', year] = found
  if (!isDate(`${year ?? ANY_YEAR}-${month}-${day}`)) return null
  return { day: Number(day), month: Number(month), year: year === undefined ? null : Number(year) }
}

export const writeHoliday = ({ day, month, year }: DayOfYear): string =>
  `${twoDigits(day)}/${twoDigits(month)}${year === null ? '' : `/${year}`}`

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** Sunday first; a day that an older client left out is open. */
export const wholeWeek = (week: readonly HoursDay[]): Week =>
  DAYS.map((day) => week.find((known) => known.day === day) ?? { day, type: 'open', periods: [] })
