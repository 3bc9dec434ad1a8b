import Box from '@mui/joy/Box'
import { NoteCard } from './note-card.tsx'
import { useTicketNotes } from './use-notes.ts'

/** Notes where there are no messages to stand between. */
export function LoneNotes({ ticketId }: { ticketId: number }) {
  const { data = [] } = useTicketNotes(ticketId)
  if (data.length === 0) return null
  return (
    <Box sx={{ width: '100%', maxWidth: 560, alignSelf: 'start', pb: 4 }}>
      {data.toReversed().map((note) => (
        <NoteCard key={note.id} note={note} />
      ))}
    </Box>
  )
}
