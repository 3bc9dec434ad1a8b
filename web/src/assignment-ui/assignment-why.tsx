import Box from '@mui/joy/Box'
import Typography from '@mui/joy/Typography'
import { type Assignment, distributionContract } from '@recado/core/modules/distribution/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/http/client.ts'
import { useT } from '../lib/i18n/i18n.ts'
import { useRefetchEvery } from '../lib/socket/use-event.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { CandidateList } from './candidate-list.tsx'

/** Whatever changes who could get a ticket; asked again at most so often. */
const CHANGES = ['ticketList', 'user', 'queue', 'settings', 'chat:updateOnlineBubbles'] as const
const EVERY_MS = 2000

/** Why a ticket was given to nobody (yet). `version`: of the ticket, whose changes are seen at once. */
export function AssignmentWhy({ ticketId, version }: { ticketId: number; version: number }) {
  const t = useT('assignmentUi')
  const queryKey = ['assignment', ticketId]
  const query = useQuery({
    queryKey: [...queryKey, version],
    queryFn: ({ signal }) => call(distributionContract.routes.explain, { params: { id: ticketId }, signal }),
    placeholderData: (before) => before,
  })
  useRefetchEvery(EVERY_MS, CHANGES, queryKey)
  const { data } = query
  if (query.error && !data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  return (
    <>
      <Typography level="body-sm" role="status">
        {t(`state.${data.state}`)}
      </Typography>
      {isRuled(data) && <Line assignment={data} />}
      {isRuled(data) && data.candidates.length > 0 && (
        <CandidateList candidates={data.candidates} label={t('people')} />
      )}
      {isRuled(data) && data.candidates.length === 0 && (
        <Typography level="body-sm" sx={{ color: 'text.tertiary' }}>
          {t('noPeople')}
        </Typography>
      )}
    </>
  )
}

/** Only then it matters who is there. */
const isRuled = ({ state }: Assignment): boolean => state === 'due' || state === 'nobody'

function Line({ assignment: { by, ahead, waitingSince } }: { assignment: Assignment }) {
  const t = useT('assignmentUi')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, fontSize: 'xs', color: 'text.secondary' }}>
      {by && <span>{t(`by.${by}`)}</span>}
      {waitingSince && (
        <span>
          {t('waiting')} <TimeAgo at={waitingSince} short />
        </span>
      )}
      {by !== 'wallet' && ahead !== null && <span>{ahead === 0 ? t('first') : t('ahead', { count: ahead })}</span>}
    </Box>
  )
}
