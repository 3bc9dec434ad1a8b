import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import type { FileUrl } from '../auth/index.ts'
import type { SignedUrl } from '../media/index.ts'
import { factsOf, loadTickets, presentTicket, saidIn, type TicketFacts, type TicketRecord } from '../tickets/index.ts'
import { presentMessage } from './presenter.ts'
import { loadMessages, type MessageBase, type MessageRecord } from './repo.ts'

export type MessageNewsType = 'chat:create' | 'chat:ack' | 'chat:update' | 'chat:delete'

export interface NewsDeps {
  uow: UnitOfWork
  realtime: Pick<Realtime<TicketFacts>, 'publish'>
  fileUrl: FileUrl
  signedUrl: SignedUrl
}

export const readUpTo = (ticket: Pick<TicketRecord, 'seq' | 'unreadMessages'>): number =>
  ticket.seq - ticket.unreadMessages

/** In which queue of the past a message was said, if in any; what is quoted from another ticket, in which one there. */
export const saidInOf = (
  ticket: TicketRecord,
  message: Pick<MessageBase, 'ticketId' | 'seq'> & { saidElsewhere?: number | null },
): number | null =>
  message.ticketId === ticket.id ? saidIn(ticket.pastQueues, message.seq) : (message.saidElsewhere ?? null)

/** Tells the screens of those who see a ticket about its messages, each with the ticket as it stands now. */
export function createMessageNews({ uow, realtime, fileUrl, signedUrl }: NewsDeps) {
  const publish = (tenantId: number, type: MessageNewsType, record: MessageRecord, ticket: TicketRecord) => {
    const shown = (showPhones: boolean, isReadable = true) =>
      presentTicket(ticket, {
        showPhones,
        fileUrl,
        hidesLast: ({ seq }) => !isReadable && isForeign({ ...record, seq }),
      })
    const isForeign = (message: MessageBase) => ticket.hidesOtherQueues && saidInOf(ticket, message) !== null
    const payload = (showPhones: boolean, isReadable = true) => ({
      type,
      payload: {
        ...presentMessage(record, {
          withholds: (message) => !isReadable && isForeign(message),
          tenantId,
          showPhones,
          locale: 'pt',
          fileUrl,
          signedUrl,
          readUpTo: readUpTo(ticket),
        }),
        ticket: shown(showPhones, isReadable),
      },
    })
    // that something was said is known to all who see the ticket, but not always what
    const facts = factsOf(ticket)
    const foreign = [record, ...(record.quoted ? [record.quoted] : [])].find(isForeign)
    const isWaiting = ticket.hidesWaiting && ticket.status === 'pending'
    const unreadable = () =>
      isWaiting
        ? { type: 'ticket:update', payload: shown(!ticket.hidesPhones, false) }
        : payload(!ticket.hidesPhones, false)
    realtime.publish(
      {
        ...{ tenantId, to: 'ticket', ticket: foreign ? { ...facts, saidIn: saidInOf(ticket, foreign) } : facts },
        ...(ticket.hidesPhones ? { masked: payload(false) } : {}),
        ...(isWaiting || foreign ? { unreadable: unreadable() } : {}),
      },
      'ticketList',
      payload(true),
    )
  }

  return {
    publish,

    /** @returns the tickets by id, for whoever needs them too */
    async announce(
      tenantId: number,
      type: MessageNewsType,
      records: MessageRecord[],
      known: TicketRecord[] = [],
    ): Promise<void> {
      const missing = [...new Set(records.map((record) => record.ticketId))].filter(
        (id) => !known.some((ticket) => ticket.id === id),
      )
      const loaded = missing.length === 0 ? [] : await loadTickets(uow, { tenantId }, missing)
      const tickets = new Map([...known, ...loaded].map((ticket) => [ticket.id, ticket]))
      for (const record of records) {
        const ticket = tickets.get(record.ticketId)
        if (ticket) publish(tenantId, type, record, ticket)
      }
    },

    async changed(tenantId: number, ids: string[], type: MessageNewsType = 'chat:ack'): Promise<void> {
      await this.announce(tenantId, type, await loadMessages(uow, { tenantId }, ids))
    },
  }
}

export type MessageNews = ReturnType<typeof createMessageNews>
