import { clip } from '../receive/read.ts'

/** Where a text may be cut, best first: between paragraphs, lines, sentences, words. */
const SEAMS = [/\n{2,}/g, /\n/g, /[.!?…]\s+/g, /\s+/g]

/** Pieces of at most `max` UTF-16 units; blanks at the seams are dropped, nothing else. */
export function splitText(text: string, max: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > max) {
    const end = seamBefore(rest, max)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...pieces, rest] : pieces
}

/** The last seam of the best kind that leaves a piece of at least half the length. */
function seamBefore(text: string, max: number): number {
  const window = text.slice(0, max + 1)
  for (const seam of SEAMS) {
    const ends = [...window.matchAll(seam)].map((match) => match.index + (match[0].trimEnd().length || 0))
    const end = ends.findLast((index) => index >= max / 2 && index <= max)
    if (end !== undefined) return end
  }
  return clip(text, max).length
}
