/** Pieces of at most `length` characters, cut where a reader would: between paragraphs, lines, words. */
export function splitText(text: string, length: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > length) {
    const window = rest.slice(0, length + 1)
    const at = [window.lastIndexOf('\n\n'), window.lastIndexOf('\n'), window.lastIndexOf(' ')].find(
      (found) => found > length / 2,
    )
    const end = at ?? (/[\ud800-\udbff]/.test(rest[length - 1] ?? '') ? length - 1 : length)
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest ? [...pieces, rest] : pieces
}
