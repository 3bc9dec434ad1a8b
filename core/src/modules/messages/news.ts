import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import type { FileUrl } from '../auth/index.ts'
import type { SignedUrl } from '../media/index.ts'
import { factsOf, loadTickets, presentTicket, type TicketFacts, type TicketRecord } from '../tickets/index.ts'
import { presentMessage } from './presenter.ts'
import { loadMessages, type MessageRecord } from './repo.ts'

export type MessageNewsType = 'chat:create' | 'chat:ack' | 'chat:update' | 'chat:delete'

export interface NewsDeps {
  uow: UnitOfWork
  realtime: Pick<Realtime<TicketFacts>, 'publish'>
  fileUrl: FileUrl
  signedUrl: SignedUrl
}

export const readUpTo = (ticket: Pick<TicketRecord, 'seq' | 'unreadMessages'>): number =>
  ticket.seq - ticket.unreadMessages

/** Tells the screens of those who see a ticket about its messages, each with the ticket as it stands now. */
export function createMessageNews({ uow, realtime, fileUrl, signedUrl }: NewsDeps) {
  const publish = (tenantId: number, type: MessageNewsType, record: MessageRecord, ticket: TicketRecord) => {
    const shown = (showPhones: boolean) => presentTicket(ticket, { showPhones, fileUrl })
    const payload = (showPhones: boolean) => ({
      type,
      payload: {
        ...presentMessage(record, {
          tenantId,
          showPhones,
          locale: 'pt',
          fileUrl,
          signedUrl,
          readUpTo: readUpTo(ticket),
        }),
        ticket: shown(showPhones),
      },
    })
    // that something was said is known to all who see the ticket, but not always what
    const isWithheld = ticket.hidesWaiting && ticket.status === 'pending'
    const bare = (showPhones: boolean) => ({ type: 'ticket:update', payload: shown(showPhones) })
    realtime.publish(
      {
        ...{ tenantId, to: 'ticket', ticket: factsOf(ticket) },
        ...(ticket.hidesPhones ? { masked: payload(false) } : {}),
        ...(isWithheld ? { unreadable: bare(!ticket.hidesPhones) } : {}),
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
