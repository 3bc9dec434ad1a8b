import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'

type Bound = Pick<Scope, 'tenantId'>

/** The contact with everything that is written about them but their conversations, as it goes into the file. */
export async function loadPerson(
  uow: UnitOfWork,
  scope: Bound,
  rootId: number,
): Promise<{ ids: number[]; person: object } | null> {
  const [row] = await uow.query<{ ids: number[]; person: object }>(
    scope,
    Prisma.sql`
      with recursive part as (
        select c.id from contact c where c.id = ${rootId}::int and c.erased_at is null
        union select c.id from part p join contact c on c.merged_into_id = p.id)
      select (select array_agg(id order by id) from part) "ids", json_build_object(
          'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email, 'nameOnChannels', c.pushname,
          'isBlocked', c.is_blocked, 'wantsNoMarketing', c.no_marketing, 'disableBot', c.disable_bot,
          'disableCampaign', c.disable_campaign, 'disableCrm', c.disable_crm, 'ignore', c.ignore,
          'disableRating', c.disable_rating, 'disableTranscription', c.disable_transcription,
          'createdAt', c.created_at, 'updatedAt', c.updated_at,
          'formerNames', (select coalesce(json_agg(distinct o.name), '[]') from contact o
                           where o.id in (select id from part) and o.id <> c.id),
          'addresses', (select coalesce(json_agg(json_build_object('kind', a.kind, 'value', a.value, 'since', a.created_at)
                                                 order by a.id), '[]')
                          from contact_address a where a.contact_id in (select id from part)),
          'extraInfo', (select coalesce(json_agg(json_build_object('name', e.name, 'value', e.value) order by e.id), '[]')
                          from contact_extra e where e.contact_id in (select id from part)),
          'tags', (select coalesce(json_agg(g.name order by g.name), '[]') from contact_tag l
                     join tag g on g.tenant_id = l.tenant_id and g.id = l.tag_id where l.contact_id = c.id),
          'wallets', (select coalesce(json_agg(u.name order by u.name), '[]') from contact_wallet l
                        join app_user u on u.tenant_id = l.tenant_id and u.id = l.user_id where l.contact_id = c.id),
          'scheduledMessages', (
            select coalesce(json_agg(json_build_object('at', s.schedule_date, 'text', s.body, 'state', s.state) order by s.id), '[]')
              from scheduled_message s where s.contact_id in (select id from part))) "person"
        from contact c where c.id = ${rootId}::int and c.erased_at is null`,
  )
  return row ?? null
}

export interface PersonTicket {
  id: number
  ticket: object
}

/** The next conversations after one, with what was noted about them, without their messages. */
export const nextTickets = (
  uow: UnitOfWork,
  scope: Bound,
  ids: number[],
  after: number,
  take: number,
): Promise<PersonTicket[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select t.id, json_build_object(
          'id', t.id, 'protocol', t.protocol, 'status', t.status, 'channel', h.name, 'channelType', h.type,
          'queue', q.name, 'attendant', u.name, 'closingReason', r.name, 'createdAt', t.created_at, 'closedAt', t.closed_at,
          'notes', (select coalesce(json_agg(json_build_object('at', n.created_at, 'by', coalesce(w.name, n.user_name),
                                                               'text', n.body, 'editedAt', n.edited_at)
                                             order by n.id), '[]')
                      from ticket_note n
                      left join app_user w on w.tenant_id = n.tenant_id and w.id = n.user_id
                     where n.ticket_id = t.id),
          'ratings', (select coalesce(json_agg(json_build_object('score', g.score, 'at', g.answered_at)
                                               order by g.id), '[]')
                        from rating g where g.ticket_id = t.id and g.answered_at is not null)) "ticket"
        from ticket t
        join channel h on h.tenant_id = t.tenant_id and h.id = t.channel_id
        left join queue q on q.tenant_id = t.tenant_id and q.id = t.queue_id
        left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
        left join closing_reason r on r.tenant_id = t.tenant_id and r.id = t.closing_reason_id
       where t.contact_id = any(${ids}::int[]) and t.id > ${after}::int order by t.id limit ${take}`,
  )

export interface PersonMessage {
  seq: number
  mediaId: string | null
  message: object
}

/** The next messages of a conversation after one; removed ones too, without their content. */
export const nextMessages = (
  uow: UnitOfWork,
  scope: Bound,
  ticketId: number,
  after: number,
  take: number,
): Promise<PersonMessage[]> =>
  uow.query(
    scope,
    Prisma.sql`
      select m.seq, case when f.state = 'ready' and not m.is_deleted then m.media_id end "mediaId", json_build_object(
          'id', m.id, 'at', m.sent_at, 'from', case when m.from_me then coalesce(u.name, 'company') else 'contact' end,
          'type', m.type, 'text', case when m.is_deleted then '' else m.body end,
          'content', case when m.is_deleted then null else m.content end, 'isDeleted', m.is_deleted,
          'status', m.status, 'file', case when not m.is_deleted then f.file_name end) "message"
        from message m
        left join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id
        left join media f on f.tenant_id = m.tenant_id and f.id = m.media_id
       where m.ticket_id = ${ticketId}::int and m.seq > ${after}::int order by m.seq limit ${take}`,
  )
