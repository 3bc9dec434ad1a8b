import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import type { TicketTask } from '@recado/core/modules/ticket-tasks/contract'
import { useT } from '../lib/i18n/i18n.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { useTaskItems } from './use-ticket-tasks.ts'

/** Tickets that were left as they are, each with the reason. */
export function TaskItems({ task }: { task: TicketTask }) {
  const t = useT('ticketWorkUi')
  const items = useTaskItems(task, true)
  const rows = items.data?.pages.flatMap((page) => page.items)
  if (items.error) return <ErrorState error={items.error} onRetry={() => void items.refetch()} />
  if (!rows) return <ListSkeleton rows={3} avatar={false} />
  return (
    <Box>
      <Typography level="title-sm" component="h3">
        {t('task.refused')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows.map(({ line, ticketId, protocol, name, why }) => (
          <Box component="li" key={line} sx={{ py: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
            <Typography level="title-sm" dir="auto">
              {name ?? t('task.gone')}{' '}
              <Typography level="body-xs" className="tabular">
                #{ticketId} · {protocol}
              </Typography>
            </Typography>
            {why && (
              <Typography level="body-sm" color="danger">
                {why}
              </Typography>
            )}
          </Box>
        ))}
      </Box>
      {items.hasNextPage && (
        <Button size="sm" variant="plain" color="neutral" onClick={() => void items.fetchNextPage()}>
          {t('task.more')}
        </Button>
      )}
    </Box>
  )
}
