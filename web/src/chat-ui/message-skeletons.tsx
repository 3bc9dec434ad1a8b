import Box from '@mui/joy/Box'
import { useT } from '../lib/i18n/i18n.ts'

const SHAPES = [
  { width: '46%', height: 54, isOwn: false },
  { width: '30%', height: 36, isOwn: false },
  { width: '52%', height: 72, isOwn: true },
  { width: '38%', height: 36, isOwn: false },
  { width: '44%', height: 54, isOwn: true },
]

/** Messages that are on their way. */
export function MessageSkeletons() {
  const ui = useT('ui')
  return (
    <Box role="status" aria-label={ui('loading')} sx={styles}>
      {SHAPES.map(({ width, height, isOwn }) => (
        <div
          key={`${width}-${height}`}
          className="coming"
          style={{ width, height, borderRadius: 10, flexShrink: 0, alignSelf: isOwn ? 'flex-end' : 'flex-start' }}
        />
      ))}
    </Box>
  )
}

const styles = {
  flex: 1,
  height: '100%',
  minHeight: 0,
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  gap: 2,
  p: 5,
}
