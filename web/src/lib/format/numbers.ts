import { currentLocale } from '../i18n/i18n.ts'

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(currentLocale(), options).format(value)

/** "1,4 MB"; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return formatNumber(bytes / 1000 ** power, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // the short form of bytes has no plural
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  })
}

/** Counters on badges: 99+ beyond two digits. */
export const formatBadge = (count: number): string => (count > 99 ? '99+' : String(count))
