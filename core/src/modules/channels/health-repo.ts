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
    select d.*, i.*,
           (select max(received_at) from inbox where channel_id = ${id}) "lastInboundAt",
           (select max(attempted_at) from delivery where channel_id = ${id} and state = 'sent') "lastOutboundAt"
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
