import type { Scope } from '../../../platform/db/scope.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ChannelKey } from '../../../plugin-host/index.ts'
import { loadTickets, type TicketRecord } from '../../tickets/index.ts'
import type { MessageNews } from '../news.ts'
import { loadMessages, loadRange, type MessageRecord, PRIVATE_REPLY } from '../repo.ts'
import { type Appended, type AppendItem, append } from './outbound-repo.ts'

/** Names an id that the caller made up twice; PostgreSQL's unique violation. */
const UNIQUE = '23505'
const LINE = 255
/** The database's clock says when it is time. */
const SLACK_MS = 50

export interface QueueDeps {
  uow: UnitOfWork
  news: MessageNews
  /** Deliveries wait on this channel. */
  kick(channel: ChannelKey): void
}

export type Queue = (scope: Scope, ticket: TicketRecord, items: AppendItem[]) => Promise<MessageRecord[]>

/**
 * Appends messages to a ticket that was just read, and tells the screens; repeated requests with the same id answer what
 * the first one made. What the statement answers completes what is known already, so nothing is read back unless
 * somebody else changed the ticket in between.
 * @throws ERR_NO_TICKET_FOUND, ERR_IDEMPOTENCY_CONFLICT
 */
export function createQueue({ uow, news, kick }: QueueDeps): Queue {
  const repeated = async (scope: Scope, ticket: TicketRecord, items: AppendItem[]) => {
    const [first] = await loadMessages(uow, scope, [items[0]?.id ?? ''])
    const isSame = first?.ticketId === ticket.id && first.body === items[0]?.body && first.type === items[0]?.type
    if (!first || !isSame) throw new AppError('ERR_IDEMPOTENCY_CONFLICT')
    // several messages of one request were appended together, right behind the first
    return loadRange(uow, scope, ticket.id, { from: first.seq, to: first.seq + items.length - 1 })
  }

  const messagesOf = async (scope: Scope, ticket: TicketRecord, items: AppendItem[], done: Appended) => {
    const records = items.map((item, index) => recordOf(scope, ticket, item, done, done.seq - items.length + 1 + index))
    if (records.every((record) => record !== null)) return records
    return loadMessages(
      uow,
      scope,
      items.map((item) => item.id),
    )
  }

  const ticketsOf = (scope: Scope, ticket: TicketRecord, items: AppendItem[], done: Appended) =>
    done.version === ticket.version + 1 ? [answered(ticket, items, done)] : loadTickets(uow, scope, [ticket.id])

  return async (scope, ticket, items) => {
    let done: Appended | null
    try {
      done = await append(uow, scope.tenantId, ticket.id, items)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === UNIQUE)) throw error
      return repeated(scope, ticket, items)
    }
    if (!done) throw new AppError('ERR_NO_TICKET_FOUND')
    const channel = { tenantId: scope.tenantId, channelId: done.channelId }
    kick(channel)
    // what waits goes on time; should this process end, the scan of the channel's owner finds it
    const hold = items.at(-1)?.hold
    if (hold !== undefined) setTimeout(() => kick(channel), hold * 1000 + SLACK_MS).unref()
    const [records, tickets] = await Promise.all([
      messagesOf(scope, ticket, items, done),
      ticketsOf(scope, ticket, items, done),
    ])
    await news.announce(scope.tenantId, 'chat:create', records, tickets)
    return records
  }
}

/** The ticket after `message_append`, which this follows. */
function answered(ticket: TicketRecord, items: AppendItem[], done: Appended): TicketRecord {
  const last = items.at(-1)
  const isBot = last?.sendType === 'bot' || last?.sendType === 'schedule'
  const at = new Date(done.ticketAt)
  return {
    ...ticket,
    seq: done.seq,
    version: done.version,
    // characters, as the database counts them
    lastMessage: [...(last?.line ?? '')].slice(0, LINE).join(''),
    lastMessageAt: at,
    updatedAt: at,
    ...(isBot ? {} : { answered: true, unreadMessages: 0, waitingSince: null }),
  }
}

/** The row that was written; null where it points to what only the database knows: files, quoted messages, other people. */
function recordOf(
  scope: Scope,
  ticket: TicketRecord,
  item: AppendItem,
  done: Appended,
  seq: number,
): MessageRecord | null {
  const { actor } = scope
  const isOwn = actor.kind === 'user' && actor.userId === item.userId
  if (item.mediaId !== null || item.replyToId !== null || (item.userId !== null && !isOwn)) return null
  const { id, userId, sendType, type, body, content } = item
  return {
    ...{ id, userId, sendType, type, body, content, seq },
    ticketId: ticket.id,
    channelId: done.channelId,
    contactId: null,
    fromMe: true,
    externalId: null,
    replyToId: null,
    status: 'queued',
    failCode: null,
    failReason: null,
    isDeleted: false,
    isForwarded: item.isForwarded ?? false,
    origin: item.payload?.reply === 'private' ? PRIVATE_REPLY : null,
    editedAt: null,
    reactions: [],
    sentAt: done.at,
    createdAt: done.at,
    updatedAt: done.ticketAt,
    heldUntil: item.hold === undefined ? null : done.at + item.hold * 1000,
    media: null,
    userName: isOwn ? actor.name : null,
    contact: null,
    quoted: null,
  }
}
