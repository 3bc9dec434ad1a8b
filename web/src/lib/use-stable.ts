import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function over all renders, that runs the latest one: what gets it as a property is not drawn again. */
export function useStable<Args extends unknown[], Answer>(run: (...args: Args) => Answer): (...args: Args) => Answer {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
