import { Prisma } from '../../platform/db/generated/client.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'

export interface AbsenceFact {
  eventId: string
  ticketId: number
  messageId: string | null
}

/** What decides whether somebody is told that nobody is there. */
export interface AbsenceSubject {
  eventId: string
  ticketId: number
  status: string
  channelId: number
  queueId: number | null
  userId: number | null
  isGroup: boolean
  /** A conversation below a post. */
  isThread: boolean
  isFlow: boolean
  /** The customer's is not the last word. */
  isAnswered: boolean
  /** Of the message; null when the fact is about none. */
  fromMe: boolean | null
  /** They wrote within the last day. */
  isWaiting: boolean
}

/** In the order of the facts; those whose ticket or message is gone are left out. */
export const loadSubjects = (uow: UnitOfWork, tenantId: number, facts: AbsenceFact[]): Promise<AbsenceSubject[]> =>
  uow.query(
    { tenantId },
    Prisma.sql`
      select f.v->>'eventId' "eventId", t.id "ticketId", t.status, t.channel_id "channelId", t.queue_id "queueId",
             t.user_id "userId", t.is_group "isGroup", t.thread <> '' "isThread", t.chat_flow_id is not null "isFlow",
             t.answered "isAnswered", m.from_me "fromMe", coalesce(t.last_inbound_at > now() - interval '1 day', false) "isWaiting"
        from jsonb_array_elements(${JSON.stringify(facts)}::jsonb) with ordinality f (v, n)
        join ticket t on t.id = (f.v->>'ticketId')::int
        left join message m on m.tenant_id = t.tenant_id and m.id = (f.v->>'messageId')::uuid
       where f.v->>'messageId' is null or m.id is not null
       order by f.n`,
  )

/**
 * Notes that a fact is answered with an absence message, unless `max` of them were sent in the ticket since a moment.
 * @returns the id of the message: the same one whenever the same fact comes again; null when there is to be none
 */
export async function claimNotice(
  uow: UnitOfWork,
  tenantId: number,
  notice: { ticketId: number; eventId: string; messageId: string; now: Date; since: Date; max: number },
): Promise<string | null> {
  const { ticketId, eventId, messageId, now, since, max } = notice
  const rows = await uow.query<{ messageId: string }>(
    { tenantId },
    Prisma.sql`
      with known as (
        select message_id from absence_notice where ticket_id = ${ticketId} and event_id = ${eventId}::bigint
      ), made as (
        insert into absence_notice (ticket_id, event_id, message_id, said_at)
        select ${ticketId}::int, ${eventId}::bigint, ${messageId}::uuid, ${now}::timestamptz
         where not exists (select 1 from known)
           and (select count(*) from absence_notice
                 where ticket_id = ${ticketId} and said_at >= ${since}::timestamptz) < ${max}
        on conflict do nothing
        returning message_id
      )
      select message_id "messageId" from known union all select message_id from made`,
  )
  return rows[0]?.messageId ?? null
}
