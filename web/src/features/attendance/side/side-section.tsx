import Box from '@mui/joy/Box'
import { ChevronRight } from 'lucide-react'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useId } from 'react'
import { preferences } from '../../../lib/preferences.ts'

/** A part of the panel that folds and stays as it was left. */
export const SideSection = observer(
  ({ name, title, children }: { name: string; title: string; children: ReactNode }) => {
    const id = useId()
    const key = `attendance.side.${name}`
    const isOpen = preferences.recall(key, true)
    return (
      <Box component="section" sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
        <Box
          component="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => preferences.remember(key, !isOpen)}
          sx={headStyles}
        >
          <ChevronRight
            size={16}
            aria-hidden
            style={{ transform: isOpen ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }}
          />
          {title}
        </Box>
        <Box id={id} hidden={!isOpen} sx={{ px: 4, pb: 4 }}>
          {isOpen && children}
        </Box>
      </Box>
    )
  },
)

const headStyles = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  minHeight: 40,
  px: 3,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontSize: 'sm',
  fontWeight: 600,
  color: 'text.secondary',
  textAlign: 'start',
  cursor: 'pointer',
  outlineOffset: -2,
}
