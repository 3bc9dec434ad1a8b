import type { Database } from '../db/database.ts'
import { Prisma } from '../db/generated/client.ts'
import type { Tx } from '../db/uow.ts'
import type { WorkKey } from './worker.ts'

/** At most so many at work in one company. */
const MAX_ACTIVE = 3
const DUE = 200

/** What every table of long work is asked: it has `tenant_id`, `id` and `due_at`, which is null when nothing is left to do. */
export function createWorkTable(name: 'contact_task' | 'ticket_task') {
  const table = Prisma.raw(name)
  return {
    /** Waits for whoever works on it. */
    async lock(tx: Tx, id: number): Promise<void> {
      await tx.db.$queryRaw`select id from ${table} where id = ${id} for update`
    },

    /** False when somebody else works on it, or nothing is left to do. */
    async claim(tx: Tx, id: number): Promise<boolean> {
      const rows = await tx.db.$queryRaw<{ id: number }[]>`
        select id from ${table} where id = ${id} and due_at is not null for update skip locked`
      return rows.length > 0
    },

    /** Serialises who begins work, and tells whether there is room for more. */
    async hasRoom(tx: Tx): Promise<boolean> {
      await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, ${tx.scope.tenantId}::int))`
      const [row] = await tx.db.$queryRaw<{ active: number }[]>`
        select count(*)::int active from ${table} where due_at is not null`
      return (row?.active ?? 0) < MAX_ACTIVE
    },

    /** Of all companies, those that nobody has looked at when they should have. */
    due: (system: Database['system'], now: Date): Promise<WorkKey[]> => system.$queryRaw`
      select tenant_id "tenantId", id "taskId" from ${table} where due_at <= ${now} order by due_at limit ${DUE}`,
  }
}
