import { messagesContract } from '@recado/core/modules/messages/contract'
import { useQuery } from '@tanstack/react-query'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import type { WindowState } from '../composer/sendability.ts'

/**
 * The time within which free messages are taken, on channels that have one. Asked again when the customer writes:
 * that opens it anew.
 */
export function useWindow(ticket: LiveTicket, windowHours: number | undefined): WindowState | undefined {
  const { data } = useQuery({
    queryKey: ['message-window', ticket.id, ticket.answered ? null : ticket.seq],
    queryFn: ({ signal }) =>
      call(messagesContract.routes.window, { params: { ticketId: ticket.id }, signal, quiet: true }),
    enabled: windowHours !== undefined && ticket.status === 'open',
    placeholderData: (before) => before,
  })
  return windowHours === undefined ? undefined : data
}
