import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { Zap } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { useT } from '../../../lib/i18n/i18n.ts'
import { hasMenu } from '../../../lib/permissions.ts'

/** Opens the list of quick messages for those who do not type the slash. */
export const QuickButton = observer(({ onOpen }: { onOpen: (() => void) | null }) => {
  const t = useT('attendance')
  if (!hasMenu('quickMessages')) return null
  return (
    <Tooltip title={t('quick.open')}>
      <IconButton aria-label={t('quick.open')} disabled={onOpen === null} onClick={() => onOpen?.()}>
        <Zap size={18} />
      </IconButton>
    </Tooltip>
  )
})
