import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Attempt, Settled } from './outcome.ts'

type System = Database['system']

export interface WebhookKey {
  tenantId: number
  channelId: number
}

/** Which channels of these companies have a webhook at work, and what it wants; none where the plan has no integrations. */
export const activeWebhooks = (system: System, tenantIds: number[]): Promise<(WebhookKey & { events: string[] })[]> =>
  system.$queryRaw`
    select w.tenant_id "tenantId", w.channel_id "channelId", w.events
      from webhook w
      join channel c on c.tenant_id = w.tenant_id and c.id = w.channel_id and not c.is_deleted
     where w.tenant_id = any(${tenantIds}::int[]) and w.is_active and w.paused_at is null
       and not exists (
         select 1 from tenant t join plan p on p.id = t.plan_id where t.id = w.tenant_id and not p.integrations)`

export interface NewDelivery {
  id: string
  channelId: number
  event: string
  eventId: string
  ticketId: number
  messageId: string | null
  payload: string
  createdAt: Date
}

/** In their order. What the same fact of the outbox brought before is there already. */
export async function insertDeliveries(
  uow: UnitOfWork,
  tenantId: number,
  rows: NewDelivery[],
  when: { now: Date; expiresAt: Date },
): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`
      insert into webhook_delivery (id, channel_id, event, event_id, ticket_id, message_id, payload, due_at, expires_at,
                                    created_at)
      select (i.v->>'id')::uuid, (i.v->>'channelId')::int, i.v->>'event', (i.v->>'eventId')::bigint,
             (i.v->>'ticketId')::int, (i.v->>'messageId')::uuid, i.v->>'payload', ${when.now}::timestamptz,
             ${when.expiresAt}::timestamptz, (i.v->>'createdAt')::timestamptz
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality i(v, n) order by i.n
      on conflict (tenant_id, channel_id, event_id) do nothing`,
  )
}

export interface Claimed {
  id: string
  event: string
  messageId: string | null
  payload: string
  /** This one included. */
  attempts: number
  createdAt: Date
  expiresAt: Date
}

/**
 * Takes what is due, for `leaseMs`: whoever died with it is replaced after that. The first `ordered` attempts of a
 * delivery keep later ones of its ticket waiting; from then on they pass it.
 */
export const claimDue = (
  uow: UnitOfWork,
  { tenantId, channelId }: WebhookKey,
  options: { now: number; leaseMs: number; limit: number; ordered: number },
): Promise<Claimed[]> => {
  const now = new Date(options.now)
  return uow.query(
    { tenantId },
    Prisma.sql`
      with due as (
        select d.tenant_id, d.id from webhook_delivery d
         where d.channel_id = ${channelId} and d.state = 'pending' and d.due_at <= ${now}::timestamptz
           and not exists (
             select 1 from webhook_delivery e
              where e.tenant_id = d.tenant_id and e.channel_id = d.channel_id and e.ticket_id = d.ticket_id
                and e.state = 'pending' and e.position < d.position and e.attempts < ${options.ordered})
         order by d.due_at, d.position limit ${options.limit} for update of d skip locked)
      update webhook_delivery d
         set attempts = d.attempts + 1, attempted_at = ${now}::timestamptz,
             due_at = ${new Date(options.now + options.leaseMs)}::timestamptz
        from due where d.tenant_id = due.tenant_id and d.id = due.id
      returning d.id, d.event, d.message_id "messageId", d.payload, d.attempts, d.created_at "createdAt",
                d.expires_at "expiresAt"`,
  )
}

/** Not yet: the try was none. */
export async function postpone(uow: UnitOfWork, tenantId: number, claimed: Claimed, dueAt: number): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`
      update webhook_delivery set attempts = attempts - 1, attempted_at = null, due_at = ${new Date(dueAt)}::timestamptz
       where id = ${claimed.id}::uuid and state = 'pending' and attempts = ${claimed.attempts}`,
  )
}

export async function setPayload(uow: UnitOfWork, tenantId: number, id: string, payload: string): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`update webhook_delivery set payload = ${payload}, message_id = null where id = ${id}::uuid`,
  )
}

