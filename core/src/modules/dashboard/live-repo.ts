import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import { liveSql, type Measured, measuredSql, PERIOD_SQL, type Span, spanSql } from './figure-repo.ts'
import { LIVE_FIGURES, type LiveFigure } from './schemas.ts'

export type LiveRow = Record<LiveFigure | 'createdToday' | 'closedToday', number> & {
  longestWaitSince: Date | null
  averageWait: number | null
}

export interface LiveMoment {
  now: Date
  /** Who waits since before then waits too long. */
  limit: Date
  today: Span
  /** What happened today is told of the viewer alone. */
  isOwnToday: boolean
}

export async function countLive(
  uow: UnitOfWork,
  scope: Pick<Scope, 'tenantId'>,
  measured: Measured,
  moment: LiveMoment,
): Promise<LiveRow> {
  const [row] = await uow.query<LiveRow>(scope, liveCountSql(measured, moment))
  if (!row) throw new Error('no counts')
  return row
}

export function liveCountSql(measured: Measured, { now, limit, today, isOwnToday }: LiveMoment): Prisma.Sql {
  const counts = LIVE_FIGURES.map(
    (figure) => Prisma.sql`count(*) filter (where ${liveSql(figure, limit)})::int ${Prisma.raw(`"${figure}"`)}`,
  )
  const unanswered = liveSql('unanswered', limit)
  return Prisma.sql`
    select l.*, d.* from (
      select ${Prisma.join(counts)}, min(t.waiting_since) filter (where ${unanswered}) "longestWaitSince",
             round(avg(extract(epoch from ${now}::timestamptz - t.waiting_since)) filter (where ${unanswered}))::int "averageWait"
        from ticket t where t.status <> 'closed' and ${measuredSql(measured)}) l,
     (select count(*) filter (where ${PERIOD_SQL.created})::int "createdToday",
             count(*) filter (where ${PERIOD_SQL.closed})::int "closedToday"
        from (${spanSql({ ...measured, isOwn: isOwnToday }, today)}) t) d`
}
