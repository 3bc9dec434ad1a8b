import Box from '@mui/joy/Box'
import type { ReactNode } from 'react'
import { formatDay } from '../lib/format/dates.ts'

/** Between two days. */
export const DayRule = ({ at }: { at: number }) => (
  <Box sx={{ display: 'flex', justifyContent: 'center', pt: 4, pb: 1 }}>
    <Box component="time" dateTime={new Date(at).toISOString()} sx={dayStyles}>
      {formatDay(at)}
    </Box>
  </Box>
)

/** Above the first message that was unread when the conversation was opened. */
export const UnreadRule = ({ children }: { children: ReactNode }) => (
  <Box sx={unreadStyles}>
    <Line />
    {children}
    <Line />
  </Box>
)

const Line = () => <Box aria-hidden sx={{ flex: 1, height: '1px', bgcolor: 'primary.outlinedBorder' }} />

const dayStyles = {
  px: 3,
  py: 0.5,
  borderRadius: 10,
  fontSize: 'xs',
  color: 'text.secondary',
  bgcolor: 'background.level2',
}
const unreadStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  px: 5,
  pt: 4,
  pb: 1,
  fontSize: 'xs',
  fontWeight: 600,
  color: 'primary.plainColor',
}
