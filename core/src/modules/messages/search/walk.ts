/** Places are counted upwards: days since 1970, or numbers of messages in a ticket. */
export interface Walk<Hit> {
  /** Where to begin, and the lowest place there is. */
  top: number
  floor: number
  /** Hits wanted. */
  limit: number
  /** Places that are looked at together: first, and at most. */
  step: { first: number; most: number }
  /** All hits of `from <= place <= to`, newest first but no more than the limit, and how many had to be looked at. */
  look(from: number, to: number): Promise<{ hits: Hit[]; examined: number }>
  /** Whether it has taken long enough. */
  isOver(): boolean
}

/** Of so many hits at a time the steps stay as they are. */
const MANY = 500

/**
 * Looks from the newest places to the oldest until there are enough hits: a frequent word is found at once, for a rare
 * one the steps grow. `next` is the highest place not looked at, null when nothing is left.
 */
export async function walkBack<Hit>(walk: Walk<Hit>): Promise<{ hits: Hit[]; next: number | null }> {
  const { floor, limit, step, look, isOver } = walk
  const hits: Hit[] = []
  let to = walk.top
  let size = step.first
  while (to >= floor) {
    const from = Math.max(floor, to - size + 1)
    const { hits: found, examined } = await look(from, to)
    hits.push(...found)
    to = from - 1
    if (hits.length >= limit || isOver()) break
    if (examined < MANY) size = Math.min(step.most, size * 2)
    else if (examined > MANY * 4) size = Math.max(1, Math.floor(size / 2))
  }
  return { hits: hits.slice(0, limit), next: to < floor ? null : to }
}
