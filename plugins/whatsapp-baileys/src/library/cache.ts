/** The library's idea of a cache, without the timer that its own keeps per cache. */
export interface Cache {
  get<T>(key: string): T | undefined
  set<T>(key: string, value: T): void
  del(key: string): void
  flushAll(): void
}

/** Keeps the `size` entries that were used last, none longer than `lifeMs`. */
export function createCache(size: number, lifeMs: number, now: () => number): Cache {
  const entries = new Map<string, { value: unknown; until: number }>()
  return {
    get<T>(key: string) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) return undefined
      entries.set(key, entry)
      return entry.value as T
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: now() + lifeMs })
      const oldest = entries.keys().next().value
      if (entries.size > size && oldest !== undefined) entries.delete(oldest)
    },
    del: (key) => void entries.delete(key),
    flushAll: () => entries.clear(),
  }
}
