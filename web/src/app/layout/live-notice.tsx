import Box from '@mui/joy/Box'
import { CloudOff } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useT } from '../../lib/i18n/i18n.ts'
import { connection } from '../../lib/socket/connection.ts'

/** Short interruptions heal unseen. */
const SHOWN_AFTER = 4_000

/** Says that what is shown may be old. */
export const LiveNotice = observer(() => {
  const t = useT('common')
  const lost = connection.state === 'lost'
  const [long, setLong] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [lost])
  if (!lost || !long) return null
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 2,
        py: 1,
        fontSize: 'xs',
        bgcolor: 'warning.softBg',
        color: 'warning.softColor',
      }}
    >
      <CloudOff size={14} aria-hidden />
      {t('live.lost')}
    </Box>
  )
})
