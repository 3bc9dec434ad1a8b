import Box from '@mui/joy/Box'
import { observer } from 'mobx-react-lite'
import { activity } from '../lib/http/activity.ts'
import { useT } from '../lib/i18n/i18n.ts'

/** A slim bar at the top while a call takes long; nothing is ever covered. */
export const LoadingBar = observer(() => {
  const t = useT('ui')
  if (!activity.visible) return null
  return <Box role="progressbar" aria-label={t('loading')} sx={styles} />
})

const styles = {
  position: 'fixed',
  inset: '0 0 auto 0',
  height: 2,
  zIndex: 'snackbar',
  overflow: 'hidden',
  '@keyframes across': { from: { translate: '-100% 0' }, to: { translate: '250% 0' } },
  '&::before': {
    content: '""',
    display: 'block',
    width: '40%',
    height: '100%',
    bgcolor: 'primary.solidBg',
    animation: 'across 1.2s infinite linear',
  },
}
