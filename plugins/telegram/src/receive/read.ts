/** Readers for what a provider sent: nothing is trusted to be there or to have its type, and nothing throws. */

export type Raw = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Raw | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Raw) : undefined

export const objectsOf = (value: unknown): Raw[] =>
  Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []

/** Text of at most `max` UTF-16 units without half characters; undefined when there is none. */
export function textOf(value: unknown, max = Number.POSITIVE_INFINITY): string | undefined {
  const raw = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return clip(raw.toWellFormed(), max) || undefined
}

/** The start of a text, cut between characters. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** An integer id as text; Telegram's fit into 52 bits, a text may hold more. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value !== 0 ? String(value) : undefined
  return typeof value === 'string' && /^-?[1-9]\d{0,19}$/.test(value) ? value : undefined
}

/** Epoch milliseconds of a date in seconds. */
export function timeOf(value: unknown, otherwise: number): number {
  const seconds = numberOf(value)
  return seconds && seconds > 0 && seconds < 1e11 ? Math.trunc(seconds) * 1000 : otherwise
}

/** A count of bytes or seconds; undefined when it is none. */
export function countOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? Math.trunc(number) : undefined
}

/** An object without the keys whose value is undefined. */
export const defined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
