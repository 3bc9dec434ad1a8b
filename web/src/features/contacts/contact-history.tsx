import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Chip from '@mui/joy/Chip'
import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDate } from '../../lib/format/dates.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

const TONES = { open: 'primary', pending: 'warning', closed: 'neutral' } as const

/** The contact's tickets over all channels, the newest first, as far as this person may see them. */
export function ContactHistory({ contactId }: { contactId: number }) {
  const t = useT('contacts')
  const tickets = useInfiniteQuery({
    queryKey: ['contact-history', contactId],
    queryFn: ({ pageParam, signal }) =>
      call(ticketsContract.routes.list, {
        query: { contactId, status: ['open', 'pending', 'closed'], showAll: true, pageSize: 10, pageNumber: pageParam },
        signal,
        quiet: true,
      }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
  })
  if (tickets.error) return <ErrorState error={tickets.error} onRetry={() => void tickets.refetch()} />
  if (!tickets.data) return <ListSkeleton rows={2} avatar={false} />
  const rows = tickets.data.pages.flatMap((page) => page.tickets)
  if (rows.length === 0) return <Box sx={{ fontSize: 'sm', color: 'text.tertiary' }}>{t('history.none')}</Box>
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -2, p: 0 }}>
        {rows.map((ticket) => (
          <li key={ticket.id}>
            <Box component={Link} to={`/atendimento/${ticket.id}`} sx={rowStyles}>
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontSize: 'xs', color: 'text.tertiary' }}>
                <span className="tabular">{formatDate(ticket.lastMessageAt)}</span>
                <span>{ticket.whatsapp.name}</span>
                {ticket.queue && <span>{ticket.queue}</span>}
                {ticket.username && <span>{ticket.username}</span>}
                <Chip size="sm" color={TONES[ticket.status]} sx={{ ml: 'auto' }}>
                  {t(`history.${ticket.status}`)}
                </Chip>
              </Box>
              <Box
                dir="auto"
                sx={{ fontSize: 'sm', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                {ticket.lastMessage || ticket.protocol}
              </Box>
            </Box>
          </li>
        ))}
      </Box>
      {tickets.hasNextPage && (
        <Button
          size="sm"
          variant="plain"
          color="neutral"
          loading={tickets.isFetchingNextPage}
          onClick={() => void tickets.fetchNextPage()}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

const rowStyles = {
  display: 'block',
  px: 2,
  py: 1.5,
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'background.level1' },
}
