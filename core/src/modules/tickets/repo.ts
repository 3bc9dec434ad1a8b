import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { TicketFacts } from './policy.ts'
import { ask, type Source } from './source-repo.ts'

export { inBotSql, readableSql, snoozedSql, visibleSql } from './visible-repo.ts'

const factsSql = Prisma.sql`
  select t.id, t.status, t.user_id "userId", t.queue_id "queueId", t.channel_id "channelId",
         t.contact_id "contactId", t.is_group "isGroup", t.chat_flow_id "chatFlowId",
         array(select w.user_id from contact_wallet w
                where w.tenant_id = t.tenant_id and w.contact_id = t.contact_id) "walletUserIds"
    from ticket t`

export async function findFacts(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  id: number,
): Promise<TicketFacts | null> {
  const [row] = await ask<TicketFacts>(source, scope, Prisma.sql`${factsSql} where t.id = ${id}`)
  return row ?? null
}

const MAX_OF_CONTACT = 100

/** Ids of a contact's tickets, those in use first and then the newest. */
export async function ticketsOfContact(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  contactId: number,
): Promise<number[]> {
  const rows = await ask<{ id: number }>(
    source,
    scope,
    Prisma.sql`select t.id from ticket t where t.contact_id = ${contactId}
                order by (t.status = 'closed'), t.last_message_at desc, t.id desc limit ${MAX_OF_CONTACT}`,
  )
  return rows.map(({ id }) => id)
}
