import { formatNumber } from './numbers.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const unit = (value: number, name: 'second' | 'minute' | 'hour' | 'day'): string =>
  formatNumber(value, { style: 'unit', unit: name, unitDisplay: name === 'day' ? 'narrow' : 'short' })

/** "45 s", "12 min", "3 h 20 min", "2 d 4 h": of seconds, in two units at most. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTE) return unit(whole, 'second')
  if (whole < HOUR) return unit(Math.round(whole / MINUTE), 'minute')
  const [size, large, rest, small] =
    whole < DAY ? ([HOUR, 'hour', MINUTE, 'minute'] as const) : ([DAY, 'day', HOUR, 'hour'] as const)
  const first = Math.floor(whole / size)
  const second = Math.floor((whole % size) / rest)
  return second === 0 ? unit(first, large) : `${unit(first, large)} ${unit(second, small)}`
}
