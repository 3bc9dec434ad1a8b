import { StickyNote } from 'lucide-react'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { noteMode } from './note-mode.ts'

/** From writing to the customer to writing for the team. */
export function NoteButton({ ticketId }: { ticketId: number }) {
  const t = useT('attendance')
  return (
    <ToolButton label={t('notes.write')} side="top" onClick={() => noteMode.start(ticketId)}>
      <StickyNote size={18} />
    </ToolButton>
  )
}
