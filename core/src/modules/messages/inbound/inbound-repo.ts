import type { Database } from '../../../platform/db/database.ts'
import { Prisma } from '../../../platform/db/generated/client.ts'
import { systemScope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { type RecordJson, recordFromJson, type TicketRecord } from '../../tickets/index.ts'
import { keyOf, type StoredEvent } from './normalise.ts'

export interface AppliedMessage {
  outcome: 'applied'
  ticketId: number
  messageId: string
  seq: number
  contactId: number
  isNewTicket: boolean
  /** Something told of this message, an edit say, had come before it. */
  isChanged: boolean
  replyToId: string | null
  mediaId: string | null
  /** Epoch milliseconds. */
  at: number
}
export type Result = About &
  (
    | AppliedMessage
    | { outcome: 'applied' | 'parked'; changed?: string[]; contactId?: number }
    /** Told of a message that is not known (yet): bring it again to be parked. */
    | { outcome: 'early'; changed?: string[] }
    | { outcome: 'duplicate' | 'ignored'; messageId?: string; changed?: string[] }
    /** The echo of a message that is being sent: apply it later. */
    | { outcome: 'waiting' }
  )

interface About {
  /** A picture of a contact is to be fetched. */
  hasPicture?: boolean
  /** On the first result: ids of the merges of contacts that the batch brought about. */
  merges?: number[]
}

export interface Applied {
  /** One for each event. */
  results: Result[]
  /** Those of the messages that were stored, as they stand now; but for messages from long ago. */
  tickets: TicketRecord[]
}

export const isMessage = (result: Result): result is AppliedMessage => 'seq' in result

/** Does the company's plan have the import of old messages? A company without a plan has everything. */
export async function takesHistory(uow: UnitOfWork, tenantId: number): Promise<boolean> {
  const rows = await uow.query<{ id: number }>(
    { tenantId },
    Prisma.sql`select t.id from tenant t join plan p on p.id = t.plan_id
                where t.id = ${tenantId} and not p.import_messages`,
  )
  return rows.length === 0
}

/**
 * @param park keeps what is told of unknown messages until they come; it waits for everything else of the channel
 * @throws an error with `code` 55R01 when the channel passed to another node, 55R02 when it is gone
 */
export async function applyEvents(
  uow: UnitOfWork,
  channel: { tenantId: number; channelId: number },
  epoch: number | null,
  events: StoredEvent[],
  park = false,
): Promise<Applied> {
  const { tenantId, channelId } = channel
  const apply = async (alone: boolean, plain: boolean): Promise<Applied> => {
    const [row] = await uow.query<{ results: Result[]; tickets: RecordJson[] | null }>(
      channel,
      Prisma.sql`select results, tickets from inbound_apply(
        ${tenantId}, ${channelId}, ${epoch}, ${JSON.stringify(events)}::jsonb, ${plain}, ${park}, ${alone})`,
    )
    return { results: row?.results ?? [], tickets: (row?.tickets ?? []).map(recordFromJson) }
  }
  const plain = arePlain(events)
  return apply(false, plain).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === NEEDS_CONTACTS) return apply(true, false)
    if (code === CLOSED_MEANWHILE) return apply(false, false)
    if (code === CAME_TWICE) return apply(false, plain)
    throw error
  })
}

/**
 * May `inbound_plain` store them together, if the rest is so in the database (see there)? A single one is stored sooner by
 * itself.
 */
const arePlain = (events: readonly StoredEvent[]): boolean =>
  events.length > 1 && events.every(isPlain) && new Set(events.map(keyOf)).size === events.length

const isPlain = (event: StoredEvent): boolean =>
  event.kind === 'message' &&
  !(event.out || event.isGroup || event.history || event.sender || event.media || event.replyTo) &&
  event.chat.addresses.length === 1 &&
  !(event.chat.extra || event.chat.avatarRef)

