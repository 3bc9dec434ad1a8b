import coverage from '../../../assets/fonts/coverage.json' with { type: 'json' }

/** A piece of text that one font can draw. */
export interface Run {
  face: Face
  text: string
}

/** The parts that Noto Sans comes in, and Noto Emoji. */
export const FACES = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese', 'emoji'] as const
export type Face = (typeof FACES)[number]

/** Longest word that is drawn without a place to break it; the breaking of longer ones takes the library minutes. */
const MAX_WORD = 40
export const MAX_TEXT = 10_000
const MAX_LINES = 300
/** What no font of ours has. */
const UNKNOWN = '\uFFFD'

type Range = readonly [number, number]
const rangesOf = (text: string): Range[] =>
  text.split(',').map((part) => {
    const [from = '0', to = from] = part.replace('U+', '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

const COVERED = FACES.filter((face) => face !== 'emoji').map((face) => ({
  face,
  ranges: rangesOf(coverage.sans[face]),
}))
const PICTURES = coverage.emoji.flatMap(rangesOf)
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{FE0F}|[0-9#*]\u{FE0F}?\u{20E3}|\u{1F1E6}/u
/** Controls, what turns the direction of writing around, and marks that are there and cannot be seen. */
const UNSEEN = /\u034F|[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu

/** What somebody wrote as it is printed: whatever it holds, it stays a text of bearable length. */
export function printable(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (mark) => (mark === '\n' ? mark : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const letters = [...plain]
  const lines = letters.slice(0, MAX_TEXT).join('').split('\n')
  const isCut = letters.length > MAX_TEXT || lines.length > MAX_LINES
  return lines.slice(0, MAX_LINES).join('\n') + (isCut ? ' […]' : '')
}

/** The same as pieces, each for one font. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let word = 0
  let face: Face = 'latin'
  for (const { segment } of graphemes.segment(text)) {
    const drawn = faceOf(segment, face)
    face = drawn ?? 'latin'
    word = /\s/.test(segment) ? 0 : word + 1
    const piece = (drawn === null ? UNKNOWN : segment) + (word > 0 && word % MAX_WORD === 0 ? '\u200B' : '')
    const last = runs.at(-1)
    if (last?.face === face) last.text += piece
    else runs.push({ face, text: piece })
  }
  return runs
}

/** Stays with the font at hand where that has it; null where none has. */
function faceOf(segment: string, current: Face): Face | null {
  const points = [...segment].map((letter) => letter.codePointAt(0) ?? 0).filter((point) => point !== 0xfe0f)
  const isIn = (ranges: readonly Range[]) =>
    points.every((point) => ranges.some(([from, to]) => point >= from && point <= to))
  const isPicture = isIn(PICTURES)
  if (isPicture && PICTURE.test(segment)) return 'emoji'
  const fitting = COVERED.filter(({ ranges }) => isIn(ranges)).map(({ face }) => face)
  if (fitting.includes('latin')) return 'latin'
  if (fitting.some((face) => face === current)) return current
  return fitting[0] ?? (isPicture ? 'emoji' : null)
}
