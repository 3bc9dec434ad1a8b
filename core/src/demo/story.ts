import type { MediaInfo } from '@recado/sdk'
import { type Agent, converse, type MessageRow } from './conversation.ts'
import { DIALOGUES, type Dialogue } from './dialogues.ts'
import type { DemoFile } from './files.ts'
import type { Customer } from './people.ts'
import type { Random } from './random.ts'

export const CUSTOMERS = 150
export const TICKETS = 400
const OPEN = 58
const PENDING = 34
const DAYS = 60

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Brazil has kept one offset since 2019. */
const LOCAL = -3 * HOUR

/** A row of `ticket`; times as ISO text. */
export interface TicketRow {
  id: number
  protocol: string
  status: 'open' | 'pending' | 'closed'
  contactId: number
  channelId: number
  addressId: number
  queueId: number | null
  userId: number | null
  unreadMessages: number
  answered: boolean
  lastMessage: string
  lastMessageAt: string
  lastInboundAt: string | null
  waitingSince: string | null
  closingReasonId: number | null
  seq: number
  startedAt: string | null
  closedAt: string | null
  createdAt: string
}

export interface LogRow {
  ticketId: number
  type: 'create' | 'transfered' | 'open' | 'closed'
  cause: 'customer' | 'person'
  userId: number | null
  queueId: number | null
  fromQueueId: number | null
  toUserId: number | null
  closingReasonId: number | null
  createdAt: string
}

/** Everybody and everything that conversations are made of. */
export interface Cast {
  contacts: { id: number; addressId: number; customer: Customer }[]
  /** The first takes what the second does not. */
  channels: { id: number; queueId: number | null }[]
  queueIds: ReadonlyMap<string, number>
  reasonIds: ReadonlyMap<string, number>
  agents: ReadonlyMap<string, readonly Agent[]>
  files: ReadonlyMap<DemoFile['kind'], readonly MediaInfo[]>
}

interface Plan {
  status: TicketRow['status']
  /** First message of a closed ticket, last one of a live one. */
  at: number
}

/** Two months of conversations up to now, oldest first: one id per ticket. */
export function tell(cast: Cast, random: Random, now: number, ids: number[]) {
  const tickets: TicketRow[] = []
  const messages: MessageRow[] = []
  const logs: LogRow[] = []
  // at most one live ticket for each contact
  const free = random.shuffle(cast.contacts)
  for (const [index, plan] of plansOf(random, now).entries()) {
    const contact = plan.status === 'closed' ? random.pick(cast.contacts) : free.pop()
    const id = ids[index]
    if (!contact || id === undefined) continue
    const one = ticketOf(cast, random, {
      ...plan,
      id,
      contact,
      isLong: plan.status === 'open' && index === TICKETS - 1,
    })
    tickets.push(one.ticket)
    messages.push(...one.messages)
    logs.push(...one.logs)
  }
  return { tickets, messages, logs }
}

/** By the time of their beginning, roughly: live ones are the youngest. */
function plansOf(random: Random, now: number): Plan[] {
  const ago = (status: Plan['status'], longest: number): Plan => ({
    status,
    // most have moved lately
    at: now - MINUTE - Math.floor(random.next() ** 3 * longest),
  })
  const closed = Array.from(
    { length: TICKETS - OPEN - PENDING },
    (): Plan => ({ status: 'closed', at: atWork(random, now) }),
  )
  const live = [
    ...Array.from({ length: PENDING }, () => ago('pending', 20 * HOUR)),
    ...Array.from({ length: OPEN }, () => ago('open', 3 * DAY)),
  ]
  return [...closed.sort((a, b) => a.at - b.at), ...live.sort((a, b) => a.at - b.at)]
}

/** A moment of business in the last two months, but not of the last two days. */
function atWork(random: Random, now: number): number {
  for (;;) {
    const day = Math.floor((now + LOCAL) / DAY) - random.between(3, DAYS)
    const weekday = (day + 4) % 7
    if (weekday === 0 || (weekday === 6 && random.chance(0.6))) continue
    return day * DAY - LOCAL + 8 * HOUR + random.between(0, 10 * 60) * MINUTE + random.between(0, 59_999)
  }
}

interface Begun extends Plan {
  id: number
  contact: Cast['contacts'][number]
  isLong: boolean
}