/** Writes down how an attempt ended, unless somebody asked for another one meanwhile. */
export async function settleDelivery(
  uow: UnitOfWork,
  tenantId: number,
  claimed: Claimed,
  { failure, statusCode, durationMs, response }: Attempt,
  settled: Settled,
): Promise<void> {
  const dueAt = settled.state === 'pending' ? new Date(settled.dueAt) : null
  await uow.query(
    { tenantId },
    Prisma.sql`
      update webhook_delivery
         set state = ${settled.state}, reason = ${failure}, status_code = ${statusCode}, duration_ms = ${durationMs},
             response = ${response}, due_at = coalesce(${dueAt}::timestamptz, due_at)
       where id = ${claimed.id}::uuid and state = 'pending' and attempts = ${claimed.attempts}`,
  )
}

/** What nobody could send in time. */
export async function expireDue(uow: UnitOfWork, { tenantId, channelId }: WebhookKey, now: number): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`
      update webhook_delivery set state = 'failed', reason = coalesce(reason, 'EXPIRED'), message_id = null
       where channel_id = ${channelId} and state = 'pending' and due_at <= ${new Date(now)}::timestamptz
         and expires_at <= ${new Date(now)}::timestamptz`,
  )
}

/** Epoch milliseconds at which something is due next; null when nothing waits. */
export async function nextDue(uow: UnitOfWork, { tenantId, channelId }: WebhookKey): Promise<number | null> {
  const [row] = await uow.query<{ at: Date | null }>(
    { tenantId },
    Prisma.sql`select min(due_at) "at" from webhook_delivery where channel_id = ${channelId} and state = 'pending'`,
  )
  return row?.at?.getTime() ?? null
}

export interface Health {
  failures: number
  failingSince: Date | null
}

/** Counts an attempt; `restMs` is how long nothing is tried once `restFrom` attempts in a row have failed. */
export async function noteAttempt(
  uow: UnitOfWork,
  { tenantId, channelId }: WebhookKey,
  { ok, now, restFrom, restMs }: { ok: boolean; now: number; restFrom: number; restMs: number },
): Promise<Health> {
  const at = new Date(now)
  const change = ok
    ? Prisma.sql`failures = 0, failing_since = null, rests_until = null, last_success_at = ${at}::timestamptz`
    : Prisma.sql`failures = failures + 1, failing_since = coalesce(failing_since, ${at}::timestamptz),
        rests_until = case when failures + 1 >= ${restFrom} then ${new Date(now + restMs)}::timestamptz end`
  const [row] = await uow.query<Health>(
    { tenantId },
    Prisma.sql`
      update webhook set ${change} where channel_id = ${channelId} returning failures, failing_since "failingSince"`,
  )
  return row ?? { failures: 0, failingSince: null }
}

/** Channels with something due, of all companies. */
export const dueWebhooks = (system: System, now: number): Promise<WebhookKey[]> => system.$queryRaw<WebhookKey[]>`
  select distinct tenant_id "tenantId", channel_id "channelId" from webhook_delivery
   where state = 'pending' and due_at <= ${new Date(now)} limit 1000`

/** Forgets what is old, and keeps the log of each channel at a size. */
export async function pruneDeliveries(
  system: System,
  { before, kept, waiting }: { before: Date; kept: number; waiting: number },
): Promise<void> {
  await system.$executeRaw`delete from webhook_delivery where created_at < ${before}`
  await system.$executeRaw`
    update webhook_delivery d set state = 'failed', reason = 'BACKLOG', message_id = null
      from (${boundsAt(waiting)}) b
     where d.tenant_id = b.tenant_id and d.channel_id = b.channel_id and d.position <= b.position and d.state = 'pending'`
  await system.$executeRaw`
    delete from webhook_delivery d using (${boundsAt(kept)}) b
     where d.tenant_id = b.tenant_id and d.channel_id = b.channel_id and d.position <= b.position and d.state <> 'pending'`
}

/** The newest delivery of each channel that is beyond so many. */
const boundsAt = (count: number): Prisma.Sql => Prisma.sql`
  select w.tenant_id, w.channel_id, l.position from webhook w cross join lateral (
    select d.position from webhook_delivery d where d.tenant_id = w.tenant_id and d.channel_id = w.channel_id
     order by d.position desc offset ${count} limit 1) l`
