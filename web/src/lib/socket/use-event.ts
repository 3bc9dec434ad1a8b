import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { askAnew } from '../http/ask-anew.ts'
import type { ServerEvent, ServerEvents } from './events.ts'
import { onEvent, onResync } from './hub.ts'

/** What nobody shows any more, nobody hears the news of: whoever shows it next asks anew, however young it is. */
const outdate = (client: QueryClient, queryKey: readonly unknown[]): void =>
  // a moment later, when whatever goes together has gone
  queueMicrotask(() => void client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' }))

/** Subscribes while the component stands; the handler may close over fresh values. */
export function useServerEvent<Name extends ServerEvent>(name: Name, handler: (payload: ServerEvents[Name]) => void) {
  const latest = useEffectEvent(handler)
  useEffect(() => onEvent(name, (payload) => latest(payload)), [name])
}

/**
 * The same for what is expensive to ask: at once, then at most every so often, and once more after the last event, so
 * that nothing is missed.
 */
export function useRefetchEvery(milliseconds: number, events: readonly ServerEvent[], queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const refetch = useEffectEvent(() => askAnew(client, queryKey))
  const leave = useEffectEvent(() => outdate(client, queryKey))
  const names = events.join()
  useEffect(() => {
    let last = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      last = Date.now()
      refetch()
    }
    const hear = () => {
      timer ??= setTimeout(ask, Math.max(0, last + milliseconds - Date.now()))
    }
    const stops = (names.split(',') as ServerEvent[]).map((name) => onEvent(name, hear))
    stops.push(onResync(hear))
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      leave()
    }
  }, [names, milliseconds])
}

/** Refetches queries when one of the events arrives or events may have been missed. */
export function useRefetchOn(events: readonly ServerEvent[], queryKey: readonly unknown[]) {
  const client = useQueryClient()
  const refetch = useEffectEvent(() => askAnew(client, queryKey))
  const leave = useEffectEvent(() => outdate(client, queryKey))
  const names = events.join()
  useEffect(() => {
    const stops = (names.split(',') as ServerEvent[]).map((name) => onEvent(name, () => refetch()))
    stops.push(onResync(() => refetch()))
    return () => {
      for (const stop of stops) stop()
      leave()
    }
  }, [names])
}
