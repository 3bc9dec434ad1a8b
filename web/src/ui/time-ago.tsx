import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative, formatSince, type Moment } from '../lib/format/dates.ts'
import { tip } from './tips.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all of them: a list of a thousand rows has one timer. */
function everyMinute(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Current time, renewed twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => everyMinute(() => setNow(Date.now())), [])
  return now
}

/** A time as people say it ("há 5 min"), the exact one on hover. `short` for lists: "5 min". */
export function TimeAgo({ at, short = false }: { at: Moment; short?: boolean }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} {...tip(formatDateTime(at))}>
      {short ? formatSince(at, now) : formatRelative(at, now)}
    </time>
  )
}
