const GAP_MS = 500

/**
 * Functions of the hot paths write events that no unit of work notices. This tells their readers: at once after a
 * quiet time, and then twice a second, since each look costs a query.
 */
export function createEventHints(tell: () => void, gapMs = GAP_MS): () => void {
  let timer: NodeJS.Timeout | undefined
  let isMore = false
  const hint = () => {
    if (timer) {
      isMore = true
      return
    }
    tell()
    timer = setTimeout(() => {
      timer = undefined
      if (!isMore) return
      isMore = false
      hint()
    }, gapMs)
    timer.unref()
  }
  return hint
}
