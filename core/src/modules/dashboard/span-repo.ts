import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Span } from './figure-repo.ts'

export interface Company {
  timezone: string
  /** As it is stored; null when nobody changed it. */
  waitLimit: string | null
  /** `yyyy-MM-dd` on the company's calendar, and its first moment. */
  today: string
  midnight: Date
}

export async function loadCompany(uow: UnitOfWork, scope: Pick<Scope, 'tenantId'>, now: Date): Promise<Company> {
  const [row] = await uow.query<Company>(
    scope,
    Prisma.sql`
      select n.timezone, n.today::text "today", n.today::timestamp at time zone n.timezone "midnight",
             (select s.value from setting s where s.key = 'waitLimitMinutes') "waitLimit"
        from (select t.timezone, (${now}::timestamptz at time zone t.timezone)::date today
                from tenant t where t.id = ${scope.tenantId}) n`,
  )
  if (!row) throw new Error('no company')
  return row
}

/**
 * The days of a span up to now, and as many days before them up to the same time of day, on the clock of the time zone:
 * days on which it changes have 23 or 25 hours.
 */
export async function loadSpans(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  days: { start: string; end: string; count: number; timezone: string; now: Date },
): Promise<{ span: Span; before: Span }> {
  const { timezone, count, now } = days
  const [row] = await uow.query<{ from: Date; to: Date; beforeFrom: Date; beforeTo: Date }>(
    scope,
    Prisma.sql`
      select d.first at time zone ${timezone} "from", d.last at time zone ${timezone} "to",
             (d.first - d.size) at time zone ${timezone} "beforeFrom",
             (d.last - d.size) at time zone ${timezone} "beforeTo"
        from (select ${days.start}::date::timestamp first, make_interval(days => ${count}::int) size,
                     least((${days.end}::date + 1)::timestamp,
                           greatest(${days.start}::date::timestamp,
                                    ${now}::timestamptz at time zone ${timezone})) last) d`,
  )
  if (!row) throw new Error('no span')
  return { span: { from: row.from, to: row.to }, before: { from: row.beforeFrom, to: row.beforeTo } }
}
