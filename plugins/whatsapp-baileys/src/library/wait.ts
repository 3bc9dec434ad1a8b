import { setTimeout as timer } from 'node:timers/promises'

/** Resolves after `ms`, or at once when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await timer(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Waits for work, but no longer than `ms`; false when it was not done by then. The work goes on. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController()
  const done = work.then(
    () => true,
    () => true,
  )
  const late = pause(ms, stop.signal).then(() => false)
  const result = await Promise.race([done, late])
  stop.abort()
  return result
}

/** What a promise answers, unless the signal fires first: then its reason is thrown. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // It may end after nobody waits for it any more.
  work.catch(() => undefined)
  signal.throwIfAborted()
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}
