import Box from '@mui/joy/Box'
import Button from '@mui/joy/Button'
import Typography from '@mui/joy/Typography'
import { contactTasksContract, type Erasure } from '@recado/core/modules/contact-tasks/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../lib/format/dates.ts'
import { formatNumber } from '../../lib/format/numbers.ts'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../lib/socket/use-event.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListDialog } from '../../ui/list-dialog.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

/** That data of people was erased, when and by whom. */
export function ReceiptsDialog({ onClose }: { onClose(): void }) {
  const t = useT('contacts')
  useRefetchOn(['contactTask'], ['contact-erasures'])
  const receipts = useInfiniteQuery({
    queryKey: ['contact-erasures'],
    queryFn: ({ pageParam, signal }) =>
      call(contactTasksContract.routes.erasures, { query: { pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (page, pages) => (page.hasMore ? pages.length + 1 : undefined),
  })
  const rows = receipts.data?.pages.flatMap((page) => page.erasures)
  return (
    <ListDialog title={t('receipts.title')} text={t('receipts.text')} onClose={onClose}>
      {receipts.error ? (
        <ErrorState error={receipts.error} onRetry={() => void receipts.refetch()} />
      ) : !rows ? (
        <ListSkeleton rows={3} avatar={false} />
      ) : rows.length === 0 ? (
        <Typography level="body-sm">{t('receipts.none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((receipt) => (
            <Receipt key={receipt.id} receipt={receipt} />
          ))}
        </Box>
      )}
      {receipts.hasNextPage && (
        <Button variant="plain" color="neutral" onClick={() => void receipts.fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </ListDialog>
  )
}

function Receipt({ receipt }: { receipt: Erasure }) {
  const t = useT('contacts')
  const { id, userName, createdAt, finishedAt, counts } = receipt
  const number = (name: string) => formatNumber(counts[name] ?? 0)
  const found = { messages: number('messages'), files: number('files'), tickets: number('tickets') }
  return (
    <Box component="li" sx={{ py: 3, borderBottom: '1px solid', borderColor: 'divider' }}>
      <Typography level="title-sm">{t('receipts.row', { id })}</Typography>
      <Typography level="body-xs" className="tabular">
        {formatDateTime(createdAt)} · {t('by', { name: userName })}
      </Typography>
      <Typography level="body-xs" className="tabular">
        {finishedAt ? t('receipts.counts', { ...found, addresses: number('addresses') }) : t('state.running')}
      </Typography>
    </Box>
  )
}
