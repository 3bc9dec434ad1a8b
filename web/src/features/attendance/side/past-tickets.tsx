import Chip from '@mui/joy/Chip'
import type { Contact } from '@recado/core/modules/contacts/contract'
import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDate } from '../../../lib/format/dates.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { ChannelIcon } from '../channel-icon.tsx'

interface PastTicketsProps {
  contact: Contact
  /** The one that is open already. */
  ticketId: number
  search: string
}

const TONES = { open: 'primary', pending: 'warning', closed: 'neutral' } as const

/** Other tickets of the contact, as far as this person may see them. */
export function PastTickets({ contact, ticketId, search }: PastTicketsProps) {
  const t = useT('attendance')
  const query = useQuery({
    // seen from each of them, as it stands then
    queryKey: ['past-tickets', contact.id, ticketId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call(ticketsContract.routes.list, {
        query: { contactId: contact.id, status: ['open', 'pending', 'closed'], pageSize: 30, showAll: true },
        signal,
        quiet: true,
      }),
  })
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={2} avatar={false} />
  const others = query.data.tickets.filter(({ id }) => id !== ticketId)
  if (others.length === 0) return <div className="side-quiet">{t('side.noPast')}</div>
  return (
    <ul className="side-past">
      {others.map((ticket) => (
        <li key={ticket.id}>
          <Link to={{ pathname: `/atendimento/${ticket.id}`, search }}>
            <div className="side-past-about">
              <ChannelIcon type={ticket.whatsapp.type} />
              <span className="tabular">{formatDate(ticket.lastMessageAt)}</span>
              {ticket.queue && <span>· {ticket.queue}</span>}
              <Chip size="sm" color={TONES[ticket.status]} sx={{ ml: 'auto' }}>
                {t(`status.${ticket.status}`)}
              </Chip>
            </div>
            <div dir="auto" className="side-past-text">
              {ticket.lastMessage ?? '–'}
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}
