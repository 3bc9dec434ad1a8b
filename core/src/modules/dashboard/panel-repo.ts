import { Prisma } from '../../platform/db/generated/client.ts'
import type { Profile, Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { HOLDER, liveSql, type Measured, measuredSql, PANEL_SQL, type Span } from './figure-repo.ts'
import { MAX_PANEL_ROWS } from './schemas.ts'

interface LoadRow {
  open: number
  pending: number
  unanswered: number
  overdue: number
  longestWaitSince: Date | null
}

export interface PanelUserRow extends LoadRow {
  id: number
  name: string
  profile: Profile
  profilePicId: string | null
  isOnline: boolean
  since: Date | null
  queues: { id: number; name: string; color: string }[]
  closedToday: number
}

export interface PanelQueueRow extends LoadRow {
  id: number
  name: string
  color: string | null
  online: number
  people: number
}

/** `only`: the queues that the caller watches; null for all. */
export interface PanelAsked {
  measured: Measured
  limit: Date
  today: Span
  only: number[] | null
}

const loadSql = (limit: Date): Prisma.Sql => Prisma.sql`
  count(*) filter (where ${liveSql('open', limit)})::int "open",
  count(*) filter (where ${liveSql('pending', limit)})::int "pending",
  count(*) filter (where ${liveSql('unanswered', limit)})::int "unanswered",
  count(*) filter (where ${liveSql('overdue', limit)})::int "overdue",
  min(t.waiting_since) filter (where ${liveSql('unanswered', limit)}) "longestWaitSince"`

const NO_LOAD = Prisma.sql`coalesce(l."open", 0) "open", coalesce(l."pending", 0) "pending",
  coalesce(l."unanswered", 0) "unanswered", coalesce(l."overdue", 0) "overdue", l."longestWaitSince"`

/** Active people of the watched queues with what they hold; a pending ticket is whose name stays on it. */
export const panelUsers = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { measured, limit, today, only }: PanelAsked,
): Promise<PanelUserRow[]> =>
  uow.query<PanelUserRow>(
    scope,
    Prisma.sql`
      with held as (
        select ${HOLDER} user_id, ${loadSql(limit)} from ticket t
         where t.status <> 'closed' and ${HOLDER} is not null and ${measuredSql(measured)}
         group by 1),
      ended as (
        select t.user_id, count(*)::int "count" from ticket t
         where t.status = 'closed' and t.closed_at >= ${today.from}::timestamptz and t.closed_at < ${today.to}::timestamptz
           and t.closed_at is distinct from t.created_at and not t.is_group and ${measuredSql(measured)}
         group by 1)
      select u.id, u.name, u.profile, u.profile_pic_id "profilePicId", u.is_online "isOnline", u.last_online "since",
             coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.name)
                from user_queue m join queue q on q.tenant_id = m.tenant_id and q.id = m.queue_id
               where m.tenant_id = u.tenant_id and m.user_id = u.id), '[]') "queues",
             ${NO_LOAD}, coalesce(e."count", 0) "closedToday"
        from app_user u
        left join held l on l.user_id = u.id
        left join ended e on e.user_id = u.id
       where u.is_active and (${only === null} or l.user_id is not null or exists (
         select 1 from user_queue m where m.tenant_id = u.tenant_id and m.user_id = u.id
            and m.queue_id = any(${only ?? []}::int[])))
       order by u.is_online desc, u.name, u.id`,
  )

/** Watched queues with what waits in them, and last what is in none. */
export const panelQueues = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { measured, limit, only }: PanelAsked,
): Promise<PanelQueueRow[]> =>
  uow.query<PanelQueueRow>(
    scope,
    Prisma.sql`
      with waiting as (
        select coalesce(t.queue_id, 0) queue_id, ${loadSql(limit)} from ticket t
         where t.status <> 'closed' and ${measuredSql(measured)} group by 1)
      select q.id, q.name, q.color, coalesce(p."online", 0) "online", coalesce(p."people", 0) "people", ${NO_LOAD}
        from (select id, name, color, is_active from queue union all select 0, '', null, false) q
        left join waiting l on l.queue_id = q.id
        left join lateral (
          select count(*)::int "people", count(*) filter (where u.is_online)::int "online"
            from user_queue m join app_user u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.is_active
           where m.queue_id = q.id) p on true
       where l.queue_id is not null or (q.is_active and (${only === null} or q.id = any(${only ?? []}::int[])))
       order by q.id = 0, q.name, q.id`,
  )

export interface PanelRows {
  measured: Measured
  statuses: readonly string[]
  /** Days on which the ticket began, on the clock of the time zone. */
  dateStart: string | null
  dateEnd: string | null
  timezone: string
}

/** Pending ones first, then whoever waits longest. */
export async function panelIds(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  { measured, statuses, dateStart, dateEnd, timezone }: PanelRows,
): Promise<number[]> {
  const all = [measuredSql(measured), PANEL_SQL, Prisma.sql`t.status = any(${[...statuses]}::text[])`]
  // said as the index of live tickets says it
  if (!statuses.includes('closed')) all.push(Prisma.sql`t.status <> 'closed'`)
  if (dateStart !== null) all.push(Prisma.sql`t.created_at >= ${dateStart}::date::timestamp at time zone ${timezone}`)
  if (dateEnd !== null) all.push(Prisma.sql`t.created_at < (${dateEnd}::date + 1)::timestamp at time zone ${timezone}`)
  const rows = await uow.query<{ id: number }>(
    scope,
    Prisma.sql`
      select t.id from ticket t where ${Prisma.join(all, ' and ')}
       order by array_position(array['pending', 'open', 'closed'], t.status), t.waiting_since nulls last,
                t.last_message_at desc, t.id desc
       limit ${MAX_PANEL_ROWS}`,
  )
  return rows.map(({ id }) => id)
}
