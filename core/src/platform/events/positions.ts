import { Prisma, type PrismaClient } from '../db/generated/client.ts'
import type { StoredEvent, Subscriber } from './types.ts'

export type Db = Pick<PrismaClient, '$queryRaw' | '$executeRaw'>

/** A place in the outbox. Transactions end in another order than they begin in, so their number comes first. */
export interface Position {
  xid: string
  eventId: string
}

export interface ReadEvent extends StoredEvent, Position {
  /** No transaction is open any more that could still put an event before this one. */
  ready: boolean
}

const after = ({ xid, eventId }: Position) => Prisma.sql`(e.xid, e.id) > (${xid}::text::xid8, ${eventId}::text::bigint)`

/** For subscribers that have none yet. */
export async function createPositions(db: Db, subscribers: readonly Subscriber[]): Promise<void> {
  const names = subscribers.map(({ name }) => name)
  const fromStart = subscribers.map(({ since = 'now' }) => since !== 'now')
  await db.$executeRaw`
    insert into event_position (subscriber, xid, event_id, updated_at)
    select name, case when from_start then 0 else pg_snapshot_xmin(pg_current_snapshot())::text::bigint end, 0, now()
    from unnest(${names}::text[], ${fromStart}::boolean[]) subscribers (name, from_start)
    on conflict (subscriber) do nothing`
}

export async function loadPosition(db: Db, subscriber: string): Promise<Position | null> {
  const rows = await db.$queryRaw<Position[]>`
    select xid::text xid, event_id::text "eventId" from event_position where subscriber = ${subscriber}`
  return rows[0] ?? null
}

/** Events by these names with what they say; of others, that they happened. */
export const readEvents = (
  db: Db,
  from: Position,
  names: Subscriber['events'],
  limit: number,
): Promise<ReadEvent[]> => {
  const payload =
    names === '*' ? Prisma.sql`e.payload` : Prisma.sql`case when e.name = any(${[...names]}::text[]) then e.payload end`
  return db.$queryRaw<ReadEvent[]>`
    select e.tenant_id "tenantId", e.id::text id, e.id::text "eventId", e.xid::text xid, e.name,
      e.created_at "createdAt", ${payload} payload,
      e.xid < pg_snapshot_xmin(pg_current_snapshot()) ready
    from domain_event e where ${after(from)} order by e.xid, e.id limit ${limit}`
}

/**
 * Waits for no disk: a place that a crash of the database forgets is read again, which subscribers expect.
 * @returns false when another node moved it meanwhile
 */
export async function movePosition(db: Db, subscriber: string, from: Position, to: Position): Promise<boolean> {
  const moved = await db.$executeRaw`
    with here as (select set_config('synchronous_commit', 'off', true))
    update event_position
    set xid = ${to.xid}::text::bigint, event_id = ${to.eventId}::text::bigint, updated_at = now()
    from here
    where subscriber = ${subscriber}
      and xid = ${from.xid}::text::bigint and event_id = ${from.eventId}::text::bigint`
  return moved === 1
}

/** The newest place. */
export async function endOfEvents(db: Db): Promise<Position> {
  const rows = await db.$queryRaw<Position[]>`
    select xid::text xid, id::text "eventId" from domain_event e order by e.xid desc, e.id desc limit 1`
  return rows[0] ?? { xid: '0', eventId: '0' }
}

export async function countBehind(db: Db, subscribers: string[], end: Position): Promise<number> {
  const rows = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int count from event_position
    where subscriber = any(${subscribers}::text[])
      and (xid, event_id) < (${end.xid}::text::bigint, ${end.eventId}::text::bigint)`
  return rows[0]?.count ?? 0
}

export async function lagOf(db: Db): Promise<Record<string, number>> {
  const rows = await db.$queryRaw<{ subscriber: string; lag: number }[]>`
    select p.subscriber, (select count(*)::int from domain_event e
      where (e.xid, e.id) > (p.xid::text::xid8, p.event_id)) lag from event_position p`
  return Object.fromEntries(rows.map(({ subscriber, lag }) => [subscriber, lag]))
}

/**
 * A backup played into another server brings transaction numbers that are ahead of that server's own: readers would
 * wait for years. Places are set to now, and what was open at the time of the backup is not told again.
 * @returns whether that was the case
 */
export async function afterRestore(db: Db): Promise<boolean> {
  const moved = await db.$executeRaw`
    update event_position set xid = pg_snapshot_xmin(pg_current_snapshot())::text::bigint, event_id = 0
    where xid::text::xid8 > pg_snapshot_xmax(pg_current_snapshot())`
  const removed = await db.$executeRaw`
    delete from domain_event where xid > pg_snapshot_xmax(pg_current_snapshot())`
  return moved + removed > 0
}

/** Removes the oldest. @returns how many */
export async function pruneEvents(db: Db, days: number, batch: number): Promise<number> {
  return db.$executeRaw`
    delete from domain_event where (tenant_id, id) in (
      select tenant_id, id from domain_event where created_at < now() - make_interval(days => ${days}::int)
      order by created_at limit ${batch})`
}
