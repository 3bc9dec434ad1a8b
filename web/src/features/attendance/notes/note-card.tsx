import Box from '@mui/joy/Box'
import type { Note } from '@recado/core/modules/notes/contract'
import { mayDeleteNote, mayEditNote } from '@recado/core/modules/notes/policy'
import { Lock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { backToMessage, nextTo } from '../../../chat-ui/message-controls.ts'
import { NamedText } from '../../../chat-ui/named-text.tsx'
import { formatDateTime, formatSoon } from '../../../lib/format/dates.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { session } from '../../../lib/session/session.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { deleteNote } from './note-actions.ts'
import { noteMode } from './note-mode.ts'

/** What the team wrote down, in the conversation or beside it; its colour and lock say that no customer reads it. */
export function NoteCard({ note, isWhole = true }: { note: Note; isWhole?: boolean }) {
  const t = useT('attendance')
  const [isDeleting, setDeleting] = useState(false)
  const me = session.user
  const own = { userId: note.user.id, createdAt: Date.parse(note.createdAt) }
  const mayEdit = me !== null && mayEditNote(own, me, Date.now())
  const mayDelete = me !== null && mayDeleteNote(own, me, Date.now())
  return (
    <Box
      role="article"
      tabIndex={isWhole ? -1 : undefined}
      {...(isWhole ? { 'data-message': `note-${note.id}` } : {})}
      aria-label={t('notes.label', { author: note.user.name, at: formatDateTime(note.createdAt), text: note.notes })}
      sx={{ ...styles, ...(isWhole ? inHistory : {}) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 26 }}>
        <Lock size={13} aria-hidden />
        <Box component="span" sx={{ fontSize: 'xs', fontWeight: 600, minWidth: 0, overflowWrap: 'anywhere' }}>
          {isWhole ? t('notes.of', { name: note.user.name }) : note.user.name}
        </Box>
        <Box component="span" sx={{ flex: 1 }} />
        {note.editedAt !== null && (
          <Box component="span" sx={{ fontSize: 'xs' }}>
            {t('message.edited')}
          </Box>
        )}
        <Box
          component="time"
          className="tabular"
          dateTime={note.createdAt}
          title={formatDateTime(note.createdAt)}
          sx={{ fontSize: 'xs', whiteSpace: 'nowrap' }}
        >
          {formatSoon(note.createdAt)}
        </Box>
        {isWhole && (mayEdit || mayDelete) && (
          <ActionMenu
            label={t('notes.actions')}
            actions={[
              mayEdit && {
                id: 'edit',
                label: t('notes.edit'),
                icon: Pencil,
                run: () => noteMode.start(note.ticketId, note),
              },
              mayDelete && {
                id: 'delete',
                label: t('notes.delete'),
                icon: Trash2,
                tone: 'danger',
                run: () => setDeleting(true),
              },
            ]}
          />
        )}
      </Box>
      <Box sx={{ color: 'text.primary' }}>
        <NamedText body={note.notes} mentions={note.mentions} />
      </Box>
      {isDeleting && (
        <ConfirmDialog
          title={t('notes.deleteTitle')}
          text={t('notes.deleteText')}
          confirmLabel={t('notes.delete')}
          tone="danger"
          onConfirm={async () => {
            const next = isWhole ? nextTo(`note-${note.id}`) : null
            await deleteNote(note)
            if (next !== null) backToMessage(next)
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Box>
  )
}

const styles = {
  px: 3,
  py: 1.5,
  borderRadius: 8,
  border: '1px dashed',
  borderColor: 'warning.outlinedBorder',
  bgcolor: 'warning.softBg',
  color: 'warning.softColor',
  outlineOffset: 1,
}
const inHistory = { mx: { xs: 3, sm: 5 }, mt: 2, mb: 0.5 }
