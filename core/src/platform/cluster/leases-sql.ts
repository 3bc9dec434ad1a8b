import type { PrismaClient } from '../db/generated/client.ts'
import type { Lease, LeaseKey } from './types.ts'

type Db = Pick<PrismaClient, '$queryRaw' | '$executeRaw'>

/** @returns the new epoch, or null when somebody owns it */
export async function acquire(db: Db, { tenantId, channelId }: LeaseKey, nodeId: string): Promise<number | null> {
  const rows = await db.$queryRaw<{ epoch: number }[]>`
    insert into lease as l (tenant_id, channel_id, owner, epoch, expires_at)
    values (${tenantId}::int, ${channelId}::int, ${nodeId}::uuid, 1, now() + interval '20 seconds')
    on conflict (tenant_id, channel_id) do update
      set owner = excluded.owner, epoch = l.epoch + 1, expires_at = excluded.expires_at
      where l.owner is null or l.owner = excluded.owner or l.expires_at < now()
    returning epoch`
  return rows[0]?.epoch ?? null
}

/** Prolongs what is still ours under the same epoch. @returns these */
export async function renew(db: Db, leases: readonly (LeaseKey & Lease)[], nodeId: string): Promise<LeaseKey[]> {
  return db.$queryRaw<LeaseKey[]>`
    update lease l set expires_at = now() + interval '20 seconds'
    from unnest(${leases.map((one) => one.tenantId)}::int[], ${leases.map((one) => one.channelId)}::int[],
      ${leases.map((one) => one.epoch)}::int[]) mine (tenant_id, channel_id, epoch)
    where l.tenant_id = mine.tenant_id and l.channel_id = mine.channel_id and l.epoch = mine.epoch
      and l.owner = ${nodeId}::uuid and l.expires_at > now()
    returning l.tenant_id "tenantId", l.channel_id "channelId"`
}

export async function release(db: Db, lease: LeaseKey & Lease, nodeId: string): Promise<void> {
  await db.$executeRaw`
    update lease set owner = null, expires_at = now()
    where tenant_id = ${lease.tenantId} and channel_id = ${lease.channelId} and epoch = ${lease.epoch}
      and owner = ${nodeId}::uuid`
}

/** Leases that somebody holds, over all companies. */
export async function count(db: Db): Promise<number> {
  const rows = await db.$queryRaw<{ held: number }[]>`
    select count(*)::int "held" from lease where owner is not null and expires_at > now()`
  return rows[0]?.held ?? 0
}

export async function ownerOf(db: Db, key: LeaseKey): Promise<(Lease & { nodeId: string }) | null> {
  const rows = await db.$queryRaw<(Lease & { nodeId: string })[]>`
    select owner::text "nodeId", epoch from lease
    where tenant_id = ${key.tenantId} and channel_id = ${key.channelId} and owner is not null and expires_at > now()`
  return rows[0] ?? null
}
