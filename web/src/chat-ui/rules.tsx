import Box from '@mui/joy/Box'
import type { ReactNode } from 'react'
import { formatDay } from '../lib/format/dates.ts'

/** Between two days. */
export const DayRule = ({ at }: { at: number }) => (
  <div className="day-rule">
    <time dateTime={new Date(at).toISOString()}>{formatDay(at)}</time>
  </div>
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
