import Box from '@mui/joy/Box'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import { type TicketLog, ticketsContract } from '@recado/core/modules/tickets/contract'
import { useQuery } from '@tanstack/react-query'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { logKind, logNames } from './log-names.ts'

/** Who did what with a ticket and why, newest first. */
export function LogDialog({ ticket, onClose }: { ticket: LiveTicket; onClose(): void }) {
  const t = useT('attendance')
  const ui = useT('ui')
  const query = useQuery({
    queryKey: ['ticket-log', ticket.id, ticket.version],
    queryFn: ({ signal }) => call(ticketsContract.routes.logs, { params: { id: ticket.id }, signal }),
  })
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 520, maxHeight: '80dvh' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2">{t('log.title', { protocol: ticket.protocol })}</DialogTitle>
        <DialogContent>
          {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ListSkeleton rows={5} avatar={false} />}
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {query.data?.map((log) => (
              <Box component="li" key={log.id} sx={lineStyles}>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box sx={{ fontSize: 'sm' }}>{t(`log.type.${logKind(log)}`, logNames(log))}</Box>
                  {log.note && QUOTED.has(log.type) && (
                    <Box
                      component="q"
                      dir="auto"
                      sx={{ fontSize: 'sm', color: 'text.secondary', overflowWrap: 'anywhere' }}
                    >
                      {log.note}
                    </Box>
                  )}
                  <Box sx={{ fontSize: 'xs', color: 'text.secondary' }}>
                    {[log.user?.name, log.user && log.cause === 'person' ? null : t(`log.cause.${log.cause}`)]
                      .filter(Boolean)
                      .join(' · ')}
                    {log.closingReason && ` · ${t('log.reason', { name: log.closingReason.name })}`}
                  </Box>
                </Box>
                <Box
                  component="time"
                  dateTime={log.createdAt}
                  className="tabular"
                  sx={{ fontSize: 'xs', color: 'text.tertiary', whiteSpace: 'nowrap' }}
                >
                  {formatDateTime(log.createdAt)}
                </Box>
              </Box>
            ))}
          </Box>
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}

/** Their note is somebody's own words. */
const QUOTED: ReadonlySet<TicketLog['type']> = new Set(['transfered'])

const lineStyles = {
  display: 'flex',
  gap: 3,
  py: 2,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}
