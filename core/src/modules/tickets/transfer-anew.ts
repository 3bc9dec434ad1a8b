import { isOn } from '../settings/index.ts'
import { insertTicket } from './change-repo.ts'
import { type Change, closed } from './changes.ts'
import { writeLog } from './log-repo.ts'
import { loadTickets, type TicketRecord } from './record-repo.ts'
import type { TransferContext } from './transfer.ts'
import type { Write } from './writing.ts'

/**
 * Does a transfer end the ticket and begin another one? Where the company wants it so, when it goes from one queue to
 * another; the conversations of groups and below posts are one, whoever has them.
 */
export const beginsAnew = ({ record, settings }: TransferContext, moved: Change): boolean =>
  isOn(settings, 'newTicketTransference') &&
  !record.isGroup &&
  record.thread === '' &&
  record.queueId !== null &&
  moved.logs[0]?.queueId !== record.queueId

/**
 * Ends the ticket in its queue, and begins one in the other queue that waits, or is had, as the transferred one would be.
 * Nobody is asked for a reason or a rating: for the customer the conversation goes on.
 * @returns the new ticket, null when the contact has another one by now
 */
export async function transferAnew(context: TransferContext, moved: Change, write: Write): Promise<number | null> {
  const { tx, record, me, now } = context
  const [transferred] = moved.logs
  await write(context, ended(record, moved, now))
  const { contactId, channelId, addressId, isGroup } = record
  const { queueId = null, toUserId = null } = transferred ?? {}
  const place = { contactId, channelId, addressId, queueId, userId: toUserId }
  const id = await insertTicket(tx, { ...place, isGroup, status: toUserId === null ? 'pending' : 'open' }, now)
  const [fresh] = id === null ? [] : await loadTickets(tx, tx.scope, [id])
  if (!fresh) return null
  await writeLog(tx, [{ ticketId: fresh.id, type: 'create', cause: 'rule', queueId, toUserId }])
  tx.emit('ticket.created', { ticketId: fresh.id, by: me, contactId, channelId, queueId, userId: toUserId })
  await write(
    { ...context, record: fresh },
    {
      ...moved,
      columns: {
        ...moved.columns,
        isActiveDemand: record.isActiveDemand,
        answered: record.answered,
        unreadMessages: record.unreadMessages,
        waitingSince: record.waitingSince,
        lastMessage: record.lastMessage,
        lastMessageAt: record.lastMessageAt,
        lastInboundAt: record.lastInboundAt,
      },
      news: { extra: { isTransference: true, isCreated: true } },
    },
  )
  return fresh.id
}

const ended = (record: TicketRecord, { logs: [transferred] }: Change, now: number): Change => ({
  columns: { ...closed(now), closingReasonId: null, isFarewellMessage: false },
  logs: [{ type: 'closed', cause: 'rule', queueId: record.queueId }, ...(transferred ? [transferred] : [])],
  event: 'ticket.closed',
  news: {},
  texts: [],
})
