import { momentOfWallClock, type WallClock, wallClockOf } from '../lib/format/wall-clock.ts'

/** Specification §5; everything else is typed in. */
export const PRESETS = ['minutes30', 'tomorrow', 'nextWeek'] as const
export type Preset = (typeof PRESETS)[number]

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** When nobody says at which time of the day. */
const MORNING = '09:00'

/** @param now epoch milliseconds */
export function presetTime(preset: Preset, now: number): WallClock {
  if (preset === 'minutes30') return wallClockOf(now + 30 * MINUTE_MS)
  // noon of the day, so that no change of the clocks moves the date
  const noon = momentOfWallClock({ date: wallClockOf(now).date, time: '12:00' }) ?? now
  const days = preset === 'tomorrow' ? 1 : 7
  return { date: wallClockOf(noon + days * DAY_MS).date, time: MORNING }
}
