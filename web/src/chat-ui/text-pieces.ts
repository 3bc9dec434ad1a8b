export interface Piece {
  kind: 'text' | 'mention' | 'link'
  text: string
  /** Where it begins; tells pieces of one text apart. */
  at: number
}

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/giu

const folded = (sign: string): string => sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign)

/** Length of the name that begins at `from`, whatever its case and accents; 0 when none does. */
function nameAt(signs: readonly string[], from: number, names: readonly (readonly string[])[]): number {
  const fits = names.filter(
    (name) =>
      name.length > 0 &&
      name.every((sign, index) => folded(signs[from + index] ?? '') === sign) &&
      !isWord(signs[from + name.length]),
  )
  return Math.max(0, ...fits.map((name) => name.length))
}

function withMentions(text: string, start: number, names: readonly (readonly string[])[]): Piece[] {
  const signs = [...text]
  const pieces: Piece[] = []
  let plain = ''
  let from = start
  const add = (kind: Piece['kind'], piece: string) => {
    if (piece !== '') pieces.push({ kind, text: piece, at: from })
    from += piece.length
  }
  for (let at = 0; at < signs.length; ) {
    const length = signs[at] === '@' && !isWord(signs[at - 1]) ? nameAt(signs, at + 1, names) : 0
    if (length === 0) plain += signs[at++] ?? ''
    else {
      add('text', plain)
      add('mention', signs.slice(at, at + 1 + length).join(''))
      plain = ''
      at += 1 + length
    }
  }
  add('text', plain)
  return pieces
}

/** Of a link as it was written. */
export const hrefOf = (address: string): string => (/^www/i.test(address) ? `https://${address}` : address)

/** A message in parts: who is named, addresses as links, the rest as it is. Nothing of it is taken as HTML. */
export function textPieces(body: string, mentioned: readonly { name: string }[]): Piece[] {
  const text = body.normalize('NFC')
  const names = mentioned.map(({ name }) => [...name.normalize('NFC')].map(folded))
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const address = match[0].replace(/[.,;:!?'")\]]+$/, '')
    pieces.push(...withMentions(text.slice(from, match.index), from, names))
    pieces.push({ kind: 'link', text: address, at: match.index })
    from = match.index + address.length
  }
  return [...pieces, ...withMentions(text.slice(from), from, names)]
}
