import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The router answers with the address of the last rendering, so what else changed in this turn is kept here. */
let turn: URLSearchParams | null = null

/** Changes one value of the address; several changes of one turn make one step in the history. */
function useUrlValue(name: string): [string | null, (value: string | null, replace: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (value: string | null, replace: boolean) => {
      const isJoined = turn !== null
      setParams(
        (now) => {
          const next = new URLSearchParams(turn ?? now)
          if (value === null) next.delete(name)
          else next.set(name, value)
          if (!isJoined)
            queueMicrotask(() => {
              turn = null
            })
          turn = next
          return next
        },
        { replace: replace || isJoined },
      )
    },
    [name, setParams],
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
