import { type Static, Type } from 'typebox'
import { defineContract } from '../../platform/http/contract.ts'
import { Done, Id, IdParams, Moment, Nullable, PageQuery } from '../../platform/http/shapes.ts'

const NamedRef = Type.Object({ id: Id, name: Type.String() })

/** Somebody, or everybody of a team, whom a note names as `@name`. */
export const NoteMention = Type.Object({ kind: Type.Enum(['user', 'team']), id: Id, name: Type.String() })
export type NoteMention = Static<typeof NoteMention>

export const Note = Type.Object({
  id: Id,
  /** The text. */
  notes: Type.String(),
  ticketId: Id,
  contactId: Id,
  /** As the author was called; the id is null when they are gone. */
  user: Type.Object({ id: Nullable(Id), name: Type.String() }),
  mentions: Type.Array(NoteMention),
  editedAt: Nullable(Moment),
  createdAt: Moment,
})
export type Note = Static<typeof Note>

/** What whoever wrote a note is told. */
export const NoteWritten = Type.Object({
  ...Note.properties,
  /** People whom it names and who do not see the ticket: they were told nothing. */
  unseenBy: Type.Array(NamedRef),
})
export type NoteWritten = Static<typeof NoteWritten>

export const NoteWrite = Type.Object({ notes: Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' }) })

/** Whom a note on a ticket may name. */
export const NotePerson = Type.Object({
  kind: Type.Enum(['user', 'team']),
  id: Id,
  name: Type.String(),
  profilePicUrl: Nullable(Type.String()),
  /** False: sees nothing of the ticket, and is told nothing. Of a team: nobody of it does. */
  sees: Type.Boolean(),
})
export type NotePerson = Static<typeof NotePerson>

export const NoteQuery = Type.Object({
  ...PageQuery,
  ticketId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  userId: Type.Optional(Id),
})
export type NoteQuery = Static<typeof NoteQuery>

/** Event `ticketNote`, to those who see the ticket. */
export interface NoteNews {
  action: 'create' | 'update' | 'delete'
  ticketId: number
  contactId: number
  noteId: number
}

export const notesContract = defineContract('notes', {
  ofTicket: {
    method: 'GET',
    path: '/tickets/{id}/notes',
    auth: 'user',
    summary: 'The notes of a ticket, newest first.',
    params: IdParams,
    response: Type.Array(Note),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  create: {
    method: 'POST',
    path: '/tickets/{id}/notes',
    auth: 'user',
    summary: 'Writes a note, which no customer sees. `@name` tells that person or team, if they see the ticket.',
    params: IdParams,
    body: NoteWrite,
    response: NoteWritten,
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  people: {
    method: 'GET',
    path: '/tickets/{id}/note-people',
    auth: 'user',
    summary: 'Whom a note on this ticket may name, and who of them sees it.',
    params: IdParams,
    response: Type.Array(NotePerson),
    errors: ['ERR_NO_TICKET_FOUND'],
  },
  list: {
    method: 'GET',
    path: '/notes',
    auth: 'user',
    summary: 'Notes on visible tickets, newest first; `searchParam` is a part of the text, whatever accents.',
    query: NoteQuery,
    response: Type.Object({ notes: Type.Array(Note), count: Type.Integer(), hasMore: Type.Boolean() }),
  },
  update: {
    method: 'PUT',
    path: '/notes/{id}',
    auth: 'user',
    summary: 'Changes an own note for half an hour. Whoever is named only now is told.',
    params: IdParams,
    body: NoteWrite,
    response: NoteWritten,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NOTE_LATE'],
  },
  remove: {
    method: 'DELETE',
    path: '/notes/{id}',
    auth: 'user',
    summary: 'Deletes an own note for half an hour; admins and supervisors any.',
    params: IdParams,
    response: Done,
    errors: ['ERR_NO_NOTE_FOUND', 'ERR_NOTE_LATE'],
  },
})
