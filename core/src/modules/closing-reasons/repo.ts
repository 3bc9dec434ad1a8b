import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

type Stored = Prisma.ClosingReasonGetPayload<object>

export interface ReasonRow extends Stored {
  queueIds: number[]
}

export interface ReasonValues {
  name?: string
  color?: string
  isActive?: boolean
}

/** Names are told apart without regard to case, one change at a time. */
export const lockReasons = (tx: Tx): Promise<void> => lockName(tx, 'closing-reasons')

export async function listReasons(tx: Tx, activeOnly: boolean): Promise<ReasonRow[]> {
  const rows = await tx.db.closingReason.findMany({
    where: activeOnly ? { isActive: true } : {},
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 5000,
  })
  return withQueues(tx, rows)
}

export async function findReason(tx: Tx, id: number): Promise<ReasonRow | null> {
  return (await withQueues(tx, await tx.db.closingReason.findMany({ where: { id } })))[0] ?? null
}

async function withQueues(tx: Tx, rows: Stored[]): Promise<ReasonRow[]> {
  const links = await tx.db.closingReasonQueue.findMany({
    where: { closingReasonId: { in: rows.map(({ id }) => id) } },
    orderBy: { queueId: 'asc' },
  })
  const queuesOf = Map.groupBy(links, (link) => link.closingReasonId)
  return rows.map((row) => ({ ...row, queueIds: (queuesOf.get(row.id) ?? []).map(({ queueId }) => queueId) }))
}

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from closing_reason where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export async function insertReason(tx: Tx, values: ReasonValues & { name: string }): Promise<number> {
  return (await tx.db.closingReason.create({ data: values, select: { id: true } })).id
}

export async function updateReason(tx: Tx, id: number, values: ReasonValues): Promise<void> {
  await tx.db.closingReason.updateMany({ where: { id }, data: values })
}

/** False when one of them is no queue of the company. */
export async function setQueues(tx: Tx, id: number, queueIds: number[]): Promise<boolean> {
  if ((await tx.db.queue.count({ where: { id: { in: queueIds } } })) !== queueIds.length) return false
  await tx.db.closingReasonQueue.deleteMany({ where: { closingReasonId: id } })
  await tx.db.closingReasonQueue.createMany({ data: queueIds.map((queueId) => ({ closingReasonId: id, queueId })) })
  return true
}

export async function hasTickets(tx: Tx, id: number): Promise<boolean> {
  const used = { closingReasonId: id }
  if (await tx.db.ticket.findFirst({ where: used, select: { id: true } })) return true
  return (await tx.db.ticketLog.findFirst({ where: used, select: { id: true } })) !== null
}

export async function deleteReason(tx: Tx, id: number): Promise<void> {
  await tx.db.closingReason.deleteMany({ where: { id } })
}
