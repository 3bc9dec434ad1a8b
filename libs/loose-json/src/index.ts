/**
 * Reads what providers send: keys may be missing, objects null, numbers text and lists single values. Nothing here
 * throws; what does not fit is absent.
 */
export type Loose = Readonly<Record<string, unknown>>

const NOTHING: Loose = Object.freeze({})

/** The object, or an empty one. */
export const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : NOTHING

/** The list's objects; a single object counts as a list of one. */
export const records = (value: unknown): Loose[] =>
  list(value).filter((one): one is Loose => typeof one === 'object' && one !== null && !Array.isArray(one))

/** The list, or what stands in place of one; nothing for null and undefined. */
export function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

/** Text that is not blank; numbers count as text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A finite number, also when it came as text. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** True for `true`, `"true"` and 1. */
export const flag = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** Below this a number counts seconds: in milliseconds it would be March 1973. */
const SMALLEST_MILLIS = 100_000_000_000

/**
 * Epoch milliseconds of a moment told in seconds, milliseconds or ISO 8601, whichever it is by its size; `fallback`
 * when it is none.
 */
export function millis(value: unknown, fallback: number): number {
  const count = number(value)
  if (count !== undefined) return count <= 0 ? fallback : Math.round(count < SMALLEST_MILLIS ? count * 1000 : count)
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? fallback : parsed
}

/** Whole numbers of so many digits may exceed what a float holds exactly. */
const LONG_NUMBER = /[[:,]\s*-?\d{16,}/

/** Ids that came as numbers keep all their digits, as text. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value
}

/** The value of JSON text, or of the bytes of one; undefined when it is none. Integers above 2^53 become text. */
export function parse(json: string | Uint8Array): unknown {
  try {
    const source = typeof json === 'string' ? json : new TextDecoder().decode(json)
    return LONG_NUMBER.test(source) ? JSON.parse(source, keepDigits) : JSON.parse(source)
  } catch {
    return undefined
  }
}

/** At most so many characters, never half of a surrogate pair. */
export function clip(value: string, length: number): string {
  if (value.length <= length) return value
  const cut = value.slice(0, length)
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}
