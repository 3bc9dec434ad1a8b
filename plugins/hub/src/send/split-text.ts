import type { KindRules } from '../kinds.ts'

const sizeOf = (value: string, unit: KindRules['text']['unit']): number =>
  unit === 'bytes' ? Buffer.byteLength(value) : value.length

/** Pieces that the network takes, broken at a line, else at a space, else anywhere between two characters. */
export function splitText(value: string, { max, unit }: KindRules['text']): string[] {
  const pieces: string[] = []
  let rest = value.trim()
  while (sizeOf(rest, unit) > max) {
    const longest = prefix(rest, max, unit)
    const line = longest.lastIndexOf('\n')
    const space = longest.lastIndexOf(' ')
    const cut = line > longest.length / 2 ? line : space > longest.length / 2 ? space : longest.length
    pieces.push(rest.slice(0, cut).trimEnd())
    rest = rest.slice(cut).trimStart()
  }
  return rest ? [...pieces, rest] : pieces
}

/** The longest beginning of that size that breaks no character. */
function prefix(value: string, max: number, unit: KindRules['text']['unit']): string {
  let size = 0
  let end = 0
  for (const character of value) {
    size += sizeOf(character, unit)
    if (size > max) break
    end += character.length
  }
  return value.slice(0, end)
}
