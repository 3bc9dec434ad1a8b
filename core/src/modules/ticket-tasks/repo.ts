import type { Database } from '../../platform/db/database.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Profile } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { WorkChange, WorkKey } from '../../platform/work/worker.ts'
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

/** At most so many at work in one company. */
const MAX_ACTIVE = 3

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
  await tx.db.$queryRaw`select id from ticket_task where id = ${id} for update`
  return findTask(tx, id)
}

/** Null when somebody else works on it, or nothing is left to do. */
export async function claimTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from ticket_task where id = ${id} and due_at is not null for update skip locked`
  return rows.length === 0 ? null : findTask(tx, id)
}

/** Serialises who begins work, and tells whether there is room for more. */
export async function hasRoom(tx: Tx): Promise<boolean> {
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended('ticket tasks', ${tx.scope.tenantId}::int))`
  return (await tx.db.ticketTask.count({ where: { dueAt: { not: null } } })) < MAX_ACTIVE
}

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

/** Tasks of all companies that nobody has looked at when they should have. */
export const dueTasks = (system: Database['system'], now: Date): Promise<WorkKey[]> =>
  system.$queryRaw`
    select tenant_id "tenantId", id "taskId" from ticket_task where due_at <= ${now} order by due_at limit 200`

/** Forgets what is over since long. */
export async function pruneTasks(system: Database['system'], old: Date): Promise<void> {
  await system.$executeRaw`delete from ticket_task where due_at is null and created_at < ${old}`
}
