import { lockName } from '../../platform/advisory-lock.ts'
import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

export type QueueRow = Prisma.QueueGetPayload<object>
export type QueueValues = Partial<Omit<QueueRow, 'id' | 'tenantId' | 'createdAt' | 'updatedAt'>>

/** Names are told apart without regard to case, one change at a time. */
export const lockQueues = (tx: Tx): Promise<void> => lockName(tx, 'queues')

export const listQueues = (tx: Tx): Promise<QueueRow[]> =>
  tx.db.queue.findMany({ orderBy: [{ name: 'asc' }, { id: 'asc' }], take: 1000 })

export const findQueue = (tx: Tx, id: number): Promise<QueueRow | null> => tx.db.queue.findFirst({ where: { id } })

export const countQueues = (tx: Tx): Promise<number> => tx.db.queue.count()

export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  const rows = await tx.db.$queryRaw<{ id: number }[]>`
    select id from queue where lower(name) = lower(${name}) and id is distinct from ${except}::int limit 1`
  return rows.length > 0
}

export const insertQueue = (tx: Tx, values: QueueValues & { name: string }): Promise<QueueRow> =>
  tx.db.queue.create({ data: values })

export async function updateQueue(tx: Tx, id: number, values: QueueValues): Promise<void> {
  await tx.db.queue.updateMany({ where: { id }, data: values })
}

export async function hasTickets(tx: Tx, id: number): Promise<boolean> {
  return (await tx.db.ticket.findFirst({ where: { queueId: id }, select: { id: true } })) !== null
}

/** Channels, other queues and people that pointed at it do so no more. */
export async function deleteQueue(tx: Tx, id: number): Promise<void> {
  await tx.db.userQueue.deleteMany({ where: { queueId: id } })
  await tx.db.queue.updateMany({ where: { fallbackQueueId: id }, data: { fallbackQueueId: null } })
  await tx.db.channel.updateMany({ where: { queueId: id }, data: { queueId: null } })
  await tx.db.ticketLog.updateMany({ where: { queueId: id }, data: { queueId: null } })
  await tx.db.ticketLog.updateMany({ where: { fromQueueId: id }, data: { fromQueueId: null } })
  await tx.db.queue.deleteMany({ where: { id } })
}
