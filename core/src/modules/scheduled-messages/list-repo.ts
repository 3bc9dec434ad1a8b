import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { RepeatPeriod, ScheduleStatus } from './contract.ts'

export interface ShownSchedule {
  id: number
  tenantId: number
  userId: number | null
  userName: string | null
  contactId: number
  contactName: string
  contactNumber: string | null
  profilePicId: string | null
  channelId: number
  channelName: string
  channelType: string
  ticketId: number | null
  body: string
  scheduleDate: Date
  state: string
  status: ScheduleStatus
  errorCode: string | null
  errorParams: Record<string, string | number | boolean | null> | null
  messageState: string | null
  failCode: string | null
  failReason: string | null
  repeatCount: number
  repeatPeriod: RepeatPeriod | null
  sentAt: Date | null
  createdAt: Date
  updatedAt: Date
  mediaIds: string[]
}

export interface ScheduleFilter {
  ids?: number[]
  status?: ScheduleStatus
  userId?: number
  contactId?: number
  search?: string
  from?: Date
  to?: Date
}

/** What its worst message says about it; a sent one whose message could not be delivered is one that was not sent. */
const stateSql = Prisma.sql`
  from scheduled_message s
  left join lateral (
    select m.status, m.fail_code, m.fail_reason from message m
     where m.tenant_id = s.tenant_id and m.id = any(s.message_ids)
     order by (m.status = 'failed') desc, m.seq limit 1) g on s.state = 'sent'`

const statusSql = Prisma.sql`case when s.state in ('pending', 'sending') then 'pending'
  when s.state = 'error' or g.status = 'failed' then 'error' else 'sent' end`

/** Schedules of a contact and of those that were merged into it. */
const ofContact = (id: number) => Prisma.sql`s.contact_id in (
  with recursive part as (
    select ${id}::int id
    union all
    select c.id from contact c join part p on c.merged_into_id = p.id)
  select id from part)`

function whereSql(filter: ScheduleFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [Prisma.sql`true`]
  if (filter.ids) conditions.push(Prisma.sql`s.id = any(${filter.ids}::int[])`)
  if (filter.status === 'pending') conditions.push(Prisma.sql`s.state in ('pending', 'sending')`)
  else if (filter.status) conditions.push(Prisma.sql`${statusSql} = ${filter.status}`)
  if (filter.userId !== undefined) conditions.push(Prisma.sql`s.user_id = ${filter.userId}`)
  if (filter.contactId !== undefined) conditions.push(ofContact(filter.contactId))
  if (filter.from) conditions.push(Prisma.sql`s.schedule_date >= ${filter.from}::timestamptz`)
  if (filter.to) conditions.push(Prisma.sql`s.schedule_date < ${filter.to}::timestamptz`)
  if (filter.search)
    conditions.push(Prisma.sql`(position(fold(${filter.search}) in fold(s.body)) > 0 or exists (
      select 1 from contact c where c.tenant_id = s.tenant_id and c.id = s.contact_id
         and position(fold(${filter.search}) in fold(c.name)) > 0))`)
  return Prisma.join(conditions, ' and ')
}

/** Asked with every ticket that is opened, so that those of most contacts cost no more than this. */
export async function hasWaiting(uow: UnitOfWork, scope: Pick<Scope, 'tenantId'>, contactId: number): Promise<boolean> {
  const rows = await uow.query(
    scope,
    Prisma.sql`select 1 from scheduled_message s
                where s.state in ('pending', 'sending') and ${ofContact(contactId)} limit 1`,
  )
  return rows.length > 0
}

/** What waits comes soonest first, everything else newest first. */
export async function listSchedules(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  filter: ScheduleFilter,
  { skip, take }: { skip: number; take: number },
): Promise<{ rows: ShownSchedule[]; count: number }> {
  const where = whereSql(filter)
  const order = filter.status === 'pending' ? Prisma.sql`asc` : Prisma.sql`desc`
  const [rows, [total]] = await Promise.all([
    uow.query<ShownSchedule>(
      scope,
      Prisma.sql`
        select s.id, s.tenant_id "tenantId", s.user_id "userId", u.name "userName", r.id "contactId",
               r.name "contactName", r.number "contactNumber", r.profile_pic_id "profilePicId",
               h.id "channelId", h.name "channelName", h.type "channelType", s.ticket_id "ticketId", s.body,
               s.schedule_date "scheduleDate", s.state, ${statusSql} "status", s.error_code "errorCode",
               s.error_params "errorParams", g.status "messageState", g.fail_code "failCode",
               g.fail_reason "failReason", s.repeat_count "repeatCount", s.repeat_period "repeatPeriod",
               s.sent_at "sentAt", s.created_at "createdAt", s.updated_at "updatedAt",
               array(select f.media_id::text from scheduled_message_file f
                      where f.tenant_id = s.tenant_id and f.scheduled_message_id = s.id order by f.position) "mediaIds"
        ${stateSql}
        join contact r on r.tenant_id = s.tenant_id
                      and r.id = coalesce(contact_root(s.tenant_id, s.contact_id), s.contact_id)
        join channel h on h.tenant_id = s.tenant_id and h.id = s.channel_id
        left join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
       where ${where} order by s.schedule_date ${order}, s.id ${order} limit ${take} offset ${skip}`,
    ),
    uow.query<{ count: number }>(scope, Prisma.sql`select count(*)::int "count" ${stateSql} where ${where}`),
  ])
  return { rows, count: total?.count ?? 0 }
}
