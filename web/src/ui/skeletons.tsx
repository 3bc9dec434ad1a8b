import Box from '@mui/joy/Box'
import Skeleton from '@mui/joy/Skeleton'
import Stack from '@mui/joy/Stack'
import { useT } from '../lib/i18n/i18n.ts'

const WIDTHS = ['62%', '48%', '70%', '55%', '40%', '66%', '52%', '74%', '44%', '58%']

/** Rows that are on their way, in the shape of a list with pictures. */
export function ListSkeleton({ rows = 8, avatar = true }: { rows?: number; avatar?: boolean }) {
  const t = useT('ui')
  return (
    <div role="status" aria-label={t('loading')} className="coming-list">
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width} className="coming-row">
          {avatar && <div className="coming coming-face" />}
          <div className="coming-lines">
            <div className="coming coming-line" style={{ width }} />
            <div className="coming coming-line" style={{ width: '80%' }} />
          </div>
        </div>
      ))}
    </div>
  )
}

/** A screen whose code is on its way. */
export function ScreenSkeleton() {
  const t = useT('ui')
  return (
    <Box role="status" aria-label={t('loading')} sx={{ px: { xs: 4, sm: 6, lg: 8 }, pt: { xs: 4, sm: 6 } }}>
      <Skeleton variant="text" level="h3" width={180} />
      <Stack spacing={3} sx={{ mt: 6 }}>
        {WIDTHS.slice(0, 6).map((width) => (
          <Skeleton key={width} variant="text" level="body-md" width={width} />
        ))}
      </Stack>
    </Box>
  )
}
