import { numberOf, withDefaults } from '../settings/index.ts'
import type { Holiday, HoursCheck, HoursOverview } from './contract.ts'
import { companyWeek } from './plan.ts'
import { writeHoliday } from './policy.ts'
import type { StoredHoliday, StoredHours } from './repo.ts'
import { type Verdict, wallClock } from './verdict.ts'

/** How often a customer is told within one ticket and one closed period. */
export function maxAbsenceMessages({ maxAbsenceMessages: value }: StoredHours): number {
  const key = 'maxAbsenceMessages'
  return numberOf(withDefaults(value === null ? [] : [{ key, value }]), key)
}

export const presentHours = (hours: StoredHours): HoursOverview => ({
  timezone: hours.timezone,
  maxAbsenceMessages: maxAbsenceMessages(hours),
  company: { week: companyWeek(hours), message: hours.message },
  channels: hours.channels,
  queues: hours.queues,
})

export function presentHoliday({ id, name, message, mode, periods, scope, ...row }: StoredHoliday): Holiday {
  const [first, second] = periods
  return {
    ...{ id, name, message, mode, scope },
    date: writeHoliday(row),
    start1: first?.from ?? null,
    end1: first?.to ?? null,
    start2: second?.from ?? null,
    end2: second?.to ?? null,
    scopeIds: scope === 'channel' ? row.channelIds : scope === 'queue' ? row.queueIds : [],
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export const presentCheck = (
  hours: StoredHours,
  verdict: Verdict,
  { at, isShifted, queueId }: { at: number; isShifted: boolean; queueId: number | null },
): HoursCheck => ({
  at: new Date(at).toISOString(),
  ...wallClock(at, hours.timezone),
  timezone: hours.timezone,
  isShifted,
  isOpen: verdict.isOpen,
  rule: verdict.rule,
  periods: verdict.periods,
  since: iso(verdict.since),
  until: iso(verdict.until),
  message: verdict.message,
  maxAbsenceMessages: maxAbsenceMessages(hours),
  queueId,
})
