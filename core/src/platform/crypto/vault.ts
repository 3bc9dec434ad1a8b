import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { systemScope } from '../db/scope.ts'
import * as dataKeys from './data-keys.ts'
import { CryptoError, decrypt, encrypt, type Keys } from './keys.ts'

/**
 * Seals secrets with a tenant's own data key (AES-256-GCM), which is itself wrapped by the installation's key
 * (reliability A-20). `context` names the place where the sealed bytes are kept (`plugin_secret:channel:7:token`):
 * copied to another place or another tenant they do not open. Call outside a unit of work.
 */
export interface Vault {
  seal(tenantId: number, context: string, plain: string | Buffer): Promise<Buffer>
  /** @throws CryptoError */
  open(tenantId: number, context: string, sealed: Uint8Array): Promise<Buffer>
  /** From now on this tenant's secrets are sealed with a new data key; what the old ones sealed still opens. */
  rotate(tenantId: number): Promise<void>
}

export interface VaultDeps {
  db: Pick<Database, 'uow'>
  keys: Keys
  /** Earlier installation keys (`RECADO_SECRET_KEY_PREVIOUS`): read, and replaced by the present one on the way. */
  previous?: Keys[]
}

interface DataKey {
  id: number
  key: Buffer
}

const VERSION = 1
/** Version, then the data key's id. */
const HEADER_BYTES = 5
const DATA_KEY_BYTES = 32
const CACHED_KEYS = 10_000

export function createVault({ db, keys, previous = [] }: VaultDeps): Vault {
  const cache = new Map<string, Promise<DataKey>>()
  const uow = <T>(tenantId: number, work: Parameters<typeof db.uow.run<T>>[1]) =>
    db.uow.run(systemScope(tenantId, 'vault'), work)
  const wrapContext = (tenantId: number) => `data-key:${tenantId}`

  const wrapNew = (tenantId: number) => ({
    wrappedBy: keys.id,
    wrapped: keys.wrap(randomBytes(DATA_KEY_BYTES), wrapContext(tenantId)),
  })

  const unwrap = async (tenantId: number, stored: dataKeys.WrappedKey): Promise<DataKey> => {
    const holder = [keys, ...previous].find((candidate) => candidate.id === stored.wrappedBy)
    if (!holder) throw new CryptoError(`wrapped by installation key ${stored.wrappedBy}, which is not configured`)
    const key = holder.unwrap(stored.wrapped, wrapContext(tenantId))
    if (holder !== keys) {
      const renewed = { wrappedBy: keys.id, wrapped: keys.wrap(key, wrapContext(tenantId)) }
      await uow(tenantId, (tx) => dataKeys.rewrapKey(tx, stored, renewed))
    }
    return { id: stored.id, key }
  }

  /** Loads once; a failure is forgotten so that the next call tries again. */
  const cached = (name: string, load: () => Promise<DataKey>): Promise<DataKey> => {
    const known = cache.get(name)
    if (known !== undefined) return known
    const loading = load()
    cache.set(name, loading)
    loading.catch(() => cache.delete(name))
    const oldest = cache.size > CACHED_KEYS ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    return loading
  }

  const currentKey = (tenantId: number) =>
    cached(`${tenantId}`, async () => {
      const found = await uow(tenantId, async (tx) => {
        return (await dataKeys.newestKey(tx)) ?? (await dataKeys.firstKey(tx, () => wrapNew(tenantId)))
      })
      return unwrap(tenantId, found)
    })

  const keyOf = (tenantId: number, id: number) =>
    cached(`${tenantId}:${id}`, async () => {
      const found = await uow(tenantId, (tx) => dataKeys.keyById(tx, id))
      if (!found) throw new CryptoError('sealed with an unknown data key')
      return unwrap(tenantId, found)
    })

  const aadOf = (header: Buffer, tenantId: number, context: string) =>
    Buffer.concat([header, Buffer.from(`${tenantId}|${context}`)])

  return {
    async seal(tenantId, context, plain) {
      const { id, key } = await currentKey(tenantId)
      const header = Buffer.alloc(HEADER_BYTES)
      header.writeUInt8(VERSION)
      header.writeUInt32BE(id, 1)
      return Buffer.concat([header, encrypt(key, Buffer.from(plain), aadOf(header, tenantId, context))])
    },

    async open(tenantId, context, sealed) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < HEADER_BYTES || bytes.readUInt8() !== VERSION)
        throw new CryptoError('not sealed by this vault')
      const header = bytes.subarray(0, HEADER_BYTES)
      const { key } = await keyOf(tenantId, header.readUInt32BE(1))
      return decrypt(key, bytes.subarray(HEADER_BYTES), aadOf(header, tenantId, context))
    },

    async rotate(tenantId) {
      await uow(tenantId, (tx) => dataKeys.addKey(tx, wrapNew(tenantId)))
      cache.delete(`${tenantId}`)
    },
  }
}
