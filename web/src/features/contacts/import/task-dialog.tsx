import type { ImportTask } from '@recado/core/modules/contact-tasks/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ListDialog } from '../../../ui/list-dialog.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { useTask } from '../use-tasks.ts'
import { ColumnsStep } from './columns-step.tsx'
import { TaskStep } from './task-step.tsx'
import { UploadStep } from './upload-step.tsx'

interface TaskDialogProps {
  /** Null for an import that begins. */
  id: number | null
  onOpen(id: number): void
  onClose(): void
}

/** An import from the file to its undoing, or other work on many contacts; it goes on when the dialog is closed. */
export function TaskDialog({ id, onOpen, onClose }: TaskDialogProps) {
  const t = useT('contacts')
  const client = useQueryClient()
  const query = useTask(id)
  const [isBack, setBack] = useState(false)
  const task = query.data
  const take = (next: ImportTask) => {
    setBack(false)
    client.setQueryData(['contact-tasks', next.id], next)
    void client.invalidateQueries({ queryKey: ['contact-tasks'] })
    if (next.id !== id) onOpen(next.id)
  }
  const title =
    id === null ? t('import.title') : task ? t(`task.${task.kind}`, { name: task.fileName ?? '' }) : t('tasks.title')
  return (
    <ListDialog title={title} onClose={onClose} {...(id === null ? { text: t('import.text') } : {})}>
      {id === null ? (
        <UploadStep onUploaded={take} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !task ? (
        <ListSkeleton rows={4} avatar={false} />
      ) : task.state === 'draft' || (task.state === 'checked' && isBack) ? (
        <ColumnsStep key={task.id} task={task} onChecked={take} />
      ) : (
        <TaskStep task={task} onChanged={take} onBack={() => setBack(true)} />
      )}
    </ListDialog>
  )
}
