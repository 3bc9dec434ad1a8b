import { type NotePerson, notesContract } from '@recado/core/modules/notes/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/http/client.ts'
import { useT } from '../../../lib/i18n/i18n.ts'
import { useRefetchOn } from '../../../lib/socket/use-event.ts'

const { ofTicket, list, people } = notesContract.routes

/** Of a ticket, newest first; live. */
export function useTicketNotes(ticketId: number) {
  useRefetchOn(['ticketNote'], ['notes'])
  return useQuery({
    queryKey: ['notes', 'ticket', ticketId],
    queryFn: ({ signal }) => call(ofTicket, { params: { id: ticketId }, signal, quiet: true }),
  })
}

const SHOWN = 50

/** Of a contact over all their tickets, newest first; `search` is a part of the text. */
export function useContactNotes(contactId: number, search: string) {
  useRefetchOn(['ticketNote'], ['notes'])
  return useQuery({
    queryKey: ['notes', 'contact', contactId, search],
    queryFn: ({ signal }) =>
      call(list, {
        query: { contactId, pageSize: SHOWN, ...(search === '' ? {} : { searchParam: search }) },
        signal,
        quiet: true,
      }),
    placeholderData: (before) => before,
  })
}

/** Whom a note on a ticket may name; asked for when somebody is about to. */
export function useNotePeople(ticketId: number, isWanted: boolean) {
  const t = useT('attendance')
  const { data } = useQuery({
    queryKey: ['note-people', ticketId],
    queryFn: ({ signal }) => call(people, { params: { id: ticketId }, signal, quiet: true }),
    enabled: isWanted,
    staleTime: 60_000,
  })
  const hintOf = ({ kind, sees }: NotePerson): { hint?: string } => {
    if (!sees) return { hint: t('notes.blind') }
    return kind === 'team' ? { hint: t('notes.team') } : {}
  }
  return (data ?? []).map((person) => ({
    key: `${person.kind}-${person.id}`,
    name: person.name,
    profilePicUrl: person.profilePicUrl,
    ...hintOf(person),
  }))
}
