import type { Note } from './contract.ts'
import type { NoteRow } from './repo.ts'

export const presentNote = (row: NoteRow): Note => ({
  id: row.id,
  notes: row.body,
  ticketId: row.ticketId,
  contactId: row.contactId,
  user: { id: row.userId, name: row.userName },
  mentions: row.mentions,
  editedAt: row.editedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})
