import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { isOfEnd, liveSql, type Measured, measuredSql, PERIOD_SQL, type Span, spanSql } from './figure-repo.ts'
import { bucketSql } from './period-repo.ts'
import type { ChartUnit, LiveFigure, PeriodFigure } from './schemas.ts'

export interface Page {
  skip: number
  take: number
}

export interface Ids {
  ids: number[]
  count: number
}

/** Tickets behind a figure of now, the longest wait first. */
export const liveIds = (
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  measured: Measured,
  { figure, limit }: { figure: LiveFigure; limit: Date },
  page: Page,
): Promise<Ids> =>
  pageOf(
    uow,
    scope,
    Prisma.sql`select t.id, t.waiting_since, t.last_message_at from ticket t
      where t.status <> 'closed' and ${measuredSql(measured)} and ${liveSql(figure, limit)}`,
    Prisma.sql`t.waiting_since nulls last, t.last_message_at desc, t.id desc`,
    page,
  )

export interface PeriodRows {
  figure: PeriodFigure
  span: Span
  timezone: string
  unit: ChartUnit
  /** A column of the chart. */
  at: string | null
  hour: number | null
}

/** Tickets behind a figure of a period, the latest first. */
export function periodIds(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  measured: Measured,
  { figure, span, timezone, unit, at, hour }: PeriodRows,
  page: Page,
): Promise<Ids> {
  const column = isOfEnd(figure) ? Prisma.sql`t.closed_at` : Prisma.sql`t.created_at`
  const all = [PERIOD_SQL[figure]]
  if (at !== null) all.push(Prisma.sql`${bucketSql(column, timezone, unit)} = ${at}`)
  if (hour !== null) all.push(Prisma.sql`extract(hour from ${column} at time zone ${timezone}) = ${hour}::int`)
  const rows = Prisma.sql`select t.id, ${column} happened from (${spanSql(measured, span)}) t
    where ${Prisma.join(all, ' and ')}`
  return pageOf(uow, scope, rows, Prisma.sql`t.happened desc, t.id desc`, page)
}

async function pageOf(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  rows: Prisma.Sql,
  order: Prisma.Sql,
  { skip, take }: Page,
): Promise<Ids> {
  const [row] = await uow.query<Ids>(
    scope,
    Prisma.sql`
      with counted as materialized (${rows})
      select array(select t.id from counted t order by ${order} limit ${take} offset ${skip}) "ids",
             (select count(*) from counted)::int "count"`,
  )
  return row ?? { ids: [], count: 0 }
}
