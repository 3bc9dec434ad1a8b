import { AppError } from '../../../platform/errors/app-error.ts'
import { MIN_LETTERS } from './schemas.ts'

const MAX_WORDS = 6
const LONG_ENOUGH = new RegExp(`[\\p{L}\\p{N}]{${MIN_LETTERS}}`, 'u')

/** What to search for, the longest first: by it the index is asked. @throws ERR_VALIDATION when nothing is long enough */
export function wordsOf(search: string): string[] {
  const words = [...new Set(search.split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length)
  const first = words.findIndex((word) => LONG_ENOUGH.test(word))
  const leading = words[first]
  if (leading === undefined)
    throw new AppError('ERR_VALIDATION', {
      params: { in: 'query', field: 'searchParam', rule: 'minLength', limit: MIN_LETTERS },
    })
  return [leading, ...words.toSpliced(first, 1)].slice(0, MAX_WORDS)
}

/** As the database folds it, letter by letter. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const BEFORE = 60
const LONGEST = 240

/** The part of a text around the first of the words. */
export function excerptOf(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= LONGEST) return line
  const places = words.map((word) => placeOf(line, word)).filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  if (place <= BEFORE) return `${cut(line, 0, LONGEST)}…`
  const start = line.lastIndexOf(' ', place - BEFORE) + 1 || place - BEFORE
  const end = start + LONGEST
  return `…${cut(line, start, end)}${end < line.length ? '…' : ''}`
}

/** Not through the middle of a sign of two halves. */
const cut = (text: string, from: number, to: number): string =>
  text
    .slice(from, to)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .replace(/[\uD800-\uDBFF]$/, '')

/** Where a word stands in the text as it was written; folding may change lengths. */
function placeOf(text: string, word: string): number {
  const wanted = fold(word)
  let folded = ''
  const starts: number[] = []
  for (let at = 0; at < text.length; at++) {
    const piece = fold(text.charAt(at))
    for (let i = 0; i < piece.length; i++) starts.push(at)
    folded += piece
  }
  const found = folded.indexOf(wanted)
  return found === -1 ? -1 : (starts[found] ?? -1)
}
