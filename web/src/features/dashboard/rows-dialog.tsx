import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import { Inbox } from 'lucide-react'
import { useT } from '../../lib/i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { TicketLine } from './ticket-line.tsx'
import { type Asked, useRows } from './use-dashboard.ts'

/** The tickets that a number counts, each with the way to it. */
export function RowsDialog({ asked, onClose }: { asked: Asked; onClose(): void }) {
  const t = useT('dashboard')
  const ui = useT('ui')
  const query = useRows(asked)
  const rows = query.data?.pages.flatMap((page) => page.tickets)
  const count = query.data?.pages.at(-1)?.count
  return (
    <Modal open onClose={onClose}>
      <ModalDialog sx={{ width: 680, maxWidth: 'calc(100vw - 24px)', maxHeight: '86dvh' }}>
        <ModalClose aria-label={ui('close')} />
        <DialogTitle component="h2" sx={{ pr: 8 }}>
          {asked.title}
        </DialogTitle>
        <Typography level="body-sm" aria-live="polite">
          {count === undefined ? ui('loading') : t('rows.count', { count })}
        </Typography>
        <DialogContent>
          {query.error && !rows && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          {query.isPending && <ListSkeleton rows={6} />}
          {rows?.length === 0 && <EmptyState icon={Inbox} title={t('rows.empty')} text={t('rows.emptyText')} />}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows?.map((ticket) => (
              <TicketLine key={ticket.id} ticket={ticket} figure={asked.figure} />
            ))}
          </Box>
          {query.hasNextPage && (
            <Button
              variant="outlined"
              color="neutral"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
              sx={{ mt: 3, width: '100%' }}
            >
              {t('rows.more')}
            </Button>
          )}
        </DialogContent>
      </ModalDialog>
    </Modal>
  )
}
