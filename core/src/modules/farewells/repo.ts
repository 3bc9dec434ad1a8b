import type { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

type Stored = Prisma.FarewellMessageGetPayload<object>

export interface FarewellRow extends Stored {
  userName: string | null
  queueIds: number[]
}

export interface FarewellValues {
  name?: string
  message?: string
  showAll?: boolean
}

const MAX_LISTED = 1000

/** What this person sees; everything without an owner too where `ownerless`. */
export async function listFarewells(
  tx: Tx,
  { userId, ownerless }: { userId: number | null; ownerless: boolean },
): Promise<FarewellRow[]> {
  const seen: Prisma.FarewellMessageWhereInput[] = [{ showAll: true }]
  if (userId !== null) seen.push({ userId })
  if (ownerless) seen.push({ userId: null })
  const rows = await tx.db.farewellMessage.findMany({ where: { OR: seen }, orderBy: { id: 'asc' }, take: MAX_LISTED })
  return complete(tx, rows)
}

export async function findFarewell(tx: Tx, id: number): Promise<FarewellRow | null> {
  return (await complete(tx, await tx.db.farewellMessage.findMany({ where: { id } })))[0] ?? null
}

async function complete(tx: Tx, rows: Stored[]): Promise<FarewellRow[]> {
  if (rows.length === 0) return []
  const owners = [...new Set(rows.flatMap((row) => row.userId ?? []))]
  const people = await tx.db.user.findMany({ where: { id: { in: owners } }, select: { id: true, name: true } })
  const queues = await tx.db.farewellQueue.findMany({
    where: { farewellId: { in: rows.map((row) => row.id) } },
    orderBy: { queueId: 'asc' },
  })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const queuesOf = Map.groupBy(queues, (row) => row.farewellId)
  return rows.map((row) => ({
    ...row,
    userName: row.userId === null ? null : (names.get(row.userId) ?? null),
    queueIds: (queuesOf.get(row.id) ?? []).map((queue) => queue.queueId),
  }))
}

export async function insertFarewell(
  tx: Tx,
  values: FarewellValues & { message: string; userId: number | null },
): Promise<number> {
  return (await tx.db.farewellMessage.create({ data: values, select: { id: true } })).id
}

export async function updateFarewell(tx: Tx, id: number, values: FarewellValues): Promise<void> {
  await tx.db.farewellMessage.updateMany({ where: { id }, data: values })
}

/** False when one of them is no queue of the company. */
export async function setQueues(tx: Tx, id: number, queueIds: number[]): Promise<boolean> {
  if ((await tx.db.queue.count({ where: { id: { in: queueIds } } })) !== queueIds.length) return false
  await tx.db.farewellQueue.deleteMany({ where: { farewellId: id } })
  await tx.db.farewellQueue.createMany({ data: queueIds.map((queueId) => ({ farewellId: id, queueId })) })
  return true
}

export async function deleteFarewell(tx: Tx, id: number): Promise<void> {
  await tx.db.farewellMessage.deleteMany({ where: { id } })
}
