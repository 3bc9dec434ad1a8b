import type { Profile } from '../auth/contract.ts'
import { type ChartUnit, MAX_DAYS } from './schemas.ts'

/** Who watches over others: admins and both kinds of supervisors. */
export const seesPanel = (profile: Profile): boolean => profile !== 'user'

/** Agents are measured by themselves alone. */
export const isMeasuredAlone = (profile: Profile): boolean => profile === 'user'

/** First and last day of a span, `yyyy-MM-dd`; null for days that do not exist, come in the wrong order or are too many. */
export function daysOf(start: string, end: string): { start: string; end: string; count: number } | null {
  const [from, to] = [dayOf(start), dayOf(end)]
  if (from === null || to === null) return null
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return count >= 1 && count <= MAX_DAYS ? { start: from, end: to, count } : null
}

/** About thirty columns at most. */
export function unitOf(days: number): ChartUnit {
  if (days === 1) return 'hour'
  if (days <= 31) return 'day'
  return days <= 182 ? 'week' : 'month'
}

const DAY_MS = 24 * 3_600_000

function dayOf(text: string): string | null {
  const day = text.slice(0, 10)
  const at = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day
}
