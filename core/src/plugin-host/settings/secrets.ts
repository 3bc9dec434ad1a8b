import type { Database } from '../../platform/db/database.ts'
import { systemScope } from '../../platform/db/scope.ts'
import type { VaultPort } from '../ports.ts'
import type { SecretState } from '../types.ts'

/** Secret fields of instances, sealed one by one in `plugin_secret`. */
export interface Secrets {
  /** Which are set, with what may be shown of them. */
  states(tenantId: number, instance: string): Promise<Record<string, SecretState>>
  get(tenantId: number, instance: string, field: string): Promise<string | null>
  all(tenantId: number, instance: string): Promise<Record<string, string>>
  /** Null clears. */
  change(tenantId: number, instance: string, changes: ReadonlyMap<string, string | null>): Promise<void>
}

const context = (instance: string, field: string) => `plugin_secret:${instance}:${field}`

/** The last four characters, of secrets long enough that those tell nothing. */
export const hintOf = (secret: string): string => (secret.length >= 12 ? `…${secret.slice(-4)}` : '…')

export function createSecrets({ db, vault }: { db: Pick<Database, 'uow'>; vault: VaultPort }): Secrets {
  const scope = (tenantId: number) => systemScope(tenantId, 'plugin-secrets')
  const rows = (tenantId: number, instance: string) =>
    db.uow.run(scope(tenantId), (tx) => tx.db.pluginSecret.findMany({ where: { instance } }))
  const open = async (tenantId: number, instance: string, row: { field: string; sealed: Uint8Array }) =>
    (await vault.open(tenantId, context(instance, row.field), row.sealed)).toString('utf8')

  return {
    async states(tenantId, instance) {
      const stored = await rows(tenantId, instance)
      return Object.fromEntries(stored.map(({ field, hint }) => [field, { set: true, hint }]))
    },
    async get(tenantId, instance, field) {
      const row = await db.uow.run(scope(tenantId), (tx) =>
        tx.db.pluginSecret.findFirst({ where: { instance, field } }),
      )
      return row ? open(tenantId, instance, row) : null
    },
    async all(tenantId, instance) {
      const stored = await rows(tenantId, instance)
      return Object.fromEntries(
        await Promise.all(stored.map(async (row) => [row.field, await open(tenantId, instance, row)])),
      )
    },
    async change(tenantId, instance, changes) {
      if (changes.size === 0) return
      const sealed = await Promise.all(
        [...changes].map(async ([field, plain]) => ({
          field,
          hint: plain === null ? '' : hintOf(plain),
          bytes: plain === null ? null : await vault.seal(tenantId, context(instance, field), plain),
        })),
      )
      await db.uow.run(scope(tenantId), async (tx) => {
        for (const { field, hint, bytes } of sealed) {
          if (bytes === null) await tx.db.pluginSecret.deleteMany({ where: { instance, field } })
          else
            await tx.db.$executeRaw`
              insert into plugin_secret (instance, field, sealed, hint) values (${instance}, ${field}, ${bytes}, ${hint})
              on conflict (tenant_id, instance, field) do update set sealed = excluded.sealed, hint = excluded.hint`
        }
      })
    },
  }
}
