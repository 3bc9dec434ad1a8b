import IconButton from '@mui/joy/IconButton'
import Tooltip from '@mui/joy/Tooltip'
import { StickyNote } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { noteMode } from './note-mode.ts'

/** From writing to the customer to writing for the team. */
export function NoteButton({ ticketId }: { ticketId: number }) {
  const t = useT('attendance')
  return (
    <Tooltip title={t('notes.write')}>
      <IconButton aria-label={t('notes.write')} onClick={() => noteMode.start(ticketId)}>
        <StickyNote size={18} />
      </IconButton>
    </Tooltip>
  )
}
