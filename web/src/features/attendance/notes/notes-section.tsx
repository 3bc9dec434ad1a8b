import Box from '@mui/joy/Box'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useT } from '../../../lib/i18n/i18n.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { NoteCard } from './note-card.tsx'
import { useContactNotes } from './use-notes.ts'

interface NotesSectionProps {
  contactId: number
  /** The ticket that is open. */
  ticketId: number
  search: string
}

/** Every note on the contact's tickets, as far as this person sees them, and a search through their words. */
export function NotesSection({ contactId, ticketId, search }: NotesSectionProps) {
  const t = useT('attendance')
  const [text, setText] = useState('')
  const wanted = text.trim()
  const query = useContactNotes(contactId, wanted)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={2} avatar={false} />
  const { notes, count } = query.data
  const isEmpty = notes.length === 0
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {(count > 3 || text !== '') && <SearchField value={text} onChange={setText} label={t('notes.search')} />}
      {isEmpty && (
        <Box role="status" sx={{ fontSize: 'sm', color: 'text.tertiary' }}>
          {t(wanted === '' ? 'notes.none' : 'notes.nothing')}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteCard note={note} isWhole={false} />
            {note.ticketId !== ticketId && (
              <Box
                component={Link}
                to={{ pathname: `/atendimento/${note.ticketId}`, search }}
                sx={{ fontSize: 'xs', color: 'primary.plainColor' }}
              >
                {t('notes.open', { id: note.ticketId })}
              </Box>
            )}
          </li>
        ))}
      </Box>
    </Box>
  )
}
