import type { Database } from '../../platform/db/database.ts'
import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'

/** Of these companies those in which any word moves a ticket. */
export async function tenantsWithKeywords(system: Database['system'], tenantIds: number[]): Promise<number[]> {
  const rows = await system.$queryRaw<{ id: number }[]>`
    select distinct tenant_id id from queue
     where tenant_id = any(${tenantIds}::int[]) and is_active and cardinality(transfer_keywords) > 0`
  return rows.map(({ id }) => id)
}

export interface Match {
  ticketId: number
  queueId: number
  keyword: string
}

/**
 * Messages of customers that are exactly a queue's word, accents and case aside, in tickets that nobody has and that are
 * elsewhere. The last one of a ticket counts.
 */
export const findMatches = (uow: UnitOfWork, tenantId: number, messageIds: string[]): Promise<Match[]> =>
  uow.query<Match>(
    { tenantId },
    Prisma.sql`
      select distinct on (t.id) t.id "ticketId", q.id "queueId", k.word keyword
        from message m
        join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
        join queue q on q.tenant_id = m.tenant_id and q.is_active and q.id is distinct from t.queue_id
       cross join lateral unnest(q.transfer_keywords) k(word)
       where m.id = any(${messageIds}::uuid[]) and not m.from_me and m.type in ('text', 'choice')
         and fold(btrim(m.body)) = fold(k.word)
         and t.status = 'pending' and t.user_id is null and t.chat_flow_id is null and not t.is_group and t.thread = ''
       order by t.id, m.seq desc, q.id`,
  )
