/** Work on one name, one after the other; names do not wait for each other. */
export interface Lanes {
  run<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
}

export function createLanes(): Lanes {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = tails.get(name) ?? Promise.resolve()
      const next = before.then(work, work)
      const settled = next.then(
        () => undefined,
        () => undefined,
      )
      tails.set(name, settled)
      void settled.then(() => {
        if (tails.get(name) === settled) tails.delete(name)
      })
      return next
    },
    async idle() {
      while (tails.size > 0) await Promise.all(tails.values())
    },
  }
}

/** Lets one through every so many milliseconds, in order of arrival. */
export function createPacer(intervalMs: number): () => Promise<void> {
  let free = 0
  return async () => {
    const now = performance.now()
    const at = Math.max(now, free)
    free = at + intervalMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
}
