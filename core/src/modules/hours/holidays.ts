import type { Level } from './contract.ts'
import { type DayOfYear, type Span, twoDigits } from './policy.ts'

/** A holiday that holds for some place. */
export interface PlannedHoliday extends DayOfYear {
  id: number
  level: Level
  name: string
  message: string
  spans: Span[]
}

const falls = ({ day, month, year }: DayOfYear, date: string): boolean =>
  date.slice(5) === `${twoDigits(month)}-${twoDigits(day)}` && (year === null || year === Number(date.slice(0, 4)))

const RANK: Record<Level, number> = { queue: 0, channel: 1, company: 2 }

/** The one that decides a date: the queue's before the channel's before the company's, a dated one before a yearly one. */
export function holidayOn(holidays: readonly PlannedHoliday[], date: string): PlannedHoliday | null {
  const [first] = holidays
    .filter((holiday) => falls(holiday, date))
    .toSorted(
      (a, b) => RANK[a.level] - RANK[b.level] || Number(a.year === null) - Number(b.year === null) || a.id - b.id,
    )
  return first ?? null
}

/** Laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023; movable feasts and days that states add are not among them. */
export const NATIONAL: readonly { date: string; name: string }[] = [
  { date: '01/01', name: 'Confraternização Universal' },
  { date: '21/04', name: 'Tiradentes' },
  { date: '01/05', name: 'Dia do Trabalho' },
  { date: '07/09', name: 'Independência do Brasil' },
  { date: '12/10', name: 'Nossa Senhora Aparecida' },
  { date: '02/11', name: 'Finados' },
  { date: '15/11', name: 'Proclamação da República' },
  { date: '20/11', name: 'Dia Nacional de Zumbi e da Consciência Negra' },
  { date: '25/12', name: 'Natal' },
]
