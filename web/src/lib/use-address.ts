import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** What was set in this turn, until the router has it. */
let turn: URLSearchParams | null = null

function addressNow(): URLSearchParams {
  if (turn) return new URLSearchParams(turn)
  const { hash } = window.location
  const at = hash.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : hash.slice(at))
}

type Change = (to: (now: URLSearchParams) => URLSearchParams, options: { replace: boolean }) => void

/**
 * Values of the address as they were rendered, and a way to change them as they stand: the router hands out those of the
 * last rendering, which takes its time, and a change that begins before its end would undo the one before. Several
 * changes of one turn make one step in the history.
 */
export function useAddress(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<Change>(
    (to, { replace }) => {
      const isJoined = turn !== null
      const next = to(addressNow())
      if (!isJoined)
        setTimeout(() => {
          turn = null
        })
      turn = next
      setParams(next, { replace: replace || isJoined })
    },
    [setParams],
  )
  return [params, change]
}
