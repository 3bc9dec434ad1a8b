import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { type ContactFilter, contactFilterSql } from '../contacts/index.ts'

/** Some contacts by id, or all that a filter finds; both within what the filter lets its viewer see. */
const chosenSql = (filter: ContactFilter, ids: number[] | null): Prisma.Sql =>
  ids === null ? contactFilterSql(filter) : Prisma.sql`c.id = any(${ids}::int[]) and ${contactFilterSql(filter)}`

export async function countChosen(tx: Tx, filter: ContactFilter, ids: number[] | null): Promise<number> {
  const rows = await tx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from contact c where ${chosenSql(filter, ids)}`
  return rows[0]?.count ?? 0
}

/** Makes the chosen the items of a task, with what the log calls them. */
export async function insertChosen(tx: Tx, taskId: number, filter: ContactFilter, ids: number[] | null): Promise<void> {
  await tx.db.$executeRaw`
    insert into contact_task_item (task_id, line, contact_id, before)
    select ${taskId}, row_number() over (order by c.name, c.id), c.id,
           jsonb_build_object('name', c.name, 'number', c.number)
      from contact c where ${chosenSql(filter, ids)}`
}
