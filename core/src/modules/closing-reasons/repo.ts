import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type ReasonRow = Prisma.ClosingReasonGetPayload<object>
export interface ReasonValues {
  name?: string
  color?: string
  isActive?: boolean
}

/** Names are told apart without regard to case, one change at a time. */
export const lockReasons = (tx: Tx): Promise<void> => lockName(tx, 'closing-reasons')

export const listReasons = (tx: Tx, activeOnly: boolean): Promise<ReasonRow[]> =>
  tx.db.closingReason.findMany({
    where: activeOnly ? { isActive: true } : {},
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: 5000,
  })

export const findReason = (tx: Tx, id: number): Promise<ReasonRow | null> =>
  tx.db.closingReason.findFirst({ where: { id } })

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from closing_reason where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export const insertReason = (tx: Tx, values: ReasonValues & { name: string }): Promise<ReasonRow> =>
  tx.db.closingReason.create({ data: values })

export async function updateReason(tx: Tx, id: number, values: ReasonValues): Promise<void> {
  await tx.db.closingReason.updateMany({ where: { id }, data: values })
}

export async function hasTickets(tx: Tx, id: number): Promise<boolean> {
  const used = { closingReasonId: id }
  if (await tx.db.ticket.findFirst({ where: used, select: { id: true } })) return true
  return (await tx.db.ticketLog.findFirst({ where: used, select: { id: true } })) !== null
}

export async function deleteReason(tx: Tx, id: number): Promise<void> {
  await tx.db.closingReason.deleteMany({ where: { id } })
}
