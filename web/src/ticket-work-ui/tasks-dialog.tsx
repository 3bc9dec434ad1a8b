import type { TicketTask } from '@recado/core/modules/ticket-tasks/contract'
import { formatDateTime } from '../lib/format/dates.ts'
import { formatNumber } from '../lib/format/numbers.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { WorkListDialog } from '../ui/work-list-dialog.tsx'
import { WorkRow } from '../ui/work-row.tsx'
import { isActive, useTicketTasks } from './use-ticket-tasks.ts'

/** Closings and deletions of many tickets in the last weeks. */
export function TicketTasksDialog({ onOpen, onClose }: { onOpen(id: number): void; onClose(): void }) {
  const t = useT('ticketWorkUi')
  const tasks = useTicketTasks()
  return (
    <WorkListDialog
      title={t('tasks.title')}
      none={t('tasks.none')}
      more={t('task.more')}
      query={tasks}
      draw={(task) => <Row task={task} onOpen={() => onOpen(task.id)} />}
      onClose={onClose}
    />
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
