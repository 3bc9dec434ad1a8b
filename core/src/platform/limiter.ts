/**
 * Runs at most so many at a time, the others in the order they came. `refuse` throws for whoever would wait behind
 * `mostWaiting` others.
 */
export function limiter(
  max: number,
  { mostWaiting = Number.POSITIVE_INFINITY, refuse }: { mostWaiting?: number; refuse?: () => never } = {},
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= max) {
      if (waiting.length >= mostWaiting) refuse?.()
      await new Promise<void>((go) => waiting.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
