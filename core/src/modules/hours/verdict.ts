import { localTime } from '../auth/policy.ts'
import { addDays, clockChange, momentsOf, weekdayOf } from './calendar.ts'
import type { HoursDay, HoursRule, Level, MessageSource, Period } from './contract.ts'
import { holidayOn, type PlannedHoliday } from './holidays.ts'
import { DAY_MINUTES, daySpans, periodsOf, type Span, timeOf, writeHoliday } from './policy.ts'

export interface PlannedHours {
  /** Null inherits. */
  week: HoursDay[] | null
  /** Empty inherits. */
  message: string
}

/** Everything that decides the hours of one place: a channel, a queue, or neither. */
export interface HoursPlan {
  timezone: string
  company: PlannedHours & { week: HoursDay[] }
  channel: PlannedHours | null
  queue: PlannedHours | null
  /** Those that hold here. */
  holidays: PlannedHoliday[]
}

export interface Verdict {
  isOpen: boolean
  rule: HoursRule
  /** Of the day. */
  periods: Period[]
  /** Epoch milliseconds since when and until when it is so; null when it was or stays so for a year. */
  since: number | null
  until: number | null
  message: { text: string; source: MessageSource } | null
}

/** What the company's clock shows: `YYYY-MM-DD`, `HH:mm`. */
export function wallClock(at: number, timezone: string): { date: string; time: string } {
  const { date, minute } = localTime(at, timezone)
  return { date, time: timeOf(minute) }
}

/** Days that are looked through for a change. */
const HORIZON = 370

/** Is a place open at a moment (epoch milliseconds), by which rule, since and until when, and what are customers told? */
export function verdictAt(plan: HoursPlan, at: number): Verdict {
  const { date } = localTime(at, plan.timezone)
  const { spans, holiday, level } = dayOf(plan, date)
  const isOpen = isOpenAt(plan, at)
  return {
    isOpen,
    rule: {
      kind: holiday ? 'holiday' : 'week',
      level,
      holiday: holiday && { id: holiday.id, name: holiday.name, date: writeHoliday(holiday) },
    },
    periods: periodsOf(spans),
    since: lastChange(plan, at, date, isOpen),
    until: nextChange(plan, at, date, isOpen),
    message: isOpen ? null : messageOf(plan, holiday),
  }
}

/** Alone, where nothing else is asked. */
export function isOpenAt(plan: HoursPlan, at: number): boolean {
  const { date, minute } = localTime(at, plan.timezone)
  return dayOf(plan, date).spans.some(([from, to]) => minute >= from && minute < to)
}

/** A holiday stands above every week; of the weeks the queue's above the channel's above the company's. */
function dayOf(plan: HoursPlan, date: string): { spans: Span[]; holiday: PlannedHoliday | null; level: Level } {
  const holiday = holidayOn(plan.holidays, date)
  if (holiday) return { spans: holiday.spans, holiday, level: holiday.level }
  const level = plan.queue?.week ? 'queue' : plan.channel?.week ? 'channel' : 'company'
  return { spans: daySpans(plan[level]?.week ?? plan.company.week, weekdayOf(date)), holiday: null, level }
}

function messageOf(plan: HoursPlan, holiday: PlannedHoliday | null): Verdict['message'] {
  const texts: [MessageSource, string | undefined][] = [
    ['holiday', holiday?.message],
    ['queue', plan.queue?.message],
    ['channel', plan.channel?.message],
    ['company', plan.company.message],
  ]
  for (const [source, text] of texts) if (text && text.trim() !== '') return { text, source }
  return null
}

function nextChange(plan: HoursPlan, at: number, today: string, isOpen: boolean): number | null {
  for (let days = 0; days <= HORIZON; days++) {
    const found = turns(plan, addDays(today, days)).find((turn) => turn > at && isOpenAt(plan, turn) !== isOpen)
    if (found !== undefined) return found
  }
  return null
}

function lastChange(plan: HoursPlan, at: number, today: string, isOpen: boolean): number | null {
  let since: number | null = null
  for (let days = 0; days <= HORIZON; days++) {
    const past = turns(plan, addDays(today, -days)).filter((turn) => turn <= at)
    for (const turn of past.reverse()) {
      if (isOpenAt(plan, turn) !== isOpen) return since
      since = turn
    }
  }
  return null
}

/**
 * Moments of a date at which it may become open or closed, in order. Where the clocks change over such a time, the
 * change itself is one: it may skip a period, or bring it twice.
 */
function turns(plan: HoursPlan, date: string): number[] {
  const { spans } = dayOf(plan, date)
  const isOpenBefore = dayOf(plan, addDays(date, -1)).spans.at(-1)?.[1] === DAY_MINUTES
  const isOpenAtStart = spans[0]?.[0] === 0
  const minutes = spans.flat().filter((minute) => minute > 0 && minute < DAY_MINUTES)
  if (isOpenBefore !== isOpenAtStart) minutes.unshift(0)
  const found = minutes.flatMap((minute) => {
    const moments = momentsOf(date, minute, plan.timezone)
    if (moments.length === 1) return moments
    return [...moments, clockChange(date, minute, plan.timezone) ?? []].flat()
  })
  return [...new Set(found)].toSorted((a, b) => a - b)
}
