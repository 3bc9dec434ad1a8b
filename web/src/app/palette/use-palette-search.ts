import { useEffect, useMemo, useState } from 'react'
import { SEARCH_DEBOUNCE } from '../../lib/constants.ts'
import { isAborted } from '../../lib/http/errors.ts'
import { type PaletteItem, paletteSources } from '../../lib/palette/registry.ts'

export interface PaletteGroup {
  id: string
  title: string
  items: PaletteItem[]
}

/** Rows of each source that are shown; typing more narrows them. */
const PER_GROUP = 8

/** Asks all sources; those at hand answer in the same frame, the server's when they can. */
export function usePaletteSearch(text: string): PaletteGroup[] {
  const wanted = text.trim()
  const [fetched, setFetched] = useState<ReadonlyMap<string, PaletteItem[]>>(new Map())
  useEffect(() => {
    const stop = new AbortController()
    const ask = async (id: string, answer: Promise<PaletteItem[]>) => {
      try {
        const items = await answer
        if (!stop.signal.aborted) setFetched((now) => new Map(now).set(id, items))
      } catch (error) {
        // A source that failed shows nothing; the others are as good as before.
        if (!isAborted(error) && !stop.signal.aborted) setFetched((now) => new Map(now).set(id, []))
      }
    }
    const timer = setTimeout(() => {
      if (wanted === '') setFetched(new Map())
      else for (const { id, fetch } of paletteSources()) if (fetch) void ask(id, fetch(wanted, stop.signal))
    }, SEARCH_DEBOUNCE)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  return useMemo(
    () =>
      paletteSources()
        .map(({ id, title, search }) => ({
          id,
          title: title(),
          items: [...(search?.(wanted) ?? []), ...(fetched.get(id) ?? [])].slice(0, PER_GROUP),
        }))
        .filter(({ items }) => items.length > 0),
    [wanted, fetched],
  )
}
