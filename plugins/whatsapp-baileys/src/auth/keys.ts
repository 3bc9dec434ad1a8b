import { proto, type SignalDataSet, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys'
import { type Cache, createCache } from '../library/cache.ts'
import type { Ledger } from './ledger.ts'

export const KEYS = 'auth:key:'

const CACHED = 500
const CACHED_MS = 5 * 60_000
const nameOf = (type: string, id: string): string => `${KEYS}${type}:${id}`

/**
 * The library's key store. Reads are cached; the cache learns a value only after the store took it, so that both never
 * differ (the library's own cache does it the other way round).
 */
export function createKeyStore(
  ledger: Ledger,
  now: () => number,
  cache: Cache = createCache(CACHED, CACHED_MS, now),
): SignalKeyStore {
  const read = async <T extends keyof SignalDataTypeMap>(type: T, id: string): Promise<SignalDataTypeMap[T] | null> => {
    const name = nameOf(type, id)
    const known = cache.get<{ value: SignalDataTypeMap[T] | null }>(name)
    if (known) return copied(type, known.value)
    const value = (await ledger.read(name)) as SignalDataTypeMap[T] | null
    cache.set(name, { value })
    return copied(type, value)
  }

  return {
    async get(type, ids) {
      const values = await Promise.all([...new Set(ids)].map(async (id) => [id, await read(type, id)] as const))
      return Object.fromEntries(values.filter(([, value]) => value !== null)) as {
        [id: string]: SignalDataTypeMap[typeof type]
      }
    },
    async set(data: SignalDataSet) {
      const entries: Record<string, unknown> = {}
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) entries[nameOf(type, id)] = value ?? null
      }
      if (Object.keys(entries).length === 0) return
      try {
        await ledger.write(entries)
      } catch (error) {
        for (const name of Object.keys(entries)) cache.del(name)
        throw error
      }
      for (const [name, value] of Object.entries(entries)) cache.set(name, { value })
    },
    clear: () => {
      cache.flushAll()
      return ledger.clear(KEYS)
    },
  }
}

/** App state keys must be messages of the protocol again; plain objects make the library sync for ever. */
function copied<T extends keyof SignalDataTypeMap>(
  type: T,
  value: SignalDataTypeMap[T] | null,
): SignalDataTypeMap[T] | null {
  if (value === null || type !== 'app-state-sync-key') return value
  const message: SignalDataTypeMap['app-state-sync-key'] = proto.Message.AppStateSyncKeyData.fromObject(value as object)
  return message as SignalDataTypeMap[T]
}
