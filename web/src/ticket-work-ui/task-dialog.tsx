import Button from '@mui/joy/Button'
import Stack from '@mui/joy/Stack'
import Typography from '@mui/joy/Typography'
import { type TicketTask, ticketTasksContract } from '@recado/core/modules/ticket-tasks/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportError } from '../lib/errors.ts'
import { formatNumber } from '../lib/format/numbers.ts'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListDialog } from '../ui/list-dialog.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { WorkFigures } from '../ui/work-figures.tsx'
import { PdfFiles } from './pdf-files.tsx'
import { TaskItems } from './task-items.tsx'
import { isActive, useTicketTask } from './use-ticket-tasks.ts'

const FIGURES = ['closed', 'deleted', 'refused', 'reopened', 'left'] as const

/** Work on many tickets, or on a long conversation: how far it is, and what became of it. It goes on when this is closed. */
export function TicketTaskDialog({ id, onClose }: { id: number; onClose(): void }) {
  const t = useT('ticketWorkUi')
  const query = useTicketTask(id)
  const task = query.data
  return (
    <ListDialog title={task ? t(`task.${task.kind}`) : t('tasks.title')} onClose={onClose}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : task ? (
        <Task task={task} />
      ) : (
        <ListSkeleton rows={3} avatar={false} />
      )}
    </ListDialog>
  )
}

function Task({ task }: { task: TicketTask }) {
  const t = useT('ticketWorkUi')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { id, kind, state, done, total, counts, isUndoable } = task
  const act = async (route: typeof ticketTasksContract.routes.cancel | typeof ticketTasksContract.routes.undo) => {
    setBusy(true)
    try {
      client.setQueryData(['ticket-tasks', id], await call(route, { params: { id } }))
      void client.invalidateQueries({ queryKey: ['ticket-tasks'] })
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  const hasRefused = (counts.refused ?? 0) + (counts.left ?? 0) > 0
  return (
    <Stack spacing={4}>
      <Typography level="body-sm" role="status">
        {t(`state.${state}`)}
      </Typography>
      <WorkFigures
        done={done}
        total={total}
        isActive={isActive(task)}
        label={t(`state.${state}`)}
        progress={t(kind === 'pdf' ? 'task.messages' : 'task.progress', {
          done: formatNumber(done),
          total: formatNumber(total),
        })}
        figures={FIGURES.map((name) => ({ name, label: t(`counts.${name}`), count: counts[name] ?? 0 }))}
      />
      {kind === 'pdf' && <PdfFiles task={task} />}
      <Stack direction="row" useFlexGap flexWrap="wrap" spacing={2}>
        {isActive(task) && (
          <Button
            variant="outlined"
            color="neutral"
            loading={isBusy}
            onClick={() => void act(ticketTasksContract.routes.cancel)}
          >
            {t('task.stop')}
          </Button>
        )}
        {isUndoable && (
          <Button
            variant="outlined"
            color="neutral"
            loading={isBusy}
            onClick={() => void act(ticketTasksContract.routes.undo)}
          >
            {t('task.undo')}
          </Button>
        )}
      </Stack>
      {hasRefused && !isActive(task) && <TaskItems key={state} task={task} />}
    </Stack>
  )
}
