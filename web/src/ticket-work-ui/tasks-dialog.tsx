import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { TicketTask } from '@recado/core/modules/ticket-tasks/contract'
import { formatDateTime } from '../lib/format/dates.ts'
import { formatNumber } from '../lib/format/numbers.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListDialog } from '../ui/list-dialog.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { WorkRow } from '../ui/work-row.tsx'
import { isActive, useTicketTasks } from './use-ticket-tasks.ts'

/** Closings and deletions of many tickets in the last weeks. */
export function TicketTasksDialog({ onOpen, onClose }: { onOpen(id: number): void; onClose(): void }) {
  const t = useT('ticketWorkUi')
  const tasks = useTicketTasks()
  const rows = tasks.data?.pages.flatMap((page) => page.tasks)
  return (
    <ListDialog title={t('tasks.title')} onClose={onClose}>
      {tasks.error ? (
        <ErrorState error={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : !rows ? (
        <ListSkeleton rows={4} avatar={false} />
      ) : rows.length === 0 ? (
        <Typography level="body-sm">{t('tasks.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((task) => (
            <li key={task.id}>
              <Row task={task} onOpen={() => onOpen(task.id)} />
            </li>
          ))}
        </Box>
      )}
      {tasks.hasNextPage && (
        <Button variant="plain" color="neutral" onClick={() => void tasks.fetchNextPage()}>
          {t('task.more')}
        </Button>
      )}
    </ListDialog>
  )
}

function Row({ task, onOpen }: { task: TicketTask; onOpen(): void }) {
  const t = useT('ticketWorkUi')
  const { kind, state, total, user, createdAt } = task
  const colour = state === 'failed' ? 'danger' : isActive(task) ? 'primary' : 'neutral'
  return (
    <WorkRow
      title={`${t(`task.${kind}`)} · ${formatNumber(total)}`}
      line={[formatDateTime(createdAt), user?.name].filter(Boolean).join(' · ')}
      state={t(`short.${state}`)}
      colour={colour}
      onOpen={onOpen}
    />
  )
}
