import type { ChartUnit, PeriodFigures } from '@recado/core/modules/dashboard/contract'
import { currentLocale } from '../../lib/i18n/i18n.ts'

export const PERIODS = ['today', '7', '30', 'own'] as const
export type Period = (typeof PERIODS)[number]

/** `yyyy-MM-dd`, both in it. */
export interface Days {
  startDate: string
  endDate: string
}

const DAY_MS = 24 * 3_600_000

export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

/** The days of a choice; null while somebody's own days are not both there or in the wrong order. */
export function daysOf(period: Period, today: string, own: { from: string; to: string }): Days | null {
  switch (period) {
    case 'today':
      return { startDate: today, endDate: today }
    case '7':
    case '30':
      return { startDate: dayBefore(today, Number(period) - 1), endDate: today }
    case 'own': {
      const isWhole = own.from !== '' && own.to !== '' && own.from <= own.to
      return isWhole && dayBefore(own.to, 365) <= own.from ? { startDate: own.from, endDate: own.to } : null
    }
  }
}

/** Change in whole per cent; null where there was nothing before. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || !before ? null : Math.round(((now - before) / before) * 100) || 0

const FORMATS: Record<ChartUnit, { label: Intl.DateTimeFormatOptions; short: Intl.DateTimeFormatOptions }> = {
  hour: { label: { hour: '2-digit', minute: '2-digit' }, short: { hour: '2-digit' } },
  day: { label: { weekday: 'short', day: '2-digit', month: '2-digit' }, short: { day: '2-digit', month: '2-digit' } },
  week: { label: { day: '2-digit', month: '2-digit', year: 'numeric' }, short: { day: '2-digit', month: '2-digit' } },
  month: { label: { month: 'long', year: 'numeric' }, short: { month: 'short' } },
}

/** Names of a column of the chart; its time is already the company's. */
export function namesOf(at: PeriodFigures['series'][number]['at'], unit: ChartUnit): { label: string; short: string } {
  const [day = '', hour = '00'] = at.split('T')
  const moment = new Date(`${day.length === 7 ? `${day}-01` : day}T${hour}:00:00Z`)
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLocale(), { timeZone: 'UTC', ...options }).format(moment)
  const { label, short } = FORMATS[unit]
  return { label: said(label), short: said(short) }
}
