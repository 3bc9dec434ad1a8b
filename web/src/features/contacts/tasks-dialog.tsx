import type { ContactTask } from '@recado/core/modules/contact-tasks/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { WorkListDialog } from '../../ui/work-list-dialog.tsx'
import { WorkRow } from '../../ui/work-row.tsx'
import { isActive, useTasks } from './use-tasks.ts'

/** Imports and bulk deletions of the last weeks. */
export function TasksDialog({ onOpen, onClose }: { onOpen(id: number): void; onClose(): void }) {
  const t = useT('contacts')
  const tasks = useTasks()
  return (
    <WorkListDialog
      title={t('tasks.title')}
      none={t('tasks.none')}
      more={t('import.more')}
      query={tasks}
      draw={(task) => <Row task={task} onOpen={() => onOpen(task.id)} />}
      onClose={onClose}
    />
  )
}

function Row({ task, onOpen }: { task: ContactTask; onOpen(): void }) {
  const t = useT('contacts')
  const { kind, fileName, state, user, createdAt } = task
  const colour = state === 'failed' ? 'danger' : isActive(task) ? 'primary' : 'neutral'
  return (
    <WorkRow
      title={t(`task.${kind}`, { name: fileName ?? '' })}
      line={[formatDateTime(createdAt), user && t('by', { name: user.name })].filter(Boolean).join(' · ')}
      state={t(`state.${state}`)}
      colour={colour}
      onOpen={onOpen}
    />
  )
}
