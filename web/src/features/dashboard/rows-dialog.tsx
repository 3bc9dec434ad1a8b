import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import DialogContent from '@mui/joy/DialogContent'
import DialogTitle from '@mui/joy/DialogTitle'
import Modal from '@mui/joy/Modal'
import ModalClose from '@mui/joy/ModalClose'
import ModalDialog from '@mui/joy/ModalDialog'
import Typography from '@mui/joy/Typography'
import { MAX_IDS } from '@recado/core/modules/ticket-tasks/contract'
import { Inbox } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { formatNumber } from '../../lib/format/numbers.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { can } from '../../lib/permissions.ts'
import { RowCheck } from '../../ticket-work-ui/row-check.tsx'
import { Selection } from '../../ticket-work-ui/selection.ts'
import { SelectionBar } from '../../ticket-work-ui/selection-bar.tsx'
import { TicketTaskDialog } from '../../ticket-work-ui/task-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { TicketLine } from './ticket-line.tsx'
import { type Asked, useRows } from './use-dashboard.ts'

/** The tickets that a number counts, each with the way to it; admins close or delete many of them at once. */
export const RowsDialog = observer(({ asked, onClose }: { asked: Asked; onClose(): void }) => {
  const t = useT('dashboard')
  const ui = useT('ui')
  const work = useT('ticketWorkUi')
  const [selection] = useState(() => new Selection())
  const [task, setTask] = useState<number | null>(null)
  const mayPick = can('tickets.bulk')
  const query = useRows(asked)
  const rows = query.data?.pages.flatMap((page) => page.tickets)
  const count = query.data?.pages.at(-1)?.count
  const ids = rows?.map(({ id }) => id) ?? []
  const order = ids.join()
  useEffect(() => selection.keep(order === '' ? [] : order.split(',').map(Number)), [selection, order])
  const picked = selection.ids.size
  const mayDelete = picked > 0 && picked <= MAX_IDS
  const isLive = rows?.some(({ id, status }) => status !== 'closed' && selection.has(id)) ?? false
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
          <Box component="ul" sx={listStyles}>
            {rows?.map((ticket) => (
              <TicketLine
                key={ticket.id}
                ticket={ticket}
                figure={asked.figure}
                mark={mayPick && <RowCheck selection={selection} id={ticket.id} name={ticket.name} order={() => ids} />}
              />
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
        {selection.isOn && (
          <SelectionBar
            picked={picked}
            selection={{ ticketIds: [...selection.ids], expected: picked }}
            count={picked}
            mayClose={mayDelete && isLive}
            mayDelete={mayDelete}
            more={
              picked < ids.length && (
                <Button size="sm" variant="plain" onClick={() => selection.take(ids)}>
                  {work('select.shown', { number: formatNumber(ids.length) })}
                </Button>
              )
            }
            onLeave={() => selection.leave()}
            onBegun={setTask}
          />
        )}
        {task !== null && <TicketTaskDialog id={task} onClose={() => setTask(null)} />}
      </ModalDialog>
    </Modal>
  )
})

const listStyles = {
  listStyle: 'none',
  m: 0,
  p: 0,
  '& .row-check': { width: 20, height: 20, m: 0, flexShrink: 0, accentColor: 'var(--joy-palette-primary-solidBg)' },
}
