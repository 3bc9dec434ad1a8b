import { currentLocale } from '../i18n/i18n.ts'
import { timeZone } from './time-zone.ts'

/** Epoch milliseconds, ISO text or Date. */
export type Moment = number | string | Date

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()
const units = new Map<string, Intl.NumberFormat>()

/** Formatters are slow to make and lists make many. */
function kept<Format>(all: Map<string, Format>, key: string, make: (key: string) => Format): Format {
  const known = all.get(key)
  if (known) return known
  const made = make(key)
  all.set(key, made)
  return made
}

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = timeZone()
  const key = `${currentLocale()}|${zone}|${JSON.stringify(options)}`
  return kept(formats, key, () => new Intl.DateTimeFormat(currentLocale(), { timeZone: zone, ...options }))
}

const date = (moment: Moment): Date => (moment instanceof Date ? moment : new Date(moment))

export const formatDate = (moment: Moment): string =>
  formatter({ day: '2-digit', month: '2-digit', year: 'numeric' }).format(date(moment))

/** "08:30", and "8:30 AM" where days have twice twelve hours: nobody writes a zero there. */
const clock = (): Intl.DateTimeFormatOptions => ({
  hour: currentLocale().startsWith('en') ? 'numeric' : '2-digit',
  minute: '2-digit',
})

export const formatTime = (moment: Moment): string => formatter(clock()).format(date(moment))

export const formatDateTime = (moment: Moment): string =>
  formatter({ dateStyle: 'medium', timeStyle: 'short' }).format(date(moment))

/** "Horário de Brasília": a time zone as people call it. */
export function zoneName(zone: string): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** What is to come: the time alone when it is today, else the day and the time. Narrow, for lists. */
export const formatSoon = (moment: Moment, now: number = Date.now()): string =>
  dayKey(moment) === dayKey(now)
    ? formatTime(moment)
    : formatter({ day: '2-digit', month: '2-digit', ...clock() }).format(date(moment))

/** "sexta-feira, 20 de novembro": the rule between days of a conversation. */
export const formatDay = (moment: Moment): string =>
  formatter({ weekday: 'long', day: 'numeric', month: 'long' }).format(date(moment))

/** `2026-11-20` in the tenant's time zone; equal keys are the same day. */
export function dayKey(moment: Moment): string {
  const parts = formatter({
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'iso8601',
    numberingSystem: 'latn',
  })
  const part = Object.fromEntries(parts.formatToParts(date(moment)).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}

/** "agora", "5 min", "2 h": time since, up to a day; then the date. Narrow, for lists. */
export function formatSince(moment: Moment, now: number = Date.now()): string {
  const age = Math.max(0, now - date(moment).getTime())
  if (age >= DAY) return dayKey(moment) === dayKey(now - DAY) ? relative(-1, 'day') : shortDate(moment, now)
  if (age >= HOUR) return unit(Math.floor(age / HOUR), 'hour')
  if (age < MINUTE) return relative(0, 'second')
  return unit(Math.floor(age / MINUTE), 'minute')
}

const shortDate = (moment: Moment, now: number): string =>
  dayKey(moment).slice(0, 4) === dayKey(now).slice(0, 4)
    ? formatter({ day: '2-digit', month: '2-digit' }).format(date(moment))
    : formatDate(moment)

const relative = (value: number, what: Intl.RelativeTimeFormatUnit): string =>
  kept(relatives, currentLocale(), (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(
    value,
    what,
  )

const unit = (value: number, what: 'hour' | 'minute'): string =>
  kept(units, `${currentLocale()}|${what}`, () => {
    const options = { style: 'unit', unit: what, unitDisplay: 'short' } as const
    return new Intl.NumberFormat(currentLocale(), options)
  }).format(value)

/** "há 5 minutos", "em 2 horas", "ontem": in sentences. */
export function formatRelative(moment: Moment, now: number = Date.now()): string {
  const away = date(moment).getTime() - now
  const size = Math.abs(away)
  if (size < 45_000) return relative(0, 'second')
  if (size < HOUR) return relative(Math.round(away / MINUTE), 'minute')
  if (size < DAY) return relative(Math.round(away / HOUR), 'hour')
  return formatDateTime(moment)
}
