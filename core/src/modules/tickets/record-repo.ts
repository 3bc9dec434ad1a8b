import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { ContactRecord } from '../contacts/index.ts'
import type { PastQueue, TicketFacts } from './policy.ts'
import { ask, type Source } from './source-repo.ts'

type Row = Omit<Prisma.TicketGetPayload<object>, 'pastQueues'>

/** A ticket with everything that its presentations show. */
export interface TicketRecord extends Row {
  contact: ContactRecord
  channel: { id: number; name: string; type: string; state: string }
  user: { id: number; name: string } | null
  userEmail: string | null
  rememberedUser: { id: number; name: string } | null
  /** Of a closed ticket: what its customer was asked last, and said. Times as ISO text. */
  rating: { state: string; score: number | null; askedAt: string; answeredAt: string | null } | null
  queueName: string | null
  /** Queues in which it was before, oldest first. */
  pastQueues: PastQueue[]
  closingReason: { id: number; name: string; color: string } | null
  /** The company hides phone numbers from agents. */
  hidesPhones: boolean
  /** The company lets agents read what waits only when they accept it. */
  hidesWaiting: boolean
  /** The company lets agents read only what was said in their queues. */
  hidesOtherQueues: boolean
}

/** A row of `recordSql`. */
export interface Fetched extends Omit<TicketRecord, 'contact'> {
  contact: Omit<ContactRecord, 'createdAt' | 'updatedAt'>
  contactCreatedAt: Date
  contactUpdatedAt: Date
}

/** Tickets in the order of the ids, those that exist; one statement, since every message that comes in needs it. */
export async function loadTickets(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  ids: readonly number[],
): Promise<TicketRecord[]> {
  if (ids.length === 0) return []
  const rows = await ask<Fetched>(source, scope, recordSql([...new Set(ids)]))
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return ids.flatMap((id) => records.get(id) ?? [])
}

export const recordOf = ({ contact, contactCreatedAt, contactUpdatedAt, ...row }: Fetched): TicketRecord => ({
  ...row,
  contact: { ...contact, createdAt: contactCreatedAt, updatedAt: contactUpdatedAt },
})

export const factsOf = (record: TicketRecord): TicketFacts => ({
  id: record.id,
  status: record.status,
  userId: record.userId,
  queueId: record.queueId,
  channelId: record.channelId,
  contactId: record.contactId,
  isGroup: record.isGroup,
  chatFlowId: record.chatFlowId,
  walletUserIds: record.contact.wallets.map(({ id }) => id),
})

/**
 * The ids hide in a subquery: a planner that saw them would plan anew each time, which takes five times as long as the
 * statement itself.
 */
export const recordSql = (ids: number[]): Prisma.Sql => Prisma.sql`
  select t.tenant_id "tenantId", t.id, t.protocol, t.status, t.contact_id "contactId", t.channel_id "channelId",
         t.address_id "addressId", t.queue_id "queueId", t.user_id "userId", t.is_group "isGroup",
         t.chat_flow_id "chatFlowId", t.unread_messages "unreadMessages", t.answered,
         t.is_active_demand "isActiveDemand", t.is_farewell_message "isFarewellMessage", t.last_message "lastMessage",
         t.last_message_at "lastMessageAt", t.waiting_since "waitingSince", t.closing_reason_id "closingReasonId",
         t.thread, t.last_inbound_at "lastInboundAt", t.seq, t.version, t.started_at "startedAt", t.closed_at "closedAt",
         t.snoozed_until "snoozedUntil", t.remembered_user_id "rememberedUserId", t.held_since "heldSince",
         t.transfer_note "transferNote", t.first_reply_seconds "firstReplySeconds", t.past_queues "pastQueues", t.created_at "createdAt",
         t.updated_at "updatedAt", c.created_at "contactCreatedAt", c.updated_at "contactUpdatedAt",
         json_build_object(
           'tenantId', c.tenant_id, 'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email,
           'pushname', c.pushname, 'profilePicId', c.profile_pic_id, 'isGroup', c.is_group, 'isBlocked', c.is_blocked,
           'disableBot', c.disable_bot, 'disableCampaign', c.disable_campaign, 'disableCrm', c.disable_crm,
           'ignore', c.ignore, 'disableRating', c.disable_rating, 'disableTranscription', c.disable_transcription,
           'extraInfo', coalesce((
             select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value, 'contactId', e.contact_id)
                             order by e.id)
               from contact_extra e where e.tenant_id = c.tenant_id and e.contact_id = c.id), '[]'),
           'tags', coalesce((
             select json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color, 'isActive', g.is_active)
                             order by g.name)
               from contact_tag l join tag g on g.tenant_id = l.tenant_id and g.id = l.tag_id
              where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
           'wallets', coalesce((
             select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name)
               from contact_wallet l join app_user o on o.tenant_id = l.tenant_id and o.id = l.user_id
              where l.tenant_id = c.tenant_id and l.contact_id = c.id), '[]'),
           'addresses', coalesce((
             select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'scope', a.scope, 'value', a.value)
                             order by a.id)
               from contact_address a where a.tenant_id = c.tenant_id and a.contact_id = c.id), '[]')) contact,
         json_build_object('id', h.id, 'name', h.name, 'type', h.type, 'state', h.state) channel,
         case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end "user", u.email "userEmail",
         case when ru.id is not null then json_build_object('id', ru.id, 'name', ru.name) end "rememberedUser",
         case when t.status = 'closed' then (
           select json_build_object('state', g.state, 'score', g.score, 'askedAt', g.asked_at, 'answeredAt', g.answered_at)
             from rating g where g.tenant_id = t.tenant_id and g.ticket_id = t.id
            order by g.asked_at desc, g.id desc limit 1) end rating,
         q.name "queueName",
         case when r.id is not null
              then json_build_object('id', r.id, 'name', r.name, 'color', r.color) end "closingReason",
         exists (select 1 from setting s where s.key = 'hidePhoneNumbers' and s.value = 'enabled') "hidesPhones",
         exists (select 1 from setting s where s.key = 'allowPeek' and s.value = 'disabled') "hidesWaiting",
         exists (select 1 from setting s where s.key = 'onlyQueueMessages' and s.value = 'enabled') "hidesOtherQueues"
    from unnest((select ${ids}::int[])) x(id)
    join ticket t on t.id = x.id
    join contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
    join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
    left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
    left join app_user ru on ru.tenant_id = t.tenant_id and ru.id = t.remembered_user_id
    left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
    left join closing_reason r on r.tenant_id = t.tenant_id and r.id = t.closing_reason_id`
