import { inspect } from 'node:util'

// Taken at load, so that a test's fake timers or the leak check never see them.
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis

/** Keeps what happened and lets a test wait for it: no test sleeps. */
export interface Recorder<T> {
  readonly items: readonly T[]
  add(item: T): void
  clear(): void
  /** The first item, past or coming, that fits. Rejects after `timeoutMs` (5 000) with all items in its message. */
  waitFor(fits: (item: T) => boolean, timeoutMs?: number): Promise<T>
  /** Resolves with the first `count` items as soon as there are that many. */
  waitForCount(count: number, timeoutMs?: number): Promise<T[]>
}

export function createRecorder<T>(what: string): Recorder<T> {
  const items: T[] = []
  const waiting = new Set<() => void>()

  const until = <R>(look: () => { found: R } | null, timeoutMs: number): Promise<R> =>
    new Promise((resolve, reject) => {
      const done = () => {
        stopTimer(timer)
        waiting.delete(attempt)
      }
      const attempt = () => {
        const result = look()
        if (!result) return
        done()
        resolve(result.found)
      }
      const timer = startTimer(() => {
        done()
        reject(new Error(`waited ${timeoutMs} ms for ${what}; there are ${inspect(items, { depth: 6 })}`))
      }, timeoutMs)
      waiting.add(attempt)
      attempt()
    })

  return {
    items,
    add(item) {
      items.push(item)
      for (const attempt of [...waiting]) attempt()
    },
    clear() {
      items.length = 0
    },
    waitFor: (fits, timeoutMs = 5000) =>
      until(() => {
        const index = items.findIndex(fits)
        return index < 0 ? null : { found: items[index] as T }
      }, timeoutMs),
    waitForCount: (count, timeoutMs = 5000) =>
      until(() => (items.length < count ? null : { found: items.slice(0, count) }), timeoutMs),
  }
}
