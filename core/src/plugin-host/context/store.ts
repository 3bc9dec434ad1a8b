import { PluginError, type Store } from '@recado/sdk'
import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { createGate } from '../gate.ts'
import { asHost } from '../plugin-scope.ts'
import type { VaultPort } from '../ports.ts'

const MAX_VALUE_BYTES = 256 * 1024
const MAX_KEY = 512
const MAX_LIST = 1000

interface Row {
  key: string
  value: unknown
  sealed: Uint8Array | null
  version: number
}

export interface StoreDeps {
  db: Pick<Database, 'uow'>
  vault: VaultPort
  tenantId: number
  instance: string
}

/** The key-value store of one instance, in `plugin_store`. */
export function createStore({ db, vault, tenantId, instance }: StoreDeps): Store {
  // A plugin that writes without pause must leave connections for the others.
  const gate = createGate({ inside: 8, waiting: 10_000 })
  const context = (key: string) => `plugin_store:${instance}:${key}`

  const unit = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    asHost(async () => {
      const leave = await gate.enter(10_000)
      if (!leave) throw new PluginError('TEMPORARY', { detail: 'the store is busy' })
      try {
        return await db.uow.run(systemScope(tenantId, 'plugin-store'), work)
      } finally {
        leave()
      }
    })

  const encode = async (key: string, value: unknown, sealed: boolean) => {
    checkKey(key)
    const json = JSON.stringify(value)
    if (json === undefined) throw new TypeError(`the value of ${key} is not JSON`)
    if (Buffer.byteLength(json) > MAX_VALUE_BYTES) throw new RangeError(`the value of ${key} is above 256 KB`)
    return sealed ? { json: null, sealed: await vault.seal(tenantId, context(key), json) } : { json, sealed: null }
  }

  const decode = async <T>({ key, value, sealed }: Row): Promise<T> => {
    if (!sealed) return value as T
    const plain = await vault.open(tenantId, context(key), sealed)
    return JSON.parse(plain.toString('utf8')) as T
  }

  const put = async (tx: Tx, key: string, { json, sealed }: Awaited<ReturnType<typeof encode>>) => {
    const [row] = await tx.db.$queryRaw<{ version: number }[]>`
      insert into plugin_store (instance, key, value, sealed) values (${instance}, ${key}, ${json}::jsonb, ${sealed})
      on conflict (tenant_id, instance, key) do update
        set value = excluded.value, sealed = excluded.sealed, version = plugin_store.version + 1, updated_at = now()
      returning version`
    return row?.version ?? null
  }

  const replace = async (
    tx: Tx,
    key: string,
    { json, sealed }: Awaited<ReturnType<typeof encode>>,
    version: number,
  ) => {
    const rows =
      version === 0
        ? await tx.db.$queryRaw<{ version: number }[]>`
            insert into plugin_store (instance, key, value, sealed)
            values (${instance}, ${key}, ${json}::jsonb, ${sealed})
            on conflict (tenant_id, instance, key) do nothing returning version`
        : await tx.db.$queryRaw<{ version: number }[]>`
            update plugin_store set value = ${json}::jsonb, sealed = ${sealed}, version = version + 1, updated_at = now()
             where instance = ${instance} and key = ${key} and version = ${version} returning version`
    return rows[0]?.version ?? null
  }

  return {
    async get<T>(key: string) {
      const [row] = await unit(
        (tx) => tx.db.$queryRaw<Row[]>`
          select key, value, sealed, version from plugin_store where instance = ${instance} and key = ${key}`,
      )
      return row ? { value: await decode<T>(row), version: row.version } : null
    },
    async set(key, value, options = {}) {
      const entry = await encode(key, value, options.sealed ?? false)
      const { ifVersion } = options
      return unit((tx) => (ifVersion === undefined ? put(tx, key, entry) : replace(tx, key, entry, ifVersion)))
    },
    async setMany(values, options = {}) {
      const entries = await Promise.all(
        Object.entries(values).map(async ([key, value]) => ({
          key,
          entry: await encode(key, value, options.sealed ?? false),
        })),
      )
      // One order for all, so that two writers cannot wait for each other.
      entries.sort((a, b) => (a.key < b.key ? -1 : 1))
      await unit(async (tx) => {
        for (const { key, entry } of entries) await put(tx, key, entry)
      })
    },
    async delete(key) {
      await unit((tx) => tx.db.$executeRaw`delete from plugin_store where instance = ${instance} and key = ${key}`)
    },
    async list<T>(prefix: string, limit = MAX_LIST) {
      const rows = await unit(
        (tx) => tx.db.$queryRaw<Row[]>`
          select key, value, sealed, version from plugin_store
           where instance = ${instance} and starts_with(key, ${prefix})
           order by key collate "C" limit ${Math.max(0, Math.min(limit, MAX_LIST))}`,
      )
      return Promise.all(rows.map(async (row) => ({ key: row.key, value: await decode<T>(row), version: row.version })))
    },
  }
}

function checkKey(key: string): void {
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY || key.includes('\0'))
    throw new RangeError(`a key has 1 to ${MAX_KEY} characters`)
}

/** A store that forgets, for instances that are only being tried out. */
export function createDraftStore(): Store {
  const entries = new Map<string, { json: string; version: number }>()
  const put = (key: string, value: unknown) => {
    const version = (entries.get(key)?.version ?? 0) + 1
    entries.set(key, { json: JSON.stringify(value ?? null), version })
    return version
  }
  return {
    async get<T>(key: string) {
      const entry = entries.get(key)
      return entry ? { value: JSON.parse(entry.json) as T, version: entry.version } : null
    },
    async set(key, value, { ifVersion } = {}) {
      return ifVersion !== undefined && ifVersion !== (entries.get(key)?.version ?? 0) ? null : put(key, value)
    },
    async setMany(values) {
      for (const [key, value] of Object.entries(values)) put(key, value)
    },
    async delete(key) {
      entries.delete(key)
    },
    async list<T>(prefix: string, limit = MAX_LIST) {
      return [...entries]
        .filter(([key]) => key.startsWith(prefix))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([key, { json, version }]) => ({ key, value: JSON.parse(json) as T, version }))
    },
  }
}
