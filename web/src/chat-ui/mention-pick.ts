import { fold } from '../lib/format/fold.ts'

/** A name being written: from which sign, and what of it. */
export interface MentionStart {
  from: number
  query: string
}

const MAX_QUERY = 40

/** Whether the cursor stands in a name begun with `@`, which may have spaces as long as somebody fits. */
export function mentionAt(text: string, caret: number): MentionStart | null {
  const at = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (at === -1 || caret - at > MAX_QUERY) return null
  const before = text[at - 1]
  const query = text.slice(at + 1, caret)
  if ((before !== undefined && /[\p{L}\p{N}_]/u.test(before)) || query.includes('\n') || query.startsWith(' '))
    return null
  return { from: at, query }
}

/** Those whose name, or a word of it, begins so. */
export function fitting<T extends { name: string }>(people: readonly T[], query: string): T[] {
  const wanted = fold(query)
  return people.filter(({ name }) => {
    const folded = fold(name)
    return folded.startsWith(wanted) || folded.includes(` ${wanted}`)
  })
}

/** The text with the name in it, and where the cursor goes. */
export function withMention(
  text: string,
  { from, query }: MentionStart,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + query.length)
  const inserted = `@${name}${rest.startsWith(' ') ? '' : ' '}`
  const caret = from + inserted.length + (rest.startsWith(' ') ? 1 : 0)
  return { text: text.slice(0, from) + inserted + rest, caret }
}
