import Box from '@mui/joy/Box'
import Card from '@mui/joy/Card'
import Link from '@mui/joy/Link'
import Skeleton from '@mui/joy/Skeleton'
import Typography from '@mui/joy/Typography'
import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router-dom'
import { formatNumber } from '../../lib/format/numbers.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { ErrorState } from '../../ui/error-state.tsx'

const TABS = ['open', 'pending', 'chatbot', 'groups'] as const

/** Live counts by tab; a number opens its tab. */
export function TicketCounts() {
  const t = useT('dashboard')
  const query = useQuery({
    queryKey: ['ticket-counts'],
    queryFn: ({ signal }) => call(ticketsContract.routes.counts, { query: {}, signal, quiet: true }),
    // Many events in a row ask once.
    staleTime: 2_000,
    refetchInterval: 60_000,
  })
  useRefetchOn(['ticketList', 'ticket'], ['ticket-counts'])
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))' }}>
      {TABS.map((tab) => (
        <Card key={tab} sx={{ p: 4, gap: 1, '&:hover': { bgcolor: 'background.level1' } }}>
          <Typography level="body-sm">{t(tab)}</Typography>
          <Link
            component={RouterLink}
            to={`/atendimento/chats?tab=${tab}`}
            overlay
            underline="none"
            textColor="text.primary"
            aria-label={`${t(tab)}: ${query.data ? formatNumber(query.data[tab]) : ''}`}
            className="tabular"
            sx={{ fontSize: '2rem', fontWeight: 650, letterSpacing: '-0.02em', lineHeight: 1.1 }}
          >
            {query.data ? formatNumber(query.data[tab]) : <Skeleton variant="text" width={56} />}
          </Link>
          <Typography level="body-xs">{t(`${tab}Hint`)}</Typography>
        </Card>
      ))}
    </Box>
  )
}
