import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** One value kept in the address, so that a link and "back" restore it. Empty values leave the address. */
export function useUrlText(name: string, fallback = ''): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === '' || value === fallback) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [name, fallback, setParams],
  )
  return [params.get(name) ?? fallback, set]
}

/** A list of ids, `1.2.3` in the address. */
export function useUrlIds(name: string): [number[], (value: number[]) => void] {
  const [text, setText] = useUrlText(name)
  const set = useCallback((ids: number[]) => setText(ids.join('.')), [setText])
  return [text === '' ? [] : text.split('.').map(Number), set]
}

/** Id of what is open beside or above a list; pushed, so that "back" closes it. `new` for one to be created. */
export function useUrlOpen(name: string): [string | null, (value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === null) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: value === null },
      ),
    [name, setParams],
  )
  return [params.get(name), set]
}
