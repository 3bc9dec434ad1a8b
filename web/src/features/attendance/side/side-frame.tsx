import Box from '@mui/joy/Box'
import IconButton from '@mui/joy/IconButton'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n/i18n.ts'

interface SideFrameProps {
  onClose(): void
  /** What is in it is of the ticket before, for a moment: it can be seen but not used. */
  isLeaving: boolean
  children: ReactNode
}

/** Head and ground of what stands beside a conversation; they stay from ticket to ticket. */
export function SideFrame({ onClose, isLeaving, children }: SideFrameProps) {
  const t = useT('attendance')
  const ui = useT('ui')
  return (
    <Box component="aside" aria-label={t('side.label')} sx={styles}>
      <Box sx={headStyles}>
        <Box component="h2" sx={{ flex: 1, m: 0, fontSize: 'md', fontWeight: 650 }}>
          {t('side.title')}
        </Box>
        <IconButton aria-label={ui('close')} onClick={onClose}>
          <X size={18} />
        </IconButton>
      </Box>
      <Box inert={isLeaving} className={isLeaving ? 'leaving' : ''} sx={groundStyles}>
        {children}
      </Box>
    </Box>
  )
}

const styles = { height: '100%', display: 'flex', flexDirection: 'column', bgcolor: 'background.surface' }
const headStyles = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 60,
  px: 4,
  borderBottom: '1px solid',
  borderColor: 'divider',
}
const groundStyles = { flex: 1, minHeight: 0, overflowY: 'auto', '&.leaving': { opacity: 0.4 } }
