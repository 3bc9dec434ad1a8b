import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { ListDialog } from './list-dialog.tsx'
import { ListSkeleton } from './skeletons.tsx'

interface WorkListDialogProps<Task> {
  title: string
  /** Instead of the list when there is nothing. */
  none: string
  more: string
  query: {
    data: { pages: { tasks: Task[] }[] } | undefined
    error: Error | null
    hasNextPage: boolean
    refetch(): unknown
    fetchNextPage(): unknown
  }
  draw(task: Task): ReactNode
  onClose(): void
}

/** What was and is being done by long work, page by page. */
export function WorkListDialog<Task extends { id: number }>(props: WorkListDialogProps<Task>) {
  const { title, none, more, query, draw, onClose } = props
  const rows = query.data?.pages.flatMap(({ tasks }) => tasks)
  return (
    <ListDialog title={title} onClose={onClose}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <ListSkeleton rows={4} avatar={false} />
      ) : rows.length === 0 ? (
        <Typography level="body-sm">{none}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((task) => (
            <li key={task.id}>{draw(task)}</li>
          ))}
        </Box>
      )}
      {query.hasNextPage && (
        <Button variant="plain" color="neutral" onClick={() => void query.fetchNextPage()}>
          {more}
        </Button>
      )}
    </ListDialog>
  )
}
