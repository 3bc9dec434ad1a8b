import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import type { HoursDay, Level, Period } from './contract.ts'
import type { StoredDay } from './policy.ts'

export interface StoredChannel {
  id: number
  name: string
  type: string
  queueId: number | null
  week: HoursDay[] | null
  message: string
}

export interface StoredQueue {
  id: number
  name: string
  color: string
  isActive: boolean
  week: HoursDay[] | null
  message: string
}

export interface StoredHoliday {
  id: number
  day: number
  month: number
  year: number | null
  name: string
  message: string
  mode: 'closed' | 'one' | 'two'
  periods: Period[]
  scope: Level
  channelIds: number[]
  queueIds: number[]
  /** ISO 8601. */
  updatedAt: string
}

/** Everything that decides when a company is open. */
export interface StoredHours {
  timezone: string
  week: StoredDay[]
  message: string
  /** The company's setting, where it has one. */
  maxAbsenceMessages: string | null
  channels: StoredChannel[]
  queues: StoredQueue[]
  holidays: StoredHoliday[]
}

const HOURS = Prisma.sql`
  select t.timezone, t.business_hours "week", t.message_business_hours "message",
         (select s.value from setting s where s.tenant_id = t.id and s.key = 'maxAbsenceMessages') "maxAbsenceMessages",
         coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name, 'type', c.type, 'queueId', c.queue_id,
                                                     'week', o.week, 'message', c.absence_message) order by c.id)
                     from channel c
                     left join opening_hours o on o.tenant_id = c.tenant_id and o.channel_id = c.id
                    where c.tenant_id = t.id and not c.is_deleted), '[]') "channels",
         coalesce((select json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color,
                                                     'isActive', q.is_active, 'week', o.week,
                                                     'message', coalesce(o.message, '')) order by lower(q.name), q.id)
                     from queue q
                     left join opening_hours o on o.tenant_id = q.tenant_id and o.queue_id = q.id
                    where q.tenant_id = t.id), '[]') "queues",
         coalesce((select json_agg(json_build_object(
                            'id', h.id, 'day', h.day, 'month', h.month, 'year', h.year, 'name', h.name,
                            'message', h.message, 'mode', h.mode, 'periods', h.periods, 'scope', h.scope,
                            'updatedAt', to_json(h.updated_at),
                            'channelIds', array(select p.channel_id from holiday_place p
                                                 where p.tenant_id = h.tenant_id and p.holiday_id = h.id
                                                   and p.channel_id is not null order by 1),
                            'queueIds', array(select p.queue_id from holiday_place p
                                               where p.tenant_id = h.tenant_id and p.holiday_id = h.id
                                                 and p.queue_id is not null order by 1))
                          order by h.month, h.day, h.year nulls first, h.id)
                     from holiday h where h.tenant_id = t.id), '[]') "holidays"
    from tenant t where t.id = nullif(current_setting('app.tenant_id', true), '')::int`

/** In one statement, as it is needed for what customers write; null when the company is not there. */
export async function loadHours(source: Tx | UnitOfWork, scope: Pick<Scope, 'tenantId'>): Promise<StoredHours | null> {
  const rows =
    'db' in source ? await source.db.$queryRaw<StoredHours[]>(HOURS) : await source.query<StoredHours>(scope, HOURS)
  return rows[0] ?? null
}

export async function saveCompany(tx: Tx, values: { week?: StoredDay[]; message?: string }): Promise<void> {
  const week = values.week === undefined ? null : JSON.stringify(values.week)
  await tx.db.$executeRaw`
    update tenant
       set business_hours = coalesce(${week}::jsonb, business_hours),
           message_business_hours = coalesce(${values.message ?? null}::text, message_business_hours), updated_at = now()
     where id = ${tx.scope.tenantId}`
}

export type Place = { channelId: number } | { queueId: number }

/** `week` null: it has none of its own. */
export async function saveWeek(tx: Tx, place: Place, week: HoursDay[] | null): Promise<void> {
  const value = week === null ? Prisma.DbNull : (week as unknown as Prisma.InputJsonArray)
  const { count } = await tx.db.openingHours.updateMany({ where: place, data: { week: value } })
  if (count === 0 && week !== null) await tx.db.openingHours.create({ data: { ...place, week: value } })
}

/** A channel has its text itself, where its own screen shows it too. */
export async function saveMessage(tx: Tx, place: Place, message: string): Promise<void> {
  if ('channelId' in place) {
    await tx.db.channel.updateMany({ where: { id: place.channelId }, data: { absenceMessage: message } })
    return
  }
  const { count } = await tx.db.openingHours.updateMany({ where: place, data: { message } })
  if (count === 0) await tx.db.openingHours.create({ data: { ...place, message } })
}
