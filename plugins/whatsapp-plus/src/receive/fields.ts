import { clip, type Loose, number, record, text } from '@recado/loose-json'

/**
 * A field whatever its capitals: Go's libraries write `stanzaID` and `URL` where others write `stanzaId` and `url`.
 */
export function field(of: Loose, name: string): unknown {
  if (Object.hasOwn(of, name)) return of[name]
  const wanted = name.toLowerCase()
  const key = Object.keys(of).find((one) => one.toLowerCase() === wanted)
  return key === undefined ? undefined : of[key]
}

export const inner = (of: Loose, name: string): Loose => record(field(of, name))

export const textOf = (of: Loose, ...names: string[]): string | undefined => {
  for (const name of names) {
    const found = text(field(of, name))
    if (found !== undefined) return found
  }
  return undefined
}

/** A whole number that is not negative; 64-bit numbers may come as text or as `{low, high}`. */
export function wholeOf(of: Loose, name: string): number | undefined {
  const value = field(of, name)
  const found = number(typeof value === 'object' && value !== null ? record(value).low : value)
  return found !== undefined && Number.isInteger(found) && found >= 0 ? found : undefined
}

/** Go programs behind some gateways write `"False"`. */
export const flagOf = (of: Loose, ...names: string[]): boolean =>
  names.some((name) => /^(true|1)$/i.test(text(field(of, name)) ?? String(field(of, name))))

const NAME_LENGTH = 255
const ID_LENGTH = 512
const BODY_LENGTH = 65_536

export const nameText = (value: string | undefined): string | undefined => {
  const trimmed = value?.trim()
  return trimmed ? clip(trimmed, NAME_LENGTH) : undefined
}
export const idText = (value: unknown): string | undefined => {
  const found = text(value)?.trim()
  return found && found.length <= ID_LENGTH ? found : undefined
}
export const bodyText = (value: string): string => clip(value, BODY_LENGTH)

/** An emoji may consist of many code units; what is longer than the contract takes is none. */
export const emojiOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 32 ? value : null

export function coordinate(value: unknown, limit: number): number | undefined {
  const found = number(value)
  return found !== undefined && Math.abs(found) <= limit ? found : undefined
}
