import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { Facts } from './plan.ts'
import type { ItemAction } from './schemas.ts'

export interface ItemRow {
  line: number
  contactId: number | null
  cells: string[]
  key: string | null
  action: ItemAction | null
  problem: string | null
  /** What the problem's text is filled with. */
  detail: string | null
  outcome: string | null
  before: Facts | null
  after: Facts | null
  undo: string | null
}

const COLUMNS = Prisma.sql`
  i.line, i.contact_id "contactId", coalesce(i.input, '[]') "cells", i.key, i.action, i.problem, i.detail, i.outcome,
  i.before, i.after, i.undo`

export async function insertLines(tx: Tx, taskId: number, lines: { line: number; cells: string[] }[]): Promise<void> {
  await tx.db.contactTaskItem.createMany({ data: lines.map(({ line, cells }) => ({ taskId, line, input: cells })) })
}

/** The next lines after a position; `where` chooses among them. */
export const nextItems = (
  tx: Tx,
  taskId: number,
  { after, take, where = Prisma.sql`true` }: { after: number; take: number; where?: Prisma.Sql },
): Promise<ItemRow[]> =>
  tx.db.$queryRaw`
    select ${COLUMNS} from contact_task_item i
     where i.task_id = ${taskId} and i.line > ${after} and ${where} order by i.line limit ${take}`

export const TO_APPLY = Prisma.sql`i.action in ('new', 'changed')`
export const TO_UNDO = Prisma.sql`i.outcome in ('created', 'updated')`

export interface ItemChange {
  line: number
  contactId?: number | null
  key?: string | null
  action?: ItemAction | null
  problem?: string | null
  detail?: string | null
  outcome?: string | null
  before?: Facts | null
  after?: Facts | null
  undo?: string | null
}

/** Writes the named fields of many lines at once; what is absent stays. */
export async function updateItems(tx: Tx, taskId: number, changes: ItemChange[]): Promise<void> {
  if (changes.length === 0) return
  const set = (column: string, field: string, cast: 'int' | 'text' | 'jsonb') => {
    const value =
      cast === 'jsonb'
        ? Prisma.sql`nullif(c.v->${field}::text, 'null')`
        : Prisma.sql`(c.v->>${field}::text)${Prisma.raw(`::${cast}`)}`
    return Prisma.sql`${Prisma.raw(column)} = case when c.v ? ${field}::text then ${value} else i.${Prisma.raw(column)} end`
  }
  await tx.db.$executeRaw`
    update contact_task_item i
       set ${set('contact_id', 'contactId', 'int')}, ${set('key', 'key', 'text')}, ${set('action', 'action', 'text')},
           ${set('problem', 'problem', 'text')}, ${set('detail', 'detail', 'text')}, ${set('outcome', 'outcome', 'text')},
           ${set('before', 'before', 'jsonb')}, ${set('after', 'after', 'jsonb')}, ${set('undo', 'undo', 'text')}
      from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) c(v)
     where i.task_id = ${taskId} and i.line = (c.v->>'line')::int`
}

/** Before a check begins anew. */
export async function forgetChecks(tx: Tx, taskId: number): Promise<void> {
  await tx.db.$executeRaw`
    update contact_task_item set contact_id = null, key = null, action = null, problem = null, detail = null,
           before = null, after = null
     where task_id = ${taskId}`
}

/** The first line of each of these keys before a line. */
export async function firstLines(tx: Tx, taskId: number, keys: string[], before: number): Promise<Map<string, number>> {
  const rows = await tx.db.$queryRaw<{ key: string; line: number }[]>`
    select key, min(line) "line" from contact_task_item
     where task_id = ${taskId} and key = any(${keys}) and line < ${before} and action is distinct from 'wrong'
     group by key`
  return new Map(rows.map(({ key, line }) => [key, line]))
}

export interface ItemFilter {
  action?: ItemAction | undefined
  trouble?: boolean | undefined
}

const filterSql = (taskId: number, { action, trouble }: ItemFilter): Prisma.Sql => Prisma.sql`
  i.task_id = ${taskId} and ${action === undefined ? Prisma.sql`true` : Prisma.sql`i.action = ${action}`}
  and ${trouble === undefined ? Prisma.sql`true` : trouble ? Prisma.sql`i.problem is not null` : Prisma.sql`i.problem is null`}`

export async function listItems(
  tx: Tx,
  taskId: number,
  { skip, take, ...filter }: ItemFilter & { skip: number; take: number },
): Promise<{ rows: ItemRow[]; count: number }> {
  const where = filterSql(taskId, filter)
  const [found] = await tx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from contact_task_item i where ${where}`
  const rows = await tx.db.$queryRaw<ItemRow[]>`
    select ${COLUMNS} from contact_task_item i where ${where} order by i.line limit ${take} offset ${skip}`
  return { rows, count: found?.count ?? 0 }
}

/** Lines with a problem after one. */
export const troubledItems = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  taskId: number,
  { after, take }: { after: number; take: number },
): Promise<ItemRow[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select ${COLUMNS} from contact_task_item i
       where i.task_id = ${taskId} and i.line > ${after} and i.problem is not null order by i.line limit ${take}`,
  )
