import Box from '@mui/joy/Box'
import { formatDay } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Between two days. */
export const DayRule = ({ at }: { at: number }) => (
  <Box sx={{ display: 'flex', justifyContent: 'center', pt: 4, pb: 1 }}>
    <Box
      component="time"
      dateTime={new Date(at).toISOString()}
      sx={{ px: 3, py: 0.5, borderRadius: 10, fontSize: 'xs', color: 'text.secondary', bgcolor: 'background.level2' }}
    >
      {formatDay(at)}
    </Box>
  </Box>
)

/** Above the first message that nobody had read when the conversation was opened. */
export function UnreadRule({ count }: { count: number }) {
  const t = useT('attendance')
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: 5,
        pt: 4,
        pb: 1,
        fontSize: 'xs',
        fontWeight: 600,
        color: 'primary.plainColor',
      }}
    >
      <Line />
      {t('history.unread', { count })}
      <Line />
    </Box>
  )
}

const Line = () => <Box aria-hidden sx={{ flex: 1, height: '1px', bgcolor: 'primary.outlinedBorder' }} />
