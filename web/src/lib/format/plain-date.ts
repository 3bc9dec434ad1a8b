import { currentLocale } from '../i18n/i18n.ts'

/** A day without a time, `2026-11-20`, which is the same day in every zone. */
export const formatPlainDate = (day: string): string =>
  new Intl.DateTimeFormat(currentLocale(), {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