function ticketOf(cast: Cast, random: Random, begun: Begun) {
  const { status, at, id, contact, isLong } = begun
  const dialogue = random.pick(DIALOGUES)
  const channel = channelFor(cast, random, dialogue)
  const queueId = cast.queueIds.get(dialogue.queue) ?? null
  const agent = random.pick(cast.agents.get(dialogue.queue) ?? [])
  const { rows, lines } = converse({
    random,
    dialogue,
    ticketId: id,
    channelId: channel.id,
    contactId: contact.id,
    customer: contact.customer,
    agent,
    files: cast.files,
    ...(status === 'closed' ? { startsAt: at } : { endsAt: at }),
    lines: linesOf(random, dialogue, status),
    longer: isLong ? 320 : status !== 'pending' && random.chance(0.12) ? random.between(10, 40) : 0,
  })
  const isClosed = status === 'closed'
  const isTaken = status !== 'pending'
  const last = rows.at(-1)
  const answeredUpTo = rows.findLastIndex((row) => row.fromMe)
  const trailing = rows.length - 1 - answeredUpTo
  const firstAnswer = rows.find((row) => row.fromMe)?.sentAt ?? last?.sentAt ?? ''
  const createdAt = rows[0]?.sentAt ?? ''
  const lastMessageAt = last?.sentAt ?? createdAt
  const startedAt = isTaken ? later(firstAnswer, -random.between(5, 40) * 1000) : null
  const closedAt = isClosed ? later(lastMessageAt, random.between(1, 25) * MINUTE) : null
  const reasonId = isClosed ? (cast.reasonIds.get(dialogue.reason) ?? null) : null
  // some of those that wait have not been put into a queue yet
  const isSorted = isTaken || channel.queueId !== null || random.chance(0.6)
  if (status === 'open') settle(random, rows)

  const ticket: TicketRow = {
    id,
    protocol: `${local(createdAt)}${id}`,
    status,
    contactId: contact.id,
    channelId: channel.id,
    addressId: contact.addressId,
    queueId: isSorted ? queueId : null,
    userId: isTaken ? agent.id : null,
    unreadMessages: isClosed || (status === 'open' && random.chance(0.4)) ? 0 : trailing,
    answered: last?.fromMe ?? false,
    lastMessage: (lines.at(-1) ?? '').slice(0, 255),
    lastMessageAt,
    lastInboundAt: rows.findLast((row) => !row.fromMe)?.sentAt ?? null,
    waitingSince: isClosed || trailing === 0 ? null : (rows[answeredUpTo + 1]?.sentAt ?? null),
    closingReasonId: reasonId,
    seq: rows.length,
    startedAt,
    closedAt,
    createdAt,
  }
  const log = (type: LogRow['type'], createdAt: string, more: Partial<LogRow>): LogRow => ({
    ticketId: id,
    type,
    cause: 'person',
    userId: null,
    queueId: ticket.queueId,
    fromQueueId: null,
    toUserId: null,
    closingReasonId: null,
    createdAt,
    ...more,
  })
  const logs = [
    log('create', createdAt, { cause: 'customer', queueId: channel.queueId }),
    ...(isSorted && channel.queueId === null ? [log('transfered', later(createdAt, 4000), { userId: agent.id })] : []),
    ...(startedAt ? [log('open', startedAt, { userId: agent.id, toUserId: agent.id })] : []),
    ...(closedAt ? [log('closed', closedAt, { userId: agent.id, closingReasonId: reasonId })] : []),
  ]
  return { ticket, messages: rows, logs }
}

/** The shop's own chat is for sales alone. */
function channelFor({ channels, queueIds }: Cast, random: Random, { queue }: Dialogue): Cast['channels'][number] {
  const wanted = queueIds.get(queue)
  const fitting = channels.filter((channel) => channel.queueId === null || channel.queueId === wanted)
  return random.pick(fitting)
}

function linesOf(random: Random, { lines }: Dialogue, status: TicketRow['status']): number {
  if (status === 'closed') return lines.length
  const beforeAnswer = lines.findIndex((line) => line.startsWith('a:'))
  return status === 'pending' ? beforeAnswer : random.between(beforeAnswer + 1, lines.length)
}

/** What was sent last may not have been read yet. */
function settle(random: Random, rows: MessageRow[]): void {
  for (const row of rows.slice(rows.findLastIndex((one) => !one.fromMe) + 1))
    if (row.status === 'read') row.status = random.pick(['sent', 'delivered', 'delivered', 'read'])
}

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()
const local = (at: string): string => new Date(Date.parse(at) + LOCAL).toISOString().replace(/\D/g, '').slice(0, 14)
