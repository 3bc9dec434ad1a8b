import Box from '@mui/joy/Box'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { type LiveTicket, tickets } from '../../entities/tickets.ts'
import { HttpError } from '../../lib/http/errors.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { fetchTicket } from './state/ticket-actions.ts'

/** The ticket of the address: at once when a list has it, and always asked for, since rows know less than tickets. */
export const OpenTicket = observer(({ id, children }: { id: number; children(ticket: LiveTicket): ReactNode }) => {
  const t = useT('attendance')
  const query = useQuery({
    queryKey: ['ticket', id],
    queryFn: async ({ signal }) => {
      await fetchTicket(id, signal)
      return true
    },
    staleTime: 0,
    gcTime: 0,
  })
  const ticket = tickets.get(id)
  const isGone = query.error instanceof HttpError && query.error.is('ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION')
  if (isGone || (query.data && !ticket)) {
    return <EmptyState icon={SearchX} title={t('conversation.gone')} text={t('conversation.goneText')} />
  }
  if (ticket) return children(ticket)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Box sx={{ p: 4 }}>
      <ListSkeleton rows={1} />
    </Box>
  )
})
