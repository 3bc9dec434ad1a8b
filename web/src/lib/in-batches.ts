/** Milliseconds for which news wait for more, so that much at once is drawn in one go. */
export const WAIT = 60

/**
 * What comes alone is taken at once; what follows it closely is taken together, in the order in which it came. Behind
 * other windows nothing is drawn, and nothing waits.
 */
export function inBatches<Item>(take: (items: readonly Item[]) => void) {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    last = performance.now()
    const items = waiting
    waiting = []
    take(items)
  }
  return {
    add(item: Item): void {
      waiting.push(item)
      const wait = last + WAIT - performance.now()
      if (wait <= 0 || document.hidden) flush()
      else timer ??= setTimeout(flush, wait)
    },
    /** Takes what waits now. */
    flush,
    /** Forgets it. */
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}
