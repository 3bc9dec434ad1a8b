import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import type { FileUrl } from '../auth/index.ts'
import { saidIn, type TicketFacts } from './policy.ts'
import { presentTicket } from './presenter.ts'
import { factsOf, loadTickets } from './record-repo.ts'
import { ticketsOfContact } from './repo.ts'

export interface NewsOptions {
  /** `notification:new`: the ticket went back to pending; told before the update itself. */
  type?: 'ticket:update' | 'notification:new'
  extra?: { isTransference?: boolean; isCreated?: boolean }
  /** What was different about the ticket: who saw it then and no longer does takes it off the screen. */
  before?: Partial<TicketFacts>
}

/** Tells everybody who sees a ticket what became of it. Call it after commit. */
export function createTicketNews({
  uow,
  realtime,
  fileUrl,
}: {
  uow: UnitOfWork
  realtime: Pick<Realtime<TicketFacts>, 'publish'>
  fileUrl: FileUrl
}) {
  const self = {
    async announce(tenantId: number, ids: readonly number[], options: NewsOptions = {}): Promise<void> {
      const { type = 'ticket:update', extra = {}, before } = options
      for (const record of await loadTickets(uow, { tenantId }, ids)) {
        const ticket = factsOf(record)
        const shown = { ...presentTicket(record, { showPhones: true, fileUrl }), ...extra }
        const hidden = record.hidesPhones
          ? { ...presentTicket(record, { showPhones: false, fileUrl }), ...extra }
          : undefined
        const last = record.hidesOtherQueues ? saidIn(record.pastQueues, record.seq) : null
        const tell = (event: string, wrap: (payload: object) => object) =>
          realtime.publish(
            {
              ...{ tenantId, to: 'ticket', ticket: last === null ? ticket : { ...ticket, saidIn: last } },
              ...(hidden ? { masked: wrap(hidden) } : {}),
              ...(last === null ? {} : { unreadable: wrap({ ...(hidden ?? shown), lastMessage: '' }) }),
            },
            event,
            wrap(shown),
          )
        if (before) {
          const gone = { type: 'ticket:hide', payload: { id: record.id } }
          const then = { ...ticket, ...before }
          realtime.publish({ tenantId, to: 'ticket', ticket: then, butNot: ticket }, 'ticketList', gone)
        }
        if (type === 'notification:new') tell('ticketList', (payload) => ({ type, payload }))
        tell('ticketList', (payload) => ({ type: 'ticket:update', payload }))
        if (extra.isCreated && record.userId === null)
          tell('ticket', (payload) => ({ action: 'create', ticket: payload }))
      }
    },

    /** Others are responsible for the contact than before, which may show them its tickets, or hide them. */
    async walletsChanged(tenantId: number, contactId: number, former: number[]): Promise<void> {
      await self.announce(tenantId, await ticketsOfContact(uow, { tenantId }, contactId), {
        before: { walletUserIds: former },
      })
    },

    announceDeleted(tenantId: number, ticket: TicketFacts): void {
      const audience = { tenantId, to: 'ticket', ticket } as const
      realtime.publish(audience, 'ticketList', { type: 'ticket:delete', payload: { id: ticket.id } })
      realtime.publish(audience, 'ticket', { action: 'delete', ticketId: ticket.id })
    },
  }
  return self
}

export type TicketNews = ReturnType<typeof createTicketNews>
