/** The same choices at every run, so that a demonstration looks the same everywhere. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** Whole, both ends included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  shuffle<T>(list: readonly T[]): T[]
  uuid(): string
}

/** mulberry32: small, and good enough to choose words. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const hex = (length: number) => Array.from({ length }, () => between(0, 15).toString(16)).join('')
  return {
    next,
    between,
    pick<T>(list: readonly T[]): T {
      const chosen = list[between(0, list.length - 1)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
    chance: (probability) => next() < probability,
    shuffle: (list) =>
      list
        .map((entry) => ({ entry, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[between(0, 3)]}${hex(3)}-${hex(12)}`,
  }
}
