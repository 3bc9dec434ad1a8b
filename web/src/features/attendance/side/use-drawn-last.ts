import { when } from 'mobx'
import { startTransition, useEffect, useState } from 'react'
import { conversations } from '../../../entities/conversations.ts'
import { tickets } from '../../../entities/tickets.ts'
import { mayPeek } from '../state/may-peek.ts'

/** Milliseconds after which it is drawn although the messages are still on their way. */
const LATEST = 1_000

/** The id of a ticket once its messages are painted: what stands beside them must not make anybody wait for them. */
export function useDrawnLast(id: number): number | null {
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const conversation = conversations.of(id)
    const isThere = () =>
      tickets.get(id) !== undefined && (['ready', 'failed'].includes(conversation.state) || !mayPeek(id))
    const show = () => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => startTransition(() => setShown(id)))
      })
    }
    const stop = when(isThere, show, { timeout: LATEST, onError: show })
    return () => {
      stop()
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [id])
  return shown
}
