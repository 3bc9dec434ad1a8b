import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { MAX_PANEL_ROWS } from '@recado/core/modules/dashboard/contract'
import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { ArrowRightLeft, Maximize, Minimize } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useShortcuts } from '../../../lib/shortcuts/registry.ts'
import { useUrlText } from '../../../lib/use-url-state.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { BulkBar } from '../../../ui/table/bulk-bar.tsx'
import { RowsDialog } from '../rows-dialog.tsx'
import { type Asked, usePanel, usePanelTickets } from '../use-dashboard.ts'
import { byQueue, byUser } from './grouping.tsx'
import { QueueSummary, UserSummary } from './summaries.tsx'
import { TicketGroups } from './ticket-groups.tsx'
import { useFullScreen } from './use-full-screen.ts'

/** Each is a change of its own. */
const MAX_MOVED = 100

const VIEWS = ['byUser', 'users', 'byQueue', 'queues'] as const

export interface PanelScreenProps {
  /** The dialog that leads tickets elsewhere. */
  transfer(tickets: readonly TicketRow[], onClose: () => void): ReactNode
}

/** `/painel-atendimentos`: who has what and what waits, for those who watch over others. */
export function PanelScreen({ transfer }: PanelScreenProps) {
  const t = useT('dashboard')
  const [chosen, choose] = useUrlText('visao', 'byUser')
  const [asked, ask] = useState<Asked | null>(null)
  const [selected, select] = useState<ReadonlySet<number>>(new Set())
  const [moving, setMoving] = useState<readonly TicketRow[] | null>(null)
  const { isFull, toggle } = useFullScreen()
  const view = VIEWS.find((one) => one === chosen) ?? 'byUser'
  const hasTickets = view === 'byUser' || view === 'byQueue'
  const panel = usePanel()
  const tickets = usePanelTickets(hasTickets)
  const title = t('panel.title')
  useShortcuts(title, [{ keys: 'f', label: t('panel.full'), run: () => void toggle() }])
  // what was moved or closed meanwhile is chosen no more
  const chosenRows = (tickets.data ?? []).filter(({ id }) => selected.has(id))

  const content = () => {
    const error = panel.error ?? tickets.error
    if (error && (!panel.data || (hasTickets && !tickets.data)))
      return <ErrorState error={error} onRetry={() => void Promise.all([panel.refetch(), tickets.refetch()])} />
    if (!panel.data || (hasTickets && !tickets.data)) return <ListSkeleton rows={8} />
    if (view === 'users') return <UserSummary panel={panel.data} onOpen={ask} />
    if (view === 'queues') return <QueueSummary panel={panel.data} onOpen={ask} />
    const rows = tickets.data ?? []
    const groups = view === 'byUser' ? byUser(panel.data, rows, t('nobody')) : byQueue(panel.data, rows, t('noQueue'))
    return (
      <>
        {rows.length >= MAX_PANEL_ROWS && (
          <Typography level="body-sm" sx={{ mb: 3 }}>
            {t('panel.tooMany', { count: MAX_PANEL_ROWS })}
          </Typography>
        )}
        <TicketGroups
          groups={groups}
          without={view === 'byUser' ? 'user' : 'queue'}
          selected={selected}
          onSelect={select}
        />
      </>
    )
  }

  return (
    <Box sx={isFull ? fullStyles : { height: '100%' }}>
      <Page
        title={title}
        {...(isFull ? {} : { text: t('panel.text') })}
        actions={
          <Button
            variant="outlined"
            color="neutral"
            startDecorator={isFull ? <Minimize size={16} aria-hidden /> : <Maximize size={16} aria-hidden />}
            aria-pressed={isFull}
            onClick={() => void toggle()}
          >
            {isFull ? t('panel.leaveFull') : t('panel.full')}
          </Button>
        }
        toolbar={
          <Box sx={{ maxWidth: '100%', overflowX: 'auto', scrollbarWidth: 'none' }}>
            <Segments
              inline
              label={t('panel.view')}
              value={view}
              onChange={choose}
              choices={VIEWS.map((value) => ({ value, label: t(`panel.views.${value}`) }))}
            />
          </Box>
        }
      >
        {hasTickets && chosenRows.length > 0 && (
          <Box sx={{ position: 'sticky', top: 0, zIndex: 2, mb: 3, borderRadius: 8, overflow: 'hidden' }}>
            <BulkBar count={chosenRows.length} onClear={() => select(new Set())}>
              <Button
                size="sm"
                startDecorator={<ArrowRightLeft size={15} aria-hidden />}
                disabled={chosenRows.length > MAX_MOVED}
                onClick={() => setMoving(chosenRows)}
              >
                {chosenRows.length > MAX_MOVED ? t('panel.atMost', { count: MAX_MOVED }) : t('panel.transfer')}
              </Button>
            </BulkBar>
          </Box>
        )}
        <Box sx={{ fontSize: isFull ? 'clamp(1rem, 2vw, 2rem)' : 'sm' }}>{content()}</Box>
      </Page>
      {asked && <RowsDialog asked={asked} onClose={() => ask(null)} />}
      {moving &&
        transfer(moving, () => {
          setMoving(null)
          select(new Set())
        })}
    </Box>
  )
}

/** Above the shell, below dialogs. */
const fullStyles = { position: 'fixed', inset: 0, zIndex: 1100, bgcolor: 'background.body' }
