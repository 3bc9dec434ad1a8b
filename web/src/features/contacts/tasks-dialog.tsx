import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { ContactTask } from '@recado/core/modules/contact-tasks/contract'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListDialog } from '../../ui/list-dialog.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { WorkRow } from '../../ui/work-row.tsx'
import { isActive, useTasks } from './use-tasks.ts'

/** Imports and bulk deletions of the last weeks. */
export function TasksDialog({ onOpen, onClose }: { onOpen(id: number): void; onClose(): void }) {
  const t = useT('contacts')
  const tasks = useTasks()
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
          {t('import.more')}
        </Button>
      )}
    </ListDialog>
  )
}

function Row({ task, onOpen }: { task: ContactTask; onOpen(): void }) {
  const t = useT('contacts')
  const { kind, fileName, state, user, createdAt } = task
  const colour = state === 'failed' ? 'danger' : isActive(task) ? 'primary' : 'neutral'
  return (
    <WorkRow
      title={kind === 'import' ? t('task.import', { name: fileName ?? '' }) : t(`task.${kind}`)}
      line={[formatDateTime(createdAt), user && t('by', { name: user.name })].filter(Boolean).join(' · ')}
      state={t(`state.${state}`)}
      colour={colour}
      onOpen={onOpen}
    />
  )
}
