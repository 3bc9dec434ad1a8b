import { Prisma } from '../../../platform/db/generated/client.ts'
import type { Scope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { escapeLike } from '../../../platform/like.ts'
import { readableSql, type TicketViewer, visibleSql } from '../../tickets/index.ts'

export interface Hit {
  id: string
  /** Epoch milliseconds. */
  at: number
  seq: number
}

/** Days since 1970 between which there can be messages. */
export async function findDays(uow: UnitOfWork, scope: Scope): Promise<{ first: number; last: number }> {
  const [row] = await uow.query<{ first: number; last: number }>(
    scope,
    // a clock that runs ahead is no reason to miss the newest
    Prisma.sql`select (now() at time zone 'UTC')::date + 1 - date '1970-01-01' "last",
      coalesce(message_search_floor(), (now() at time zone 'UTC')::date) - date '1970-01-01' "first"`,
  )
  if (!row) throw new Error('no days')
  return row
}

const patternsSql = (words: readonly string[]): Prisma.Sql =>
  // folded by the database, as the index is
  Prisma.sql`array(select '%' || fold(w) || '%' from unnest(${words.map(escapeLike)}::text[]) with ordinality x(w, n) order by n)`

export interface DaySearch {
  viewer: TicketViewer
  words: readonly string[]
  /** Waiting tickets are not looked into before they are accepted. */
  withPending: boolean
  before: { at: number; id: string } | null
  take: number
}

/** Messages of `from <= day <= to` in tickets that the viewer sees, newest first, and how many had to be looked at. */
export async function findInDays(
  uow: UnitOfWork,
  scope: Scope,
  { viewer, words, withPending, before, take }: DaySearch,
  from: number,
  to: number,
): Promise<{ hits: Hit[]; examined: number }> {
  const isSeen = withPending ? visibleSql(viewer) : Prisma.sql`t.status <> 'pending' and ${visibleSql(viewer)}`
  const place = before
    ? Prisma.sql`and (h.created_at, h.id) < (to_timestamp(${before.at}::double precision / 1000), ${before.id}::uuid)`
    : Prisma.empty
  const [row] = await uow.query<{ hits: Hit[] | null; examined: number }>(
    scope,
    Prisma.sql`
      with hits as materialized (
        select * from message_search(
          array(select date '1970-01-01' + d from generate_series(${from}::int, ${to}::int) d), ${patternsSql(words)})),
      page as (
        select h.id, h.created_at, h.seq from hits h
          -- looked up one by one: the planner would rather read all tickets
          cross join lateral (select 1 from ticket t where t.id = h.ticket_id and ${isSeen} and ${readableSql(viewer, Prisma.sql`h.seq`)}
                             offset 0) seen
         where true ${place} order by h.created_at desc, h.id desc limit ${take})
      select (select count(*)::int from hits) "examined", (
        select json_agg(json_build_object('id', p.id, 'at', round(extract(epoch from p.created_at) * 1000), 'seq', p.seq)
                        order by p.created_at desc, p.id desc) from page p) "hits"`,
  )
  return { hits: row?.hits ?? [], examined: row?.examined ?? 0 }
}

/** Messages of one ticket with `from <= seq <= to`, newest first. */
export async function findInTicket(
  uow: UnitOfWork,
  scope: Scope,
  { viewer, ticketId, words, take }: { viewer: TicketViewer; ticketId: number; words: readonly string[]; take: number },
  from: number,
  to: number,
): Promise<{ hits: Hit[]; examined: number }> {
  const hits = await uow.query<Hit>(
    scope,
    Prisma.sql`
      select m.id, m.seq, round(extract(epoch from m.created_at) * 1000)::double precision "at"
        from message m join ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
       where ${readableSql(viewer, Prisma.sql`m.seq`)} and m.ticket_id = ${ticketId} and m.seq between ${from} and ${to} and not m.is_deleted
         and message_words(m.body, m.content, m.edited_at) like all(${patternsSql(words)})
       order by m.seq desc limit ${take}`,
  )
  return { hits, examined: hits.length }
}
