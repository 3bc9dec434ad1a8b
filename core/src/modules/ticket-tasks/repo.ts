import type { Database } from '../../platform/db/database.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Profile } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { createWorkTable } from '../../platform/work/work-repo.ts'
import type { WorkChange } from '../../platform/work/worker.ts'
import type { TaskKind, TaskState } from './schemas.ts'

export interface TaskRow {
  id: number
  kind: TaskKind
  state: TaskState
  params: unknown
  total: number
  done: number
  position: number
  counts: Record<string, number>
  error: string | null
  attempts: number
  /** Null: nothing is left to do. */
  dueAt: Date | null
  userId: number | null
  createdAt: Date
  finishedAt: Date | null
  undoneAt: Date | null
  undoneBy: number | null
}

const table = createWorkTable('ticket_task')

const rowOf = (row: Prisma.TicketTaskGetPayload<object>): TaskRow => ({
  ...row,
  kind: row.kind as TaskKind,
  state: row.state as TaskState,
  counts: row.counts as Record<string, number>,
})

const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue

export interface NewTask {
  kind: TaskKind
  total: number
  params: unknown
  userId: number | null
  createdAt: Date
  dueAt: Date
}

export const insertTask = async (tx: Tx, { params, ...values }: NewTask): Promise<TaskRow> =>
  rowOf(await tx.db.ticketTask.create({ data: { ...values, state: 'running', params: json(params) } }))

export async function updateTask(
  tx: Tx,
  id: number,
  { params, ...change }: WorkChange & { total?: number; undoneBy?: number | null },
): Promise<void> {
  const data = { ...change, ...(params === undefined ? {} : { params: json(params) }) }
  await tx.db.ticketTask.updateMany({ where: { id }, data })
}

export async function findTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const row = await tx.db.ticketTask.findFirst({ where: { id } })
  return row && rowOf(row)
}

/** Waits for whoever works on it. */
export async function lockTask(tx: Tx, id: number): Promise<TaskRow | null> {
  await table.lock(tx, id)
  return findTask(tx, id)
}

/** Null when somebody else works on it, or nothing is left to do. */
export const claimTask = async (tx: Tx, id: number): Promise<TaskRow | null> =>
  (await table.claim(tx, id)) ? findTask(tx, id) : null

export const { hasRoom, due: dueTasks } = table

/** A conversation that is being written down for somebody. */
export async function findPdfAtWork(tx: Tx, ticketId: number, userId: number | null): Promise<TaskRow | null> {
  const row = await tx.db.ticketTask.findFirst({
    where: { kind: 'pdf', userId, dueAt: { not: null }, params: { path: ['ticketId'], equals: ticketId } },
  })
  return row && rowOf(row)
}

/** Work on many tickets. */
export async function listTasks(
  tx: Tx,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: TaskRow[]; count: number }> {
  const where = { kind: { in: ['close', 'delete'] } }
  const count = await tx.db.ticketTask.count({ where })
  const rows = await tx.db.ticketTask.findMany({ where, orderBy: { id: 'desc' }, skip, take })
  return { rows: rows.map(rowOf), count }
}

export async function userNames(tx: Tx, ids: (number | null)[]): Promise<Map<number, string>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await tx.db.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function isActiveReason(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.closingReason.count({ where: { id, isActive: true } })) === 1
}

/** Whoever began a task, as they are now; null when they are gone or locked out. */
export async function activeUser(tx: Tx, id: number): Promise<{ name: string; profile: Profile } | null> {
  const user = await tx.db.user.findFirst({ where: { id, isActive: true }, select: { name: true, profile: true } })
  return user && { name: user.name, profile: user.profile as Profile }
}

/** Forgets what is over since long. */
export async function pruneTasks(system: Database['system'], old: Date): Promise<void> {
  await system.$executeRaw`delete from ticket_task where due_at is null and created_at < ${old}`
}
