import type { Clock } from '../../platform/clock.ts'
import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import type { Tx, UnitOfWork } from '../../platform/db/uow.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageOf } from '../../platform/http/shapes.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import { audit, type FileUrl } from '../auth/index.ts'
import { shownName } from '../contacts/index.ts'
import type { Notify } from '../notifications/index.ts'
import {
  factsOf,
  loadViewer,
  peopleOfTicket,
  seenTicket,
  type TicketFacts,
  type TicketRecord,
  visibleSql,
} from '../tickets/index.ts'
import type { Note, NoteNews, NotePerson, NoteQuery, NoteWritten } from './contract.ts'
import { type Named, namedIn } from './named.ts'
import { mayDeleteNote, mayEditNote } from './policy.ts'
import { presentNote } from './presenter.ts'
import * as repo from './repo.ts'

const PAGE = 30

export interface NoteDeps {
  uow: UnitOfWork
  clock: Clock
  realtime: Pick<Realtime<TicketFacts>, 'publish'>
  fileUrl: FileUrl
  notify: Notify
}

/** What people write down about a ticket for each other. */
export function createNoteService({ uow, clock, realtime, fileUrl, notify }: NoteDeps) {
  const tell = (tx: Tx, record: TicketRecord, action: NoteNews['action'], noteId: number) => {
    const { tenantId, id: ticketId, contactId } = record
    const news: NoteNews = { action, ticketId, contactId, noteId }
    tx.afterCommit(() => realtime.publish({ tenantId, to: 'ticket', ticket: factsOf(record) }, 'ticketNote', news))
  }

  const named = async (tx: Tx, record: TicketRecord, text: string): Promise<Named> => {
    if (!text.includes('@')) return { mentions: [], told: [], unseenBy: [] }
    const people = await peopleOfTicket(tx, tx.scope, record)
    return namedIn(text, { people, teams: await repo.listTeams(tx), me: userIdOf(tx.scope) })
  }

  /** Each is told once of a note, however often it is changed. */
  const tellNamed = (tx: Tx, record: TicketRecord, noteId: number, text: string, { told }: Named) =>
    notify(tx, {
      userIds: told,
      kind: 'mention.note',
      params: { by: nameOf(tx.scope), contact: shownName(record.contact, !record.hidesPhones), excerpt: text },
      link: `/atendimento/${record.id}`,
      ticketId: record.id,
      subject: `note:${noteId}`,
      cause: `note:${noteId}`,
    })

  /** A note with its ticket, held. @throws ERR_NO_NOTE_FOUND for one on a ticket that the caller does not see, too */
  const seenNote = async (tx: Tx, id: number) => {
    const note = await repo.lockNote(tx, id)
    const record = note && (await seenTicket(tx, tx.scope, note.ticketId).catch(gone))
    if (!note || !record) throw new AppError('ERR_NO_NOTE_FOUND')
    return { note, record, own: { userId: note.userId, createdAt: note.createdAt.getTime() } }
  }

  const written = async (tx: Tx, id: number, { unseenBy }: Named): Promise<NoteWritten> => {
    const row = await repo.findNote(tx, id)
    if (!row) throw new AppError('ERR_NO_NOTE_FOUND')
    return { ...presentNote(row), unseenBy }
  }

  return {
    /** @throws ERR_NO_TICKET_FOUND */
    async ofTicket(scope: Scope, ticketId: number): Promise<Note[]> {
      await seenTicket(uow, scope, ticketId)
      return (await repo.notesOf(uow, scope, ticketId)).map(presentNote)
    },

    async list(scope: Scope, query: NoteQuery): Promise<{ notes: Note[]; count: number; hasMore: boolean }> {
      const { skip, take } = pageOf(query, PAGE)
      const visible = visibleSql(await loadViewer(uow, scope))
      const { rows, count } = await repo.searchNotes(uow, scope, query, { visible, skip, take })
      return { notes: rows.map(presentNote), count, hasMore: skip + rows.length < count }
    },

    /** @throws ERR_NO_TICKET_FOUND */
    async people(scope: Scope, ticketId: number): Promise<NotePerson[]> {
      return uow.run(scope, async (tx) => {
        const record = await seenTicket(tx, scope, ticketId)
        const people = await peopleOfTicket(tx, scope, record)
        const seers = new Set(people.filter(({ sees }) => sees).map(({ id }) => id))
        return [
          ...people.map(({ id, name, profilePicId, sees }) => ({
            ...{ kind: 'user' as const, id, name, sees },
            profilePicUrl: profilePicId === null ? null : fileUrl(scope.tenantId, profilePicId),
          })),
          ...(await repo.listTeams(tx)).map(({ id, name, userIds }) => ({
            ...{ kind: 'team' as const, id, name, profilePicUrl: null },
            sees: userIds.some((userId) => seers.has(userId)),
          })),
        ]
      })
    },

    /** @throws ERR_NO_TICKET_FOUND */
    async create(scope: Scope, ticketId: number, notes: string): Promise<NoteWritten> {
      const body = notes.trim()
      return uow.run(scope, async (tx) => {
        const record = await seenTicket(tx, scope, ticketId)
        const who = await named(tx, record, body)
        const id = await repo.insertNote(tx, {
          ...{ ticketId, body, mentions: who.mentions },
          ...{ userId: userIdOf(scope), userName: nameOf(scope), createdAt: new Date(clock.now()) },
        })
        await tellNamed(tx, record, id, body, who)
        tell(tx, record, 'create', id)
        return written(tx, id, who)
      })
    },

    /** @throws ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION for another's, ERR_NOTE_LATE */
    async update(scope: Scope, id: number, notes: string): Promise<NoteWritten> {
      const body = notes.trim()
      return uow.run(scope, async (tx) => {
        const { note, record, own } = await seenNote(tx, id)
        if (note.userId === null || note.userId !== userIdOf(scope)) throw new AppError('ERR_NO_PERMISSION')
        if (!mayEditNote(own, personOf(scope), clock.now())) throw new AppError('ERR_NOTE_LATE')
        const who = await named(tx, record, body)
        await repo.updateNote(tx, id, { body, mentions: who.mentions, editedAt: new Date(clock.now()) })
        await tellNamed(tx, record, id, body, who)
        tell(tx, record, 'update', id)
        return written(tx, id, who)
      })
    },

    /** @throws ERR_NO_NOTE_FOUND, ERR_NO_PERMISSION for another's, ERR_NOTE_LATE */
    async remove(scope: Scope, id: number): Promise<void> {
      await uow.run(scope, async (tx) => {
        const { note, record, own } = await seenNote(tx, id)
        if (!mayDeleteNote(own, personOf(scope), clock.now()))
          throw new AppError(note.userId === userIdOf(scope) ? 'ERR_NOTE_LATE' : 'ERR_NO_PERMISSION')
        await repo.deleteNote(tx, id)
        await audit(tx, { action: 'note.delete', object: `note:${id}`, details: { ticketId: note.ticketId } })
        tell(tx, record, 'delete', id)
      })
    },
  }
}

export type NoteService = ReturnType<typeof createNoteService>

const nameOf = ({ actor }: Scope): string => actor.name

const personOf = ({ actor }: Scope) =>
  actor.kind === 'user' ? { userId: actor.userId, profile: actor.profile } : { userId: null, profile: 'admin' as const }

function gone(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
