import type { FileUrl } from '../auth/index.ts'
import { statusOf } from '../channels/contract.ts'
import { type ContactView, presentContact } from '../contacts/index.ts'
import { mayReadFrom, saidIn, type TicketViewer } from './policy.ts'
import type { TicketRecord } from './record-repo.ts'
import { RATING_STATES, type Rating, type Ticket, type TicketRow, type TicketStatus } from './schemas.ts'

export const ticketStatus = (status: string): TicketStatus => STATUSES[status] ?? 'pending'

const STATUSES: Record<string, TicketStatus> = { open: 'open', pending: 'pending', closed: 'closed' }

export interface TicketView extends ContactView {
  /** What the customer or an agent said last is nothing that this reader may read. */
  hidesLast?(record: TicketRecord): boolean
}

/** A ticket as somebody sees it. */
export const viewFor = (viewer: TicketViewer, fileUrl: FileUrl): TicketView => ({
  showPhones: !viewer.masksPhones,
  fileUrl,
  hidesLast: ({ pastQueues, seq }) => !mayReadFrom(viewer, saidIn(pastQueues, seq)),
})

/** As shown, answered to changes, and pushed. */
export function presentTicket(record: TicketRecord, view: TicketView): Ticket {
  const contact = presentContact(record.contact, view)
  return { ...base(record, contact, view), contact, closingReason: record.closingReason }
}

/** As it stands in lists. */
export function presentTicketRow(record: TicketRecord, view: TicketView): TicketRow {
  const contact = presentContact(record.contact, view)
  const { id, name, number, profilePicUrl, tags, wallets } = contact
  return { ...base(record, contact, view), contact: { id, name, number, profilePicUrl, tags, wallets }, tags }
}

function base(
  record: TicketRecord,
  contact: { name: string; profilePicUrl: string | null },
  { hidesLast }: TicketView,
) {
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
    lastMessage: hidesLast?.(record) ? '' : record.lastMessage,
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
