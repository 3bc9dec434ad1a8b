import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { BeforeClosing } from '../tickets/index.ts'

export interface ItemRow {
  line: number
  ticketId: number
  protocol: string
  problem: string | null
  outcome: 'closed' | 'deleted' | 'refused' | null
  before: BeforeClosing | null
  undo: 'reopened' | 'left' | null
}

export type ItemChange = Pick<ItemRow, 'line'> & Partial<Omit<ItemRow, 'line' | 'ticketId' | 'protocol'>>

const COLUMNS = Prisma.sql`
  i.line, i.ticket_id "ticketId", i.protocol, i.problem, i.outcome, i.before, i.undo`

/** Makes tickets the lines of a task, oldest first; `ids` is a subquery with the column `id`. */
export const insertItems = (tx: Tx, taskId: number, ids: Prisma.Sql): Promise<number> =>
  tx.db.$executeRaw`
    insert into ticket_task_item (task_id, line, ticket_id, protocol)
    select ${taskId}, row_number() over (order by t.id), t.id, t.protocol
      from ticket t where t.id in (${ids})`

/** How many tickets a subquery chooses, counted no further than `most`. */
export async function countIn(tx: Tx, ids: Prisma.Sql, most: number): Promise<number> {
  const [row] = await tx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from (select n.id from (${ids}) n limit ${most}) x`
  return row?.count ?? 0
}

/** The next lines after a position; of an undo those that are closed. */
export const nextItems = (
  tx: Tx,
  taskId: number,
  { after, take, closed }: { after: number; take: number; closed: boolean },
): Promise<ItemRow[]> =>
  tx.db.$queryRaw`
    select ${COLUMNS} from ticket_task_item i
     where i.task_id = ${taskId} and i.line > ${after}
       and ${closed ? Prisma.sql`i.outcome = 'closed' and i.undo is distinct from 'reopened'` : Prisma.sql`true`}
     order by i.line limit ${take}`

/** Writes what became of lines; absent fields stay. */
export async function updateItems(tx: Tx, taskId: number, changes: ItemChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.db.$executeRaw`
    update ticket_task_item i
       set problem = case when c.v ? 'problem' then c.v->>'problem' else i.problem end,
           outcome = coalesce(c.v->>'outcome', i.outcome),
           before = coalesce(nullif(c.v->'before', 'null'), i.before),
           undo = coalesce(c.v->>'undo', i.undo)
      from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) c(v)
     where i.task_id = ${taskId} and i.line = (c.v->>'line')::int`
}

export async function listItems(
  tx: Tx,
  taskId: number,
  { trouble, skip, take }: { trouble: boolean; skip: number; take: number },
): Promise<{ rows: (ItemRow & { name: string | null })[]; count: number }> {
  const where = Prisma.sql`i.task_id = ${taskId} and ${trouble ? Prisma.sql`i.problem is not null` : Prisma.sql`true`}`
  const [found] = await tx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from ticket_task_item i where ${where}`
  const rows = await tx.db.$queryRaw<(ItemRow & { name: string | null })[]>`
    select ${COLUMNS}, c.name from ticket_task_item i
      left join ticket t on t.tenant_id = i.tenant_id and t.id = i.ticket_id
      left join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
     where ${where} order by i.line limit ${take} offset ${skip}`
  return { rows, count: found?.count ?? 0 }
}
