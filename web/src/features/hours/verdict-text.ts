import type { HoursCheck, HoursOverview, HoursRule, Level } from '@recado/core/modules/hours/contract'
import { parseHoliday } from '@recado/core/modules/hours/policy'
import { dayKey, formatDateTime, formatTime } from '../../lib/format/dates.ts'
import { currentLocale, useT } from '../../lib/i18n/i18n.ts'

/** A moment as somebody would say it who stands at another: the time alone on the same day. */
export function useMomentText() {
  const t = useT('hours')
  return (moment: string, from: string): string => {
    if (dayKey(moment) === dayKey(from)) return formatTime(moment)
    const days = Math.round((Date.parse(dayKey(moment)) - Date.parse(dayKey(from))) / 86_400_000)
    return days === 1 ? t('tomorrowAt', { time: formatTime(moment) }) : formatDateTime(moment)
  }
}

/** `25/12` → "25 de dezembro"; with its year where it has one. */
export function holidayDate(date: string): string {
  const parsed = parseHoliday(date)
  if (!parsed) return date
  const { day, month, year } = parsed
  // any leap year has the day; the year is not shown
  const moment = Date.UTC(year ?? 2000, month - 1, day)
  return new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(year === null ? {} : { year: 'numeric' }),
  }).format(moment)
}

/** "fila Vendas": whose rule it is. */
export function useRuleText(hours: HoursOverview) {
  const t = useT('hours')
  return ({ kind, level, holiday }: HoursRule, place: { channelId: number | null; queueId: number | null }): string => {
    const whose: Record<Level, string> = {
      company: t('whose.company'),
      channel: t('whose.channel', { name: hours.channels.find(({ id }) => id === place.channelId)?.name ?? '' }),
      queue: t('whose.queue', { name: hours.queues.find(({ id }) => id === place.queueId)?.name ?? '' }),
    }
    if (kind === 'week' || !holiday) return t('rule.week', { whose: whose[level] })
    const date = holidayDate(holiday.date)
    return holiday.name === ''
      ? t('rule.holiday', { date, whose: whose[level] })
      : t('rule.namedHoliday', { name: holiday.name, date, whose: whose[level] })
  }
}

export const periodsText = ({ periods }: Pick<HoursCheck, 'periods'>): string =>
  periods.map(({ from, to }) => `${from}\u00a0–\u00a0${to}`).join(', ')