/** Tickets into which old messages were imported show the newest of them, unless something newer stands there. */
export async function showImported(
  uow: UnitOfWork,
  tenantId: number,
  imported: { ticketId: number; line: string; at: number }[],
): Promise<void> {
  await uow.query(
    { tenantId },
    Prisma.sql`
      update ticket t
         set last_message = left(i.line, 255), last_message_at = i.at, version = t.version + 1, updated_at = now()
        from (select distinct on ("ticketId") "ticketId", line, to_timestamp(at / 1000) at
                from jsonb_to_recordset(${JSON.stringify(imported)}::jsonb)
                     as r ("ticketId" int, line text, at double precision)
               order by "ticketId", at desc) i
       where t.id = i."ticketId" and (t.last_message = '' or t.last_message_at < i.at)`,
  )
}

/** The batch needs the company's contacts for itself: two of them turned out to be one person, say. */
const NEEDS_CONTACTS = '55R03'
/** A ticket of a plain message was closed in this moment: another is found or made. */
const CLOSED_MEANWHILE = '55R04'
/** Another node has just stored one of the messages: the next look finds it. */
const CAME_TWICE = '23505'

/** Keeps events for later. Those already kept are absorbed. */
export async function keepEvents(
  uow: UnitOfWork,
  channel: { tenantId: number; channelId: number },
  rows: { key: string; event: StoredEvent }[],
  delayMs: number,
): Promise<void> {
  const { tenantId, channelId } = channel
  await uow.query(
    channel,
    Prisma.sql`select inbound_accept(${tenantId}, ${channelId}, ${JSON.stringify(rows)}::jsonb,
                                     make_interval(secs => ${delayMs / 1000}::float8))`,
  )
}

export interface KeptEvent {
  tenantId: number
  id: string
  channelId: number
  event: StoredEvent
  attempts: number
}

/** Takes due events for a while, the oldest of each channel first; over all companies. */
export const claimKept = (system: Database['system'], limit: number, leaseMs: number): Promise<KeptEvent[]> =>
  system.$queryRaw<KeptEvent[]>`
    with claimed as (
      update inbox i set due_at = now() + make_interval(secs => ${leaseMs / 1000}::float8), attempts = i.attempts + 1
        from (select tenant_id, id from inbox where state = 'new' and due_at <= now()
               order by tenant_id, channel_id, id limit ${limit} for update skip locked) d
       where i.tenant_id = d.tenant_id and i.id = d.id
      returning i.*
    )
    select c.tenant_id "tenantId", c.id::text, c.channel_id "channelId", c.payload "event", c.attempts
      from claimed c order by c.tenant_id, c.channel_id, c.id`

/** Done events stay for a while as the memory of what was seen; failing ones are set aside at last. */
export async function settleKept(
  uow: UnitOfWork,
  kept: KeptEvent,
  settled: { state: 'done' } | { state: 'new' | 'dead'; error: string; delayMs: number },
): Promise<void> {
  const { tenantId, id } = kept
  const [error, delayMs] = settled.state === 'done' ? [null, 0] : [settled.error, settled.delayMs]
  await uow.run(
    systemScope(tenantId, 'inbound'),
    (tx) => tx.db.$executeRaw`
    update inbox set state = ${settled.state}, error = ${error},
                     payload = case when ${settled.state} = 'done' then '{}'::jsonb else payload end,
                     due_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
     where id = ${BigInt(id)}`,
  )
}

/** Forgets what was applied long ago, and events whose message never came (reliability D-12). */
export async function pruneInbound(system: Database['system']): Promise<void> {
  await system.$executeRaw`
    delete from inbox where (tenant_id, id) in (
      select tenant_id, id from inbox where state = 'done' and received_at < now() - interval '7 days' limit 5000)`
  await system.$executeRaw`
    delete from parked_event where (tenant_id, id) in (
      select tenant_id, id from parked_event where created_at < now() - interval '7 days' limit 5000)`
}
