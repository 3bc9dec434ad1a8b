import type { Database } from '../../../platform/db/database.ts'
import { Prisma } from '../../../platform/db/generated/client.ts'
import type { Locale, Profile } from '../../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../../platform/db/uow.ts'

export interface NewDelivery {
  kind: string
  params: Record<string, string | number | null>
  link: string | null
  ticketId: number | null
  dueAt: Date
  expiresAt: Date
}

/** For every browser of these people, one each per topic. @returns how many */
export const insertDeliveries = (
  tx: Tx,
  topics: readonly { userId: number; topic: string }[],
  { kind, params, link, ticketId, dueAt, expiresAt }: NewDelivery,
): Promise<number> => tx.db.$executeRaw`
  insert into push_delivery as d (id, subscription_id, topic, kind, params, link, ticket_id, due_at, expires_at)
  select gen_random_uuid(), s.id, t->>'topic', ${kind}, ${JSON.stringify(params)}::jsonb, ${link}, ${ticketId}::int,
         ${dueAt}::timestamptz, ${expiresAt}::timestamptz
    from jsonb_array_elements(${JSON.stringify(topics)}::jsonb) t
    join push_subscription s on s.user_id = (t->>'userId')::int
  on conflict (tenant_id, subscription_id, topic) do update
     set kind = excluded.kind, params = excluded.params, link = excluded.link, expires_at = excluded.expires_at,
         due_at = least(d.due_at, excluded.due_at), revision = d.revision + 1`

export interface ClaimedDelivery {
  id: string
  topic: string
  kind: string
  params: Record<string, string | number | null>
  link: string | null
  ticketId: number | null
  revision: number
  /** This one included. */
  attempts: number
  expiresAt: Date
  subscriptionId: string
  endpoint: string
  keys: Uint8Array
  /** Neither the session in which it was made nor the person's account has ended. */
  isAlive: boolean
  sessionId: string
  userId: number
  userName: string
  profile: Profile
  locale: Locale
}

/** Takes what is due, until `leaseUntil`: whoever died with it is replaced after that. */
export const claimDue = (
  uow: UnitOfWork,
  tenantId: number,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<ClaimedDelivery[]> =>
  uow.query(
    { tenantId },
    Prisma.sql`
      with due as (
        select d.tenant_id, d.id from push_delivery d
         where d.due_at <= ${now}::timestamptz order by d.due_at limit ${limit} for update skip locked)
      update push_delivery d
         set attempts = d.attempts + 1, due_at = ${leaseUntil}::timestamptz
        from due, push_subscription s, session e, app_user u
       where d.tenant_id = due.tenant_id and d.id = due.id
         and s.tenant_id = d.tenant_id and s.id = d.subscription_id
         and e.tenant_id = s.tenant_id and e.id = s.session_id and u.tenant_id = s.tenant_id and u.id = s.user_id
      returning d.id, d.topic, d.kind, d.params, d.link, d.ticket_id "ticketId", d.revision, d.attempts,
                d.expires_at "expiresAt", s.id "subscriptionId", s.endpoint, s.keys, s.session_id "sessionId",
                (e.revoked_at is null and e.expires_at > ${now}::timestamptz and e.ends_at > ${now}::timestamptz
                  and u.is_active) "isAlive",
                u.id "userId", u.name "userName", u.profile, u.locale`,
  )

/** Done with, unless something newer of its topic came meanwhile. */
export async function removeDelivery(
  uow: UnitOfWork,
  tenantId: number,
  { id, revision }: Pick<ClaimedDelivery, 'id' | 'revision'>,
): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`
      with done as (delete from push_delivery where id = ${id}::uuid and revision = ${revision} returning id)
      update push_delivery set attempts = 0, due_at = least(due_at, now())
       where id = ${id}::uuid and revision <> ${revision} and not exists (select 1 from done)`,
  )
}

export async function postponeDelivery(uow: UnitOfWork, tenantId: number, id: string, dueAt: Date): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`update push_delivery set due_at = ${dueAt}::timestamptz where id = ${id}::uuid`,
  )
}

/** Companies with something due. */
export async function tenantsWithDue(system: Database['system'], now: Date): Promise<number[]> {
  const rows = await system.$queryRaw<{ tenantId: number }[]>`
    select distinct tenant_id "tenantId" from push_delivery where due_at <= ${now}::timestamptz limit 1000`
  return rows.map((row) => row.tenantId)
}

/** Of these companies those in which some browser waits for pushes. */
export async function tenantsWithPush(system: Database['system'], tenantIds: readonly number[]): Promise<number[]> {
  const rows = await system.$queryRaw<{ tenantId: number }[]>`
    select distinct tenant_id "tenantId" from push_subscription where tenant_id = any(${[...tenantIds]}::int[])`
  return rows.map((row) => row.tenantId)
}
