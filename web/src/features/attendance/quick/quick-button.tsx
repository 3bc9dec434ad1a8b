import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { Zap } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'

/** Opens the list of quick messages for those who do not type the slash. */
export function QuickButton({ onOpen }: { onOpen: (() => void) | null }) {
  const t = useT('attendance')
  return (
    <Tooltip title={t('quick.open')}>
      <IconButton aria-label={t('quick.open')} disabled={onOpen === null} onClick={() => onOpen?.()}>
        <Zap size={18} />
      </IconButton>
    </Tooltip>
  )
}
