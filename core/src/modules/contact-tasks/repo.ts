import type { Database } from '../../platform/db/database.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { createWorkTable } from '../../platform/work/work-repo.ts'
import type { WorkChange } from '../../platform/work/worker.ts'
import type { TaskCounts, TaskKind, TaskState } from './schemas.ts'

export interface TaskRow {
  id: number
  kind: TaskKind
  state: TaskState
  fileName: string | null
  params: unknown
  total: number
  done: number
  position: number
  counts: TaskCounts
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

const table = createWorkTable('contact_task')

const rowOf = (row: Prisma.ContactTaskGetPayload<object>): TaskRow => ({
  ...row,
  kind: row.kind as TaskKind,
  state: row.state as TaskState,
  counts: row.counts as TaskCounts,
})

export const json = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue

export type TaskChange = Omit<Prisma.ContactTaskUncheckedUpdateManyInput, 'id' | 'tenantId'>

export const insertTask = async (tx: Tx, values: Prisma.ContactTaskUncheckedCreateInput): Promise<TaskRow> =>
  rowOf(await tx.db.contactTask.create({ data: values }))

/** Uploads that somebody began and left. */
export async function deleteDrafts(tx: Tx, userId: number | null, before: Date): Promise<void> {
  await tx.db.contactTask.deleteMany({ where: { state: 'draft', userId, createdAt: { lt: before } } })
}

/** How far its work is. */
export const saveProgress = (tx: Tx, id: number, { params, ...change }: WorkChange): Promise<void> =>
  updateTask(tx, id, { ...change, ...(params === undefined ? {} : { params: json(params) }) })

export async function updateTask(tx: Tx, id: number, values: TaskChange): Promise<void> {
  await tx.db.contactTask.updateMany({ where: { id }, data: values })
}

export const deleteTask = async (tx: Tx, id: number): Promise<void> => {
  await tx.db.contactTask.deleteMany({ where: { id } })
}

export async function findTask(tx: Tx, id: number): Promise<TaskRow | null> {
  const row = await tx.db.contactTask.findFirst({ where: { id } })
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

export async function listTasks(
  tx: Tx,
  { kinds, skip, take }: { kinds: readonly TaskKind[]; skip: number; take: number },
): Promise<{ rows: TaskRow[]; count: number }> {
  const where = kinds.length > 0 ? { kind: { in: [...kinds] } } : {}
  const count = await tx.db.contactTask.count({ where })
  const rows = await tx.db.contactTask.findMany({ where, orderBy: { id: 'desc' }, skip, take })
  return { rows: rows.map(rowOf), count }
}

/** Names of users and tags by id. */
export async function namesOf(
  tx: Tx,
  { users, tags }: { users: number[]; tags: number[] },
): Promise<{ users: Map<number, string>; tags: Map<number, string> }> {
  const select = { id: true, name: true }
  const people = users.length > 0 ? await tx.db.user.findMany({ where: { id: { in: users } }, select }) : []
  const labels = tags.length > 0 ? await tx.db.tag.findMany({ where: { id: { in: tags } }, select }) : []
  const map = (rows: { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]))
  return { users: map(people), tags: map(labels) }
}

/** @throws ERR_NO_TAG_FOUND, ERR_NO_USER_FOUND */
export async function requireKnown(tx: Tx, ids: { users: number[]; tags: number[] }): Promise<void> {
  const names = await namesOf(tx, ids)
  if (names.tags.size < ids.tags.length) throw new AppError('ERR_NO_TAG_FOUND')
  if (names.users.size < ids.users.length) throw new AppError('ERR_NO_USER_FOUND')
}

/** All tags of the company. */
export const allTags = (tx: Tx): Promise<{ id: number; name: string }[]> =>
  tx.db.tag.findMany({ select: { id: true, name: true } })

/** Forgets what is over since long, and imports that nobody went on with. Receipts of erasures stay. */
export async function pruneTasks(system: Database['system'], { old, left }: { old: Date; left: Date }): Promise<void> {
  await system.$executeRaw`
    delete from contact_task
     where due_at is null and (created_at < ${old} or (state in ('draft', 'checked') and created_at < ${left}))`
}
