import { localTime } from '@recado/core/modules/auth/policy'
import { momentOf } from '@recado/core/modules/scheduled-messages/policy'
import { timeZone } from './time-zone.ts'

/** What people type into a date and a time field: `2026-11-20` and `14:30`, on the company's clock. */
export interface WallClock {
  date: string
  time: string
}

const two = (value: number): string => String(value).padStart(2, '0')

/** @param at epoch milliseconds */
export function wallClockOf(at: number): WallClock {
  const { date, minute } = localTime(at, timeZone())
  return { date, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` }
}

/** Epoch milliseconds; null while something is missing. */
export function momentOfWallClock({ date, time }: WallClock): number | null {
  const match = /^(\d{2}):(\d{2})/.exec(time)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !match) return null
  const at = momentOf(date, Number(match[1]) * 60 + Number(match[2]), timeZone())
  return Number.isNaN(at) ? null : at
}
