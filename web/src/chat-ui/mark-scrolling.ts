/** Milliseconds: moves this close together are scrolling, a single one makes room for something new. */
const TOGETHER = 100

const boxes = new WeakMap<HTMLElement, { last: number; timer: ReturnType<typeof setTimeout> | undefined }>()

/**
 * Called with every move of a box. Says by a class that it is being scrolled: what passes under a resting pointer is
 * not pointed at, and draws no tools.
 */
export function markScrolling(box: HTMLElement): void {
  const known = boxes.get(box)
  const now = performance.now()
  clearTimeout(known?.timer)
  const isScrolled = known !== undefined && now - known.last < TOGETHER
  if (isScrolled) box.classList.add('scrolling')
  const timer = setTimeout(() => box.classList.remove('scrolling'), TOGETHER)
  boxes.set(box, { last: now, timer })
}
