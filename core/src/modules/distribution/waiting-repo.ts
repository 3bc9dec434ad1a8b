import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { Tx } from '../../platform/db/uow.ts'
import type { Waiting } from './policy.ts'

/** A ticket that waits for somebody. */
export interface WaitingTicket extends Waiting {
  id: number
  /** Null for none; whose rules hold. */
  channelId: number
  /** Its place: since when its customer waits, less the head start of its queue. */
  since: Date
}

export interface Place {
  since: Date
  id: number
}

/** Nobody has the ticket `t`, and neither a flow nor time nor the customer is to do something first. */
const waitsSql = Prisma.sql`(t.status = 'pending' and t.user_id is null and t.snoozed_until is null
  and t.chat_flow_id is null and not t.is_group
  and (t.waiting_since is not null or not t.answered or t.started_at is not null))`

const ownersSql = Prisma.sql`array(
  select w.user_id from contact_wallet w where w.tenant_id = t.tenant_id and w.contact_id = t.contact_id)`

/** Those who had it in hand and gave it back since it was last closed or transferred. */
const returnedBySql = Prisma.sql`array(
  select distinct l.from_user_id from ticket_log l
   where l.ticket_id = t.id and l.type in ('pending', 'autoPending') and l.from_user_id is not null
     and l.id > coalesce((select max(e.id) from ticket_log e
                           where e.ticket_id = t.id and e.type in ('closed', 'autoCloseInactive', 'transfered')), 0)
     and exists (select 1 from ticket_log h
                  where h.ticket_id = t.id and h.to_user_id = l.from_user_id and h.id < l.id))`

const sinceSql = Prisma.sql`coalesce(t.waiting_since, t.last_message_at)
  - make_interval(mins => coalesce(q.head_start_minutes, 0))`

const selectSql = (directsToWallets: boolean) => Prisma.sql`
  select t.id, t.queue_id "queueId", t.channel_id "channelId", t.remembered_user_id "rememberedId", ${sinceSql} since,
         case when ${directsToWallets} then ${ownersSql} else '{}'::int[] end "ownerIds", ${returnedBySql} "returnedBy"
    from ticket t left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id`

export interface WaitingFor {
  directsToWallets: boolean
  /** Queues in which somebody could take a ticket, and owners of wallets who could. */
  queueIds: readonly number[]
  ownerIds: readonly number[]
}

/** Tickets that somebody could take, longest waiting first. */
export const waitingTickets = (
  tx: Tx,
  { directsToWallets, queueIds, ownerIds }: WaitingFor,
  { after, limit }: { after: Place | null; limit: number },
): Promise<WaitingTicket[]> =>
  tx.db.$queryRaw<WaitingTicket[]>`
    select * from (${selectSql(directsToWallets)} where ${waitsSql}) w
     where case when cardinality(w."ownerIds") > 0 then w."ownerIds" && ${[...ownerIds]}::int[]
                else coalesce(w."queueId" = any(${[...queueIds]}::int[]), false) end
       and (${after === null} or (w.since, w.id) > (${after?.since ?? null}::timestamptz, ${after?.id ?? 0}::int))
     order by w.since, w.id limit ${limit}`

/** Null when it does not wait (any more). */
export async function waitingTicket(tx: Tx, id: number, directsToWallets: boolean): Promise<WaitingTicket | null> {
  const [row] = await tx.db.$queryRaw<
    WaitingTicket[]
  >`${selectSql(directsToWallets)} where t.id = ${id} and ${waitsSql}`
  return row ?? null
}

/** The line of a queue: how many wait, how many of them before a ticket, and who comes first. */
export async function lineOf(
  tx: Tx,
  queueId: number,
  before: Place | null,
): Promise<{ waiting: number; ahead: number; firstId: number | null }> {
  const [row] = await tx.db.$queryRaw<{ waiting: number; ahead: number; firstId: number | null }[]>`
    select count(*)::int waiting, (array_agg(w.id order by w.since, w.id))[1] "firstId",
           (count(*) filter (where (w.since, w.id) < (${before?.since ?? null}::timestamptz, ${before?.id ?? 0}::int)))::int ahead
      from (select t.id, ${sinceSql} since
              from ticket t join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
             where t.queue_id = ${queueId} and ${waitsSql}) w`
  return row ?? { waiting: 0, ahead: 0, firstId: null }
}

/** Tickets that wait for an owner of their contact, of which that is not written down yet. */
export const unnotedOwned = (tx: Tx, limit: number): Promise<{ id: number; queueId: number | null }[]> =>
  tx.db.$queryRaw<{ id: number; queueId: number | null }[]>`
    select t.id, t.queue_id "queueId" from ticket t
     where ${waitsSql} and cardinality(${ownersSql}) > 0
       and not exists (select 1 from ticket_log l where l.ticket_id = t.id and l.type = 'walletAway'
                          and l.created_at >= coalesce(t.waiting_since, t.created_at))
     order by t.id limit ${limit}`

/** Companies that give tickets away by a rule. */
const ruledSql = Prisma.sql`
  select s.tenant_id from setting s
   where (s.key = 'distribution' and s.value <> 'off') or (s.key = 'DirectTicketsToWallets' and s.value = 'enabled')
  union select q.tenant_id from queue q where q.distribution <> 'off'`

export async function ruledTenants(system: Database['system'], tenantIds: readonly number[]): Promise<number[]> {
  const rows = await system.$queryRaw<{ id: number }[]>`
    select r.tenant_id id from (${ruledSql}) r where r.tenant_id = any(${[...tenantIds]}::int[])`
  return rows.map(({ id }) => id)
}

/** Those of them in which a ticket waits. */
export async function waitingTenants(system: Database['system']): Promise<number[]> {
  const rows = await system.$queryRaw<{ id: number }[]>`
    select r.tenant_id id from (${ruledSql}) r
     where exists (select 1 from ticket t where t.tenant_id = r.tenant_id and ${waitsSql})`
  return rows.map(({ id }) => id)
}
