import type { Tx } from '../../platform/db/uow.ts'

export interface ChannelCounts {
  queued: number
  sending: number
  failed: number
  unknown: number
  oldestQueuedAt: Date | null
  waiting: number
  dead: number
  lastInboundAt: Date | null
  lastOutboundAt: Date | null
}

/** What waits, what failed during the last day, and when something last went in and out. */
export async function countWork(tx: Tx, id: number): Promise<ChannelCounts | null> {
  const rows = await tx.db.$queryRaw<ChannelCounts[]>`
    with recent as (
      select id, last_inbound_at from ticket
       where channel_id = ${id} and last_message_at > now() - interval '30 days'
       order by last_message_at desc limit 20)
    select d.*, i.*,
           (select max(last_inbound_at) from recent) "lastInboundAt",
           (select max(m.sent_at) from recent r join message m on m.ticket_id = r.id
             where m.from_me and m.status in ('sent', 'delivered', 'read', 'played')) "lastOutboundAt"
      from (select count(*) filter (where state = 'queued')::int "queued",
                   count(*) filter (where state = 'sending')::int "sending",
                   count(*) filter (where state = 'failed')::int "failed",
                   count(*) filter (where state = 'unknown')::int "unknown",
                   min(created_at) filter (where state = 'queued') "oldestQueuedAt"
              from delivery
             where channel_id = ${id} and (state in ('queued', 'sending') or created_at > now() - interval '1 day')) d,
           (select count(*) filter (where state = 'new')::int "waiting", count(*) filter (where state = 'dead')::int "dead"
              from inbox where channel_id = ${id} and state in ('new', 'dead')) i`
  return rows[0] ?? null
}

export interface ChannelFailure {
  code: string
  count: number
  /** What the provider said the last time. */
  detail: string | null
}

/** Why messages failed during the last day, the most frequent first. */
export const failuresOf = (tx: Tx, id: number): Promise<ChannelFailure[]> => tx.db.$queryRaw`
  select error_code "code", count(*)::int "count", (array_agg(error_detail order by attempted_at desc))[1] "detail"
    from delivery
   where channel_id = ${id} and state = 'failed' and error_code is not null and created_at > now() - interval '1 day'
   group by error_code order by count(*) desc limit 5`
