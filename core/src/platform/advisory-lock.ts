import type { Tx } from './db/uow.ts'

/** Waits until no other unit of work of this tenant holds the name; held until this one ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.db.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${name}, ${tx.scope.tenantId}))::text`
}
