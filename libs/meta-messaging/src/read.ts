import { createHash } from 'node:crypto'
import { clip, millis, text } from '@recado/loose-json'

/** Ids are stored in 512 characters; a longer one is known by its digest. */
export function idOf(value: unknown): string | undefined {
  const id = text(value)?.trim()
  return id && id.length > 512 ? digest(id) : id
}

export const digest = (value: string): string => createHash('sha256').update(value).digest('hex')

/** Text of at most so many characters. */
export const label = (value: unknown, length = 255): string | undefined => {
  const found = text(value)?.trim()
  return found ? clip(found, length) : undefined
}

/** An address that a browser opens, short enough to be stored. */
export function webAddress(value: unknown): string | undefined {
  const address = text(value)?.trim()
  if (!address || address.length > 2048 || !URL.canParse(address)) return undefined
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined
}

/** Epoch milliseconds of a moment told in seconds, milliseconds or ISO 8601; `now` for nonsense. */
export function moment(value: unknown, now: number): number {
  const at = millis(value, now)
  return at >= 0 && at < 8_640_000_000_000_000 ? at : now
}

/** An object without the keys whose value is undefined. */
export const defined = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }
