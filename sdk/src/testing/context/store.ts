import type { Store } from '../../context.ts'

const MAX_VALUE_BYTES = 256 * 1024

export interface StoredValue {
  json: string
  version: number
  sealed: boolean
}

export interface TestStore extends Store {
  readonly entries: ReadonlyMap<string, StoredValue>
}

/** The host's key-value store, in memory: same versions, same limits, values kept as JSON. */
export function createTestStore(): TestStore {
  const entries = new Map<string, StoredValue>()

  const put = (key: string, value: unknown, sealed: boolean): number => {
    const json = JSON.stringify(value)
    if (json === undefined) throw new TypeError(`the value of ${key} is not JSON`)
    if (Buffer.byteLength(json) > MAX_VALUE_BYTES) throw new RangeError(`the value of ${key} is above 256 KB`)
    const version = (entries.get(key)?.version ?? 0) + 1
    entries.set(key, { json, version, sealed })
    return version
  }

  return {
    entries,
    async get<T>(key: string) {
      const entry = entries.get(key)
      return entry ? { value: JSON.parse(entry.json) as T, version: entry.version } : null
    },
    async set(key, value, options = {}) {
      const current = entries.get(key)?.version ?? 0
      if (options.ifVersion !== undefined && options.ifVersion !== current) return null
      return put(key, value, options.sealed ?? false)
    },
    async setMany(values, options = {}) {
      for (const [key, value] of Object.entries(values)) put(key, value, options.sealed ?? false)
    },
    async delete(key) {
      entries.delete(key)
    },
    async list<T>(prefix: string, limit = 1000) {
      return [...entries]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, entry]) => ({ key, value: JSON.parse(entry.json) as T, version: entry.version }))
    },
  }
}
