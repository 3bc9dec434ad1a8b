import Sheet from '@mui/joy/Sheet'
import Typography from '@mui/joy/Typography'
import { distributionContract } from '@recado/core/modules/distribution/contract'
import type { Distribution } from '@recado/core/modules/queues/contract'
import { useQuery } from '@tanstack/react-query'
import { CandidateList } from '../../assignment-ui/candidate-list.tsx'
import { call } from '../../lib/http/client.ts'
import { useT } from '../../lib/i18n/i18n.ts'
import { useRefetchEvery } from '../../lib/socket/use-event.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

const CHANGES = ['ticketList', 'user', 'settings', 'chat:updateOnlineBubbles'] as const
const EVERY_MS = 2000
const CAPACITY_MAX = 1000

interface DistributionPreviewProps {
  queueId: number
  /** As they stand in the form; null leaves it to the company. */
  distribution: Distribution | null
  agentCapacity: number | null
}

/** Who would get the next ticket of a queue now, by what the form says. */
export function DistributionPreview({ queueId, distribution, agentCapacity }: DistributionPreviewProps) {
  const t = useT('queues')
  const queryKey = ['distribution-preview', queueId]
  // what is being typed may not be a number yet
  const limit = Math.min(CAPACITY_MAX, Math.max(0, Math.trunc(agentCapacity || 0)))
  const asked = { distribution: distribution ?? ('company' as const), agentCapacity: limit }
  const query = useQuery({
    queryKey: [...queryKey, asked],
    queryFn: ({ signal }) =>
      call(distributionContract.routes.preview, { params: { id: queueId }, query: asked, signal, quiet: true }),
    placeholderData: (before) => before,
  })
  useRefetchEvery(EVERY_MS, CHANGES, queryKey)
  const { data } = query
  return (
    <Sheet variant="outlined" sx={{ borderRadius: 8, p: 3 }}>
      {query.error && !data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !data && <ListSkeleton rows={2} />}
      {data && (
        <>
          <Typography level="title-sm">{t('preview.people')}</Typography>
          <Typography level="body-xs" role="status">
            {data.distribution === 'off' ? t('preview.off') : t('preview.waiting', { count: data.waiting })}
          </Typography>
          {data.distribution !== 'off' && <CandidateList candidates={data.candidates} label={t('preview.people')} />}
          {data.distribution !== 'off' && data.candidates.length === 0 && (
            <Typography level="body-sm">{t('preview.nobody')}</Typography>
          )}
        </>
      )}
    </Sheet>
  )
}
