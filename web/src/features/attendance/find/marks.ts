import { fold } from '../../../lib/format/fold.ts'

export interface Piece {
  text: string
  isHit: boolean
  /** Where it begins. */
  at: number
}

/** A text in pieces, those that were searched for told apart; accents and case do not matter. */
export function piecesOf(text: string, wanted: string): Piece[] {
  const words = fold(wanted).split(/\s+/).filter(Boolean)
  const { folded, starts } = foldWithPlaces(text)
  const isHit = new Array<boolean>(text.length).fill(false)
  for (const word of words) {
    for (let from = folded.indexOf(word); from !== -1; from = folded.indexOf(word, from + word.length)) {
      const end = starts[from + word.length] ?? text.length
      isHit.fill(true, starts[from] ?? 0, end)
    }
  }
  const pieces: Piece[] = []
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1)
    const hit = isHit[at] === true
    if (last?.isHit === hit) last.text += text.charAt(at)
    else pieces.push({ text: text.charAt(at), isHit: hit, at })
  }
  return pieces
}

/** Folding may change lengths: for every folded letter where it stood. */
function foldWithPlaces(text: string): { folded: string; starts: number[] } {
  let folded = ''
  const starts: number[] = []
  for (let at = 0; at < text.length; at++) {
    const piece = fold(text.charAt(at))
    for (let index = 0; index < piece.length; index++) starts.push(at)
    folded += piece
  }
  return { folded, starts }
}
