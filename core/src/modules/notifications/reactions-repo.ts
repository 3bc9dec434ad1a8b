import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'

const adminsSql = Prisma.sql`array(
  select u.id from app_user u where u.tenant_id = c.tenant_id and u.profile = 'admin' and u.is_active)`

/** The name of a channel that is switched on, and whom it concerns when it is down; null otherwise. */
export async function downChannel(tx: Tx, id: number): Promise<{ name: string; adminIds: number[] } | null> {
  const [row] = await tx.db.$queryRaw<{ name: string; adminIds: number[] }[]>`
    select c.name, ${adminsSql} "adminIds" from channel c
     where c.id = ${id} and c.is_active and not c.is_deleted and c.state <> 'connected'`
  return row ?? null
}

/** A channel and who looks after it. */
export async function channelOf(tx: Tx, id: number): Promise<{ name: string; adminIds: number[] } | null> {
  const [row] = await tx.db.$queryRaw<{ name: string; adminIds: number[] }[]>`
    select c.name, ${adminsSql} "adminIds" from channel c where c.id = ${id} and not c.is_deleted`
  return row ?? null
}

/** Those of these people who have a browser that waits for pushes. */
export async function withBrowser(tx: Tx, userIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db.$queryRaw<{ userId: number }[]>`
    select distinct user_id "userId" from push_subscription where user_id = any(${[...userIds]}::int[])`
  return new Set(rows.map((row) => row.userId))
}

/** The name of somebody of the company. */
export async function nameOf(tx: Tx, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  return (await tx.db.user.findFirst({ where: { id: userId }, select: { name: true } }))?.name ?? null
}
