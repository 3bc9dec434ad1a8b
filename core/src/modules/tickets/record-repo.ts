import { Prisma } from '../../platform/db/generated/client.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { ContactRecord } from '../contacts/index.ts'
import type { PastQueue, TicketFacts } from './policy.ts'
import { ask, type Source } from './source-repo.ts'

type Row = Omit<Prisma.TicketGetPayload<object>, 'pastQueues'>

/** A ticket with everything that its presentations show. */
export interface TicketRecord extends Row {
  contact: ContactRecord
  channel: { id: number; name: string; type: string; state: string }
  user: { id: number; name: string } | null
  userEmail: string | null
  rememberedUser: { id: number; name: string } | null
  /** Of a closed ticket: what its customer was asked last, and said. Times as ISO text. */
  rating: { state: string; score: number | null; askedAt: string; answeredAt: string | null } | null
  queueName: string | null
  /** Queues in which it was before, oldest first. */
  pastQueues: PastQueue[]
  closingReason: { id: number; name: string; color: string } | null
  /** The company hides phone numbers from agents. */
  hidesPhones: boolean
  /** The company lets agents read what waits only when they accept it. */
  hidesWaiting: boolean
  /** The company lets agents read only what was said in their queues. */
  hidesOtherQueues: boolean
}

/** A row of the view `ticket_record`. */
export interface Fetched extends Omit<TicketRecord, 'contact'> {
  contact: Omit<ContactRecord, 'createdAt' | 'updatedAt'>
  contactCreatedAt: Date
  contactUpdatedAt: Date
}

/** Tickets in the order of the ids, those that exist; one statement, since every message that comes in needs it. */
export async function loadTickets(
  source: Source,
  scope: Pick<Scope, 'tenantId'>,
  ids: readonly number[],
): Promise<TicketRecord[]> {
  if (ids.length === 0) return []
  const rows = await ask<Fetched>(source, scope, recordSql([...new Set(ids)]))
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return ids.flatMap((id) => records.get(id) ?? [])
}

export const recordOf = ({ contact, contactCreatedAt, contactUpdatedAt, ...row }: Fetched): TicketRecord => ({
  ...row,
  contact: { ...contact, createdAt: contactCreatedAt, updatedAt: contactUpdatedAt },
})

export const factsOf = (record: TicketRecord): TicketFacts => ({
  id: record.id,
  status: record.status,
  userId: record.userId,
  queueId: record.queueId,
  channelId: record.channelId,
  contactId: record.contactId,
  isGroup: record.isGroup,
  chatFlowId: record.chatFlowId,
  walletUserIds: record.contact.wallets.map(({ id }) => id),
})

/** A row of the view `ticket_record` as JSON says it. */
export type RecordJson = { [K in keyof Fetched]: K extends DateField ? Told<Fetched[K]> : Fetched[K] }
type Told<T> = T extends Date ? string : T
type DateField = { [K in keyof Fetched]-?: Date extends Fetched[K] ? K : never }[keyof Fetched]

const DATES = Object.keys({
  lastMessageAt: true,
  waitingSince: true,
  lastInboundAt: true,
  startedAt: true,
  closedAt: true,
  snoozedUntil: true,
  heldSince: true,
  createdAt: true,
  updatedAt: true,
  contactCreatedAt: true,
  contactUpdatedAt: true,
} satisfies Record<DateField, true>) as DateField[]

export function recordFromJson(row: RecordJson): TicketRecord {
  const dates = DATES.map((name) => [name, row[name] === null ? null : new Date(row[name])])
  return recordOf({ ...row, ...Object.fromEntries(dates) })
}

/**
 * The ids hide in a subquery: a planner that saw them would plan anew each time, which takes five times as long as the
 * statement itself.
 */
export const recordSql = (ids: number[]): Prisma.Sql => Prisma.sql`
  select r.* from unnest((select ${ids}::int[])) x(id) join ticket_record r on r.id = x.id`
