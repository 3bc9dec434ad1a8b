import type { Address, Content } from '@recado/sdk'
import type { Database } from '../../../platform/db/database.ts'
import { Prisma } from '../../../platform/db/generated/client.ts'
import { systemScope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import type { ChannelKey } from '../../../plugin-host/index.ts'
import { PRIVATE_REPLY } from '../repo.ts'

export interface ClaimedDelivery {
  id: string
  kind: 'send' | 'edit' | 'remove' | 'react'
  payload: { content?: Content; emoji?: string | null; reply?: 'public' | 'private' }
  attempt: number
  ticketId: number
  messageId: string
  /** Epoch milliseconds. */
  queuedAt: number
  seq: number
  content: Content
  externalId: string | null
  fromMe: boolean
  isGroup: boolean
  isForwarded: boolean
  to: Address
  /** Provider's id of the comment that is answered, in conversations about a post. */
  comment: string | null
  /** Epoch milliseconds. */
  lastInboundAt: number | null
  sender: string | null
  replyTo: { externalId: string; text: string } | null
}

export interface Settlement {
  id: string
  attempt: number
  messageId: string
  outcome: 'sent' | 'later' | 'failed' | 'unknown'
  externalId?: string
  moreIds?: string[]
  status?: string
  code?: string
  detail?: string | undefined
  delayMs?: number
  /** The attempt does not count: the channel was not able to. */
  free?: boolean
}

export interface Turn {
  /** Messages that changed their state. */
  changed: string[]
  taken: ClaimedDelivery[]
  isFenced: boolean
}

/**
 * Writes down how attempts ended, then takes the heads of up to `limit` conversations. `isFenced`: the lease passed on,
 * so nothing is taken.
 */
export async function turn(
  uow: UnitOfWork,
  { tenantId, channelId }: ChannelKey,
  { owner, epoch, results, limit }: { owner: string; epoch: number; results: Settlement[]; limit: number },
): Promise<Turn> {
  const [row] = await uow.query<{ turn: Turn }>(
    { tenantId },
    Prisma.sql`select delivery_turn(${tenantId}, ${channelId}, ${owner}::uuid, ${epoch}, ${JSON.stringify(results)}::jsonb,
                                    ${limit}) "turn"`,
  )
  return row?.turn ?? { changed: [], taken: [], isFenced: false }
}

/** @returns ids of the messages that changed their state */
export async function recover(
  uow: UnitOfWork,
  { tenantId, channelId }: ChannelKey,
  epoch: number,
  idempotent: boolean,
): Promise<string[]> {
  const rows = await uow.query<{ changed: string[] }>(
    { tenantId },
    Prisma.sql`select delivery_recover(${tenantId}, ${channelId}, ${epoch}, ${idempotent}) "changed"`,
  )
  return rows[0]?.changed ?? []
}

/** Which of these channels have something due. */
export async function withDue(system: Database['system'], keys: ChannelKey[]): Promise<ChannelKey[]> {
  if (keys.length === 0) return []
  return system.$queryRaw<ChannelKey[]>`
    select k.tenant_id "tenantId", k.channel_id "channelId"
      from unnest(${keys.map((key) => key.tenantId)}::int[], ${keys.map((key) => key.channelId)}::int[])
           as k (tenant_id, channel_id)
     where exists (select 1 from delivery d where d.tenant_id = k.tenant_id and d.channel_id = k.channel_id
                      and d.state = 'queued' and d.due_at <= now())`
}

export interface AppendItem {
  id: string
  type: string
  sendType: string
  body: string
  line: string
  content: Content
  mediaId: string | null
  replyToId: string | null
  userId: number | null
  isForwarded?: boolean
  /** Seconds for which it waits and can be undone. */
  hold?: number
  /** What the delivery has to know besides: how a comment is answered. */
  payload?: { reply: 'public' | 'private' }
}

export interface Appended {
  /** Of the last one. */
  seq: number
  channelId: number
  /** Of the ticket, one above what it was. */
  version: number
  /** When the messages and the ticket were written; epoch milliseconds. */
  at: number
  ticketAt: number
}

/** Null when the ticket is not there. @throws a unique violation (23505) when a message of that id exists */
export async function append(
  uow: UnitOfWork,
  tenantId: number,
  ticketId: number,
  items: AppendItem[],
): Promise<Appended | null> {
  type Row = { done: Appended | { missing: true } }
  const sql = Prisma.sql`select message_append(${tenantId}, ${ticketId}, ${JSON.stringify(items)}::jsonb) "done"`
  const marked = items.flatMap(({ id, payload }) => (payload?.reply === 'private' ? [id] : []))
  const rows =
    marked.length === 0
      ? await uow.query<Row>({ tenantId }, sql)
      : await uow.run(systemScope(tenantId, 'messages'), async (tx) => {
          const appended = await tx.db.$queryRaw<Row[]>(sql)
          await tx.db.message.updateMany({ where: { id: { in: marked } }, data: { origin: PRIVATE_REPLY } })
          return appended
        })
  const done = rows[0]?.done
  return !done || 'missing' in done ? null : done
}
