import Box from '@mui/joy/Box'
import Chip from '@mui/joy/Chip'
import type { Candidate } from '@recado/core/modules/distribution/contract'
import { useT } from '../lib/i18n/i18n.ts'
import { Avatar } from '../ui/avatar.tsx'

/** Who could get a ticket and in which order, and why the others do not. */
export function CandidateList({ candidates, label }: { candidates: Candidate[]; label: string }) {
  const t = useT('assignmentUi')
  const isShared = candidates.filter(({ place }) => place === 1).length > 1
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {candidates.map((candidate) => (
        <Box component="li" key={candidate.userId} sx={lineStyles}>
          <Avatar name={candidate.name} size={28} />
          <Box sx={{ flex: '1 1 190px', minWidth: 0 }}>
            <Box dir="auto" sx={{ fontSize: 'sm', fontWeight: 600, color: 'text.primary', overflowWrap: 'anywhere' }}>
              {candidate.name}
            </Box>
            <Box className="tabular" sx={{ fontSize: 'xs', color: 'text.secondary' }}>
              <Load candidate={candidate} />
            </Box>
          </Box>
          {candidate.reason ? (
            <Chip color="neutral">{t(`reason.${candidate.reason}`)}</Chip>
          ) : (
            <Chip
              color={candidate.place === 1 ? 'success' : 'neutral'}
              variant={candidate.place === 1 ? 'soft' : 'plain'}
            >
              {isShared ? t('oneOf') : candidate.place === 1 ? t('next') : t('place', { place: candidate.place ?? 0 })}
            </Chip>
          )}
        </Box>
      ))}
    </Box>
  )
}

function Load({ candidate }: { candidate: Candidate }) {
  const t = useT('assignmentUi')
  const { open, capacity, openInQueue, queueCapacity } = candidate
  const all = capacity === null ? t('open', { count: open }) : t('openOf', { open, capacity })
  return queueCapacity === null ? all : `${all} · ${t('inQueue', { open: openInQueue, capacity: queueCapacity })}`
}

const lineStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  py: 2,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}
