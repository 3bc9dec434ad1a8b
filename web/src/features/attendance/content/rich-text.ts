/** A piece of a message as it is drawn; nothing of it is ever taken as HTML. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; pieces: Piece[] }
  | { kind: 'code'; text: string }

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu
const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
/** A mark opens before a sign and closes after one, at the edges of words (as WhatsApp draws it). */
const MARKED = /(?<![\p{L}\p{N}])([*_~])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/su
const CODE = /```([\s\S]+?)```|`([^`\n]+)`/

/** Signs at the end that belong to the sentence, not to the address. */
function trimmed(address: string): string {
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] ?? ''
    const opens = address.slice(0, end).split('(').length
    const closes = address.slice(0, end).split(')').length
    if (/[.,;:!?'"*_~\]]/.test(last) || (last === ')' && closes > opens)) end--
    else break
  }
  return address.slice(0, end)
}

const hrefOf = (address: string): string =>
  address.includes('@') && !/^(https?:|www\.)/i.test(address)
    ? `mailto:${address}`
    : /^https?:/i.test(address)
      ? address
      : `https://${address}`

function linked(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimmed(match[0])
    if (address === '') continue
    if (match.index > from) pieces.push(...marked(text.slice(from, match.index)))
    pieces.push({ kind: 'link', text: address, href: hrefOf(address) })
    from = match.index + address.length
  }
  if (from < text.length) pieces.push(...marked(text.slice(from)))
  return pieces
}

function marked(text: string): Piece[] {
  const match = MARKED.exec(text)
  if (!match) return text === '' ? [] : [{ kind: 'text', text }]
  const mark = match[1] as keyof typeof MARKS
  return [
    ...marked(text.slice(0, match.index)),
    { kind: MARKS[mark], pieces: marked(match[2] ?? '') },
    ...marked(text.slice(match.index + match[0].length)),
  ]
}

/** Links, addresses and the marks that people use in chats: *bold*, _italic_, ~strike~, `code`. */
export function richText(text: string): Piece[] {
  const match = CODE.exec(text)
  if (!match) return linked(text)
  return [
    ...linked(text.slice(0, match.index)),
    { kind: 'code', text: match[1] ?? match[2] ?? '' },
    ...richText(text.slice(match.index + match[0].length)),
  ]
}

/** The words alone, for one line: in lists, quotes and notifications. */
export const plainText = (text: string): string => wordsOf(richText(text.slice(0, 400)))

const wordsOf = (pieces: Piece[]): string =>
  pieces.map((piece) => ('pieces' in piece ? wordsOf(piece.pieces) : piece.text)).join('')
