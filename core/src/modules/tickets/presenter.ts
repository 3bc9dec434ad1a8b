import { statusOf } from '../channels/contract.ts'
import { type ContactView, presentContact } from '../contacts/index.ts'
import type { TicketRecord } from './record-repo.ts'
import { RATING_STATES, type Rating, type Ticket, type TicketRow, type TicketStatus } from './schemas.ts'

export const ticketStatus = (status: string): TicketStatus => STATUSES[status] ?? 'pending'

const STATUSES: Record<string, TicketStatus> = { open: 'open', pending: 'pending', closed: 'closed' }

/** As shown, answered to changes, and pushed. */
export function presentTicket(record: TicketRecord, view: ContactView): Ticket {
  const contact = presentContact(record.contact, view)
  return { ...base(record, contact), contact, closingReason: record.closingReason }
}

/** As it stands in lists. */
export function presentTicketRow(record: TicketRecord, view: ContactView): TicketRow {
  const contact = presentContact(record.contact, view)
  const { id, name, number, profilePicUrl, tags, wallets } = contact
  return { ...base(record, contact), contact: { id, name, number, profilePicUrl, tags, wallets }, tags }
}

function base(record: TicketRecord, contact: { name: string; profilePicUrl: string | null }) {
  const { channel } = record
  return {
    id: record.id,
    tenantId: record.tenantId,
    protocol: record.protocol,
    status: ticketStatus(record.status),
    contactId: record.contactId,
    whatsappId: record.channelId,
    channel: channel.type,
    queueId: record.queueId,
    userId: record.userId,
    chatFlowId: record.chatFlowId,
    unreadMessages: record.unreadMessages,
    lastMessage: record.lastMessage,
    lastMessageAt: record.lastMessageAt.getTime(),
    answered: record.answered,
    isGroup: record.isGroup,
    isActiveDemand: record.isActiveDemand,
    isFarewellMessage: record.isFarewellMessage,
    startedAttendanceAt: record.startedAt?.getTime() ?? null,
    closedAt: record.closedAt?.getTime() ?? null,
    waitingSince: record.waitingSince?.getTime() ?? null,
    firstReplySeconds: record.firstReplySeconds,
    snoozedUntil: record.status === 'pending' ? (record.snoozedUntil?.getTime() ?? null) : null,
    rememberedUser: record.status === 'pending' ? record.rememberedUser : null,
    transferNote: record.status === 'closed' ? null : record.transferNote,
    closingReasonId: record.closingReasonId,
    rating: ratingOf(record),
    postId: record.thread === '' ? null : record.thread,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    seq: record.seq,
    version: record.version,
    name: contact.name,
    profilePicUrl: contact.profilePicUrl,
    username: record.user?.name ?? null,
    queue: record.queueName,
    whatsapp: { id: channel.id, name: channel.name, type: channel.type, status: statusOf(channel.state) },
    user: record.user,
  }
}

function ratingOf({ rating }: TicketRecord): Rating | null {
  const state = RATING_STATES.find((known) => known === rating?.state)
  if (!rating || !state) return null
  const millis = (text: string) => new Date(text).getTime()
  return {
    state,
    score: rating.score,
    askedAt: millis(rating.askedAt),
    answeredAt: rating.answeredAt === null ? null : millis(rating.answeredAt),
  }
}
