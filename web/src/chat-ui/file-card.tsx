import Box from '@mui/joy/Box'
import { tip } from '../ui/tips.ts'

/** The address that saves a file instead of showing it. */
export const downloadUrl = (url: string): string => `${url}${url.includes('?') ? '&' : '?'}download=true`

/** A file's name, and below it its size or what became of it. */
export const FileName = ({ name, note }: { name: string; note: string }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    <Box
      {...tip(name, 'top')}
      sx={{ fontSize: 'sm', fontWeight: 550, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {name}
    </Box>
    <Box sx={{ fontSize: 'xs', opacity: 0.8 }}>{note}</Box>
  </Box>
)

export const fileCard = {
  display: 'flex',
  alignItems: 'center',
  gap: 3,
  width: 264,
  maxWidth: '100%',
  p: 2,
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.surface',
}
