import type { Holiday, HolidayWrite, Level, Period } from '@recado/core/modules/hours/contract'
import { parseHoliday, periodsFault } from '@recado/core/modules/hours/policy'
import type { Problems } from '../../ui/form/problems.ts'

export interface HolidayValues {
  date: string
  name: string
  mode: Holiday['mode']
  start1: string
  end1: string
  start2: string
  end2: string
  message: string
  scope: Level
  channels: number[]
  queues: number[]
}

/** Where it is to hold. */
const placesOf = ({ scope, channels, queues }: HolidayValues): number[] =>
  scope === 'channel' ? channels : scope === 'queue' ? queues : []

export const holidayValues = (holiday: Holiday | null): HolidayValues => ({
  date: holiday?.date ?? '',
  name: holiday?.name ?? '',
  mode: holiday?.mode ?? 'closed',
  start1: holiday?.start1 ?? '08:00',
  end1: holiday?.end1 ?? '12:00',
  start2: holiday?.start2 ?? '14:00',
  end2: holiday?.end2 ?? '18:00',
  message: holiday?.message ?? '',
  scope: holiday?.scope ?? 'company',
  channels: holiday?.scope === 'channel' ? holiday.scopeIds : [],
  queues: holiday?.scope === 'queue' ? holiday.scopeIds : [],
})

/** What is sent: the times that the mode needs, the places that the scope needs. */
export function holidayWrite(values: HolidayValues): HolidayWrite {
  const { date, name, mode, message, scope } = values
  return {
    ...{ date: date.trim(), name: name.trim(), mode, message: message.trim(), scope },
    ...(scope === 'company' ? {} : { scopeIds: placesOf(values) }),
    ...(mode === 'closed' ? {} : { start1: values.start1, end1: values.end1 }),
    ...(mode === 'two' ? { start2: values.start2, end2: values.end2 } : {}),
  }
}

const problem = (rule: string) => ({ rule, params: {} })

export function checkHoliday(values: HolidayValues): Problems {
  const { date, mode, scope, start1, end1, start2, end2 } = values
  const problems: Problems = {}
  if (date.trim() === '') problems.date = problem('required')
  else if (!parseHoliday(date.trim())) problems.date = problem('date')
  if (scope !== 'company' && placesOf(values).length === 0) problems.places = problem('required')
  const periods: Period[] = [
    ...(mode === 'closed' ? [] : [{ from: start1, to: end1 }]),
    ...(mode === 'two' ? [{ from: start2, to: end2 }] : []),
  ]
  if (periods.some(({ from, to }) => from === '' || to === '')) problems.periods = problem('required')
  else if (periods.length > 0) {
    const fault = periodsFault(periods)
    if (fault) problems.periods = problem(fault.kind)
  }
  return problems
}

/** `2512` → `25/12`, `25122026` → `25/12/2026`, as somebody types. */
export function typedDate(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '')
  return parts.join('/') + (/^\d{2}(\/\d{2})?\/$/.test(text) ? '/' : '')
}
