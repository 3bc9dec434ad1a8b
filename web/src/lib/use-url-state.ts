import { useCallback } from 'react'
import { useAddress } from './use-address.ts'

/** Changes one value of the address. */
function useUrlValue(name: string): [string | null, (value: string | null, replace: boolean) => void] {
  const [params, change] = useAddress()
  const set = useCallback(
    (value: string | null, replace: boolean) =>
      change(
        (now) => {
          if (value === null) now.delete(name)
          else now.set(name, value)
          return now
        },
        { replace },
      ),
    [name, change],
  )
  return [params.get(name), set]
}

/** One value kept in the address, so that a link and "back" restore it. Empty values leave the address. */
export function useUrlText(name: string, fallback = ''): [string, (value: string) => void] {
  const [text, setText] = useUrlValue(name)
  const set = useCallback(
    (value: string) => setText(value === '' || value === fallback ? null : value, true),
    [fallback, setText],
  )
  return [text ?? fallback, set]
}

/** A list of ids, `1.2.3` in the address. */
export function useUrlIds(name: string): [number[], (value: number[]) => void] {
  const [text, setText] = useUrlText(name)
  const set = useCallback((ids: number[]) => setText(ids.join('.')), [setText])
  return [text === '' ? [] : text.split('.').map(Number), set]
}

/** Id of what is open beside or above a list; pushed, so that "back" closes it. `new` for one to be created. */
export function useUrlOpen(name: string): [string | null, (value: string | null) => void] {
  const [id, setId] = useUrlValue(name)
  const set = useCallback((value: string | null) => setId(value, value === null), [setId])
  return [id, set]
}
