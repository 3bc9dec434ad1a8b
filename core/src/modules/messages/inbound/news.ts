import type { UnitOfWork } from '../../../platform/db/uow.ts'
import type { ChannelRef } from '../../../plugin-host/index.ts'
import { loadTickets, type TicketRecord } from '../../tickets/index.ts'
import type { MessageNews, MessageNewsType } from '../news.ts'
import { loadMessages, type MessageRecord } from '../repo.ts'
import { type Applied, type AppliedMessage, isMessage, type Result } from './inbound-repo.ts'
import type { MessageEvent, StoredEvent } from './normalise.ts'

export interface InboundNewsDeps {
  uow: UnitOfWork
  news: MessageNews
  onNewTickets(tenantId: number, tickets: TicketRecord[]): void
}

/** After a batch of events was committed: tells the screens. */
export function createInboundNews({ uow, news, onNewTickets }: InboundNewsDeps) {
  return async (
    { tenantId }: ChannelRef,
    events: StoredEvent[],
    { results, tickets: told }: Applied,
  ): Promise<void> => {
    const applied = results.flatMap((result, index) => {
      const event = events[index]
      return isMessage(result) && event?.kind === 'message' ? [{ event, result }] : []
    })
    if (applied.length > 0) {
      const ids = [...new Set(applied.map(({ result }) => result.ticketId))]
      const untold = ids.filter((id) => !told.some((ticket) => ticket.id === id))
      const tickets = [...told, ...(await loadTickets(uow, { tenantId }, untold))]
      // what joins nothing but the contact needs no second look at the database
      const rich = applied.filter(
        ({ event, result }) => result.replyToId || result.mediaId || event.sender || result.isChanged,
      )
      const loaded = await loadMessages(
        uow,
        { tenantId },
        rich.map(({ result }) => result.messageId),
      )
      const records = applied.map(
        ({ event, result }) =>
          loaded.find((record) => record.id === result.messageId) ??
          recordOf(
            event,
            result,
            tickets.find((ticket) => ticket.id === result.ticketId),
          ),
      )
      onNewTickets(
        tenantId,
        tickets.filter((ticket) => applied.some(({ result }) => result.isNewTicket && result.ticketId === ticket.id)),
      )
      await news.announce(tenantId, 'chat:create', records, tickets)
    }

    for (const [type, kinds] of CHANGES) {
      const ids = results.flatMap((result, index) =>
        'changed' in result && result.changed && kinds.includes(events[index]?.kind ?? '') ? result.changed : [],
      )
      if (ids.length > 0) await news.changed(tenantId, [...new Set(ids)], type)
    }
  }
}

/** Messages of which the provider said only later that they did not arrive. */
export const failedIn = (events: StoredEvent[], results: Result[]): string[] =>
  results.flatMap((result, index) => {
    const event = events[index]
    const isFailed = event?.kind === 'receipt' && event.status === 'failed'
    return isFailed && 'changed' in result ? (result.changed ?? []) : []
  })

/** Contacts and groups of which something was told besides messages. */
export const contactsIn = (events: StoredEvent[], results: Result[]): number[] => {
  const ids = results.flatMap((result, index) => {
    const isAbout = ['contact', 'group'].includes(events[index]?.kind ?? '')
    return isAbout && 'contactId' in result && result.contactId ? [result.contactId] : []
  })
  return [...new Set(ids)]
}

const CHANGES: [MessageNewsType, string[]][] = [
  ['chat:ack', ['receipt', 'watermark', 'message']],
  ['chat:update', ['edit', 'reaction']],
  ['chat:delete', ['removal']],
]

function recordOf(event: MessageEvent, result: AppliedMessage, ticket: TicketRecord | undefined): MessageRecord {
  const { contact } = ticket ?? {}
  return {
    id: result.messageId,
    ticketId: result.ticketId,
    seq: result.seq,
    channelId: ticket?.channelId ?? 0,
    contactId: event.out ? null : result.contactId,
    userId: null,
    fromMe: event.out,
    sendType: event.sendType,
    type: event.type,
    body: event.body,
    content: event.content,
    externalId: event.externalId,
    replyToId: null,
    status: event.out ? 'sent' : 'received',
    failCode: null,
    failReason: null,
    isDeleted: false,
    isForwarded: event.forwarded,
    origin: event.origin ?? null,
    editedAt: null,
    reactions: [],
    sentAt: Math.min(event.at, result.at),
    createdAt: result.at,
    updatedAt: result.at,
    heldUntil: null,
    media: null,
    userName: null,
    contact:
      event.out || !contact
        ? null
        : { id: contact.id, name: contact.name, number: contact.number, profilePicId: contact.profilePicId },
    quoted: null,
  }
}
