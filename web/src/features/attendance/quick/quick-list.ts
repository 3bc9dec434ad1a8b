import type { QuickMessage } from '@recado/core/modules/quick-messages/contract'
import { fold, found } from '../../../lib/format/fold.ts'

/** More would slow down typing, and nobody reads so far. */
const SHOWN = 50

/**
 * What is looked for in the composer: everything behind a `/` that begins it, on one line. Null while the text is an
 * ordinary one.
 */
export function queryOf(text: string): string | null {
  const match = /^\/([^\n]{0,60})$/.exec(text)
  return match ? (match[1] ?? '') : null
}

const rank = (quick: QuickMessage, wanted: string): number => {
  const key = fold(quick.key)
  if (key === wanted) return 0
  if (key.startsWith(wanted)) return 1
  return key.includes(wanted) ? 2 : 3
}

/** What fits, best first: by key, then by text and folder. Of nothing in particular everything, folder by folder. */
export function matching(all: readonly QuickMessage[], query: string): QuickMessage[] {
  const wanted = fold(query.trim())
  const byKey = (a: QuickMessage, b: QuickMessage) => a.key.localeCompare(b.key)
  const fits = all.filter((quick) => found(`${quick.key} ${quick.folder} ${quick.message}`, wanted))
  const sorted =
    wanted === ''
      ? fits.toSorted((a, b) => a.folder.localeCompare(b.folder) || byKey(a, b))
      : fits.toSorted((a, b) => rank(a, wanted) - rank(b, wanted) || byKey(a, b))
  return sorted.slice(0, SHOWN)
}
