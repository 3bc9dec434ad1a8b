import { createHash } from 'node:crypto'
import type { Store } from '@recado/sdk'
import { CALLBACK_BYTES } from '../limits.ts'

/** Marks of our callback data: the id itself, or the key under which a longer one is kept. */
const PLAIN = 'v:'
const KEPT = 'k:'

const storeKey = (key: string) => `button:${key}`

/** Callback data for a button's id. The same id always gets the same key, so resends keep nothing twice. */
export async function callbackData(id: string, store: Store): Promise<string> {
  if (Buffer.byteLength(PLAIN + id) <= CALLBACK_BYTES) return PLAIN + id
  const key = createHash('sha256').update(id).digest('base64url').slice(0, 32)
  if (!(await store.get(storeKey(key)))) await store.set(storeKey(key), id)
  return KEPT + key
}

/** The id behind callback data; data of buttons that something else once sent stand for themselves. */
export async function buttonId(data: string, store: Store): Promise<string> {
  if (data.startsWith(PLAIN)) return data.slice(PLAIN.length)
  if (!data.startsWith(KEPT)) return data
  const kept = await store.get<string>(storeKey(data.slice(KEPT.length)))
  return typeof kept?.value === 'string' ? kept.value : data
}
