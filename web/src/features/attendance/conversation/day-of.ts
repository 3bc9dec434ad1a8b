import { dayKey } from '../../../lib/format/dates.ts'
import { timeZone } from '../../../lib/format/time-zone.ts'

/** Zones are off by quarters of an hour at the finest, so a quarter lies within one day. */
const QUARTER = 15 * 60_000
const known = new Map<string, string>()

/** `dayKey`, quick enough for ten thousand messages at once. */
export function dayOf(at: number): string {
  const quarter = `${timeZone()}|${Math.floor(at / QUARTER)}`
  const day = known.get(quarter)
  if (day !== undefined) return day
  if (known.size > 20_000) known.clear()
  const made = dayKey(at)
  known.set(quarter, made)
  return made
}
