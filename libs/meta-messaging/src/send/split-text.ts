import type { Platform } from '../platform.ts'

type Limit = Platform['text']

/** Where a text may be cut, best first: between paragraphs, lines, sentences, words. */
const SEAMS = [/\n{2,}/g, /\n/g, /[.!?…]\s+/g, /\s+/g]

/** Length as Meta counts it: bytes of UTF-8 on Instagram, characters (UTF-16 units) on Messenger. */
export const lengthOf = (text: string, { unit }: Limit): number =>
  unit === 'bytes' ? new TextEncoder().encode(text).byteLength : text.length

/** Pieces within the limit; blanks at the seams are dropped, nothing else. */
export function splitText(text: string, limit: Limit): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (lengthOf(rest, limit) > limit.max) {
    const most = fitting(rest, limit)
    const end = seamBefore(rest, most)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...pieces, rest] : pieces
}

/** How many UTF-16 units of the start fit; never half of a character. */
function fitting(text: string, limit: Limit): number {
  let units = 0
  let length = 0
  for (const character of text) {
    length += lengthOf(character, limit)
    if (length > limit.max) break
    units += character.length
  }
  return Math.max(units, 1)
}

/** The last seam of the best kind that leaves a piece of at least half the length. */
function seamBefore(text: string, most: number): number {
  const window = text.slice(0, most + 1)
  for (const seam of SEAMS) {
    const ends = [...window.matchAll(seam)].map((match) => match.index + match[0].trimEnd().length)
    const end = ends.findLast((index) => index >= most / 2 && index <= most)
    if (end !== undefined) return end
  }
  return most
}
