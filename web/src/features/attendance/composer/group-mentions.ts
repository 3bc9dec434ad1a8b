import { type GroupMember, type MentionGiven, messagesContract } from '@recado/core/modules/messages/contract'
import type { ChannelFeatures } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Mentionable } from '../../../chat-ui/use-mention.ts'
import type { LiveTicket } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import { attachments } from './attachments.ts'

const FRESH_MS = 60_000

/** Whom a message to a group can name; asked for when somebody is about to. */
export function useGroupMembers(
  ticket: LiveTicket,
  features: ChannelFeatures | null,
  isWanted: boolean,
): { members: readonly GroupMember[]; people: readonly Mentionable[] } {
  const { data } = useQuery({
    queryKey: ['group-members', ticket.id],
    queryFn: ({ signal }) =>
      call(messagesContract.routes.members, { params: { ticketId: ticket.id }, signal, quiet: true }),
    enabled: isWanted && ticket.isGroup && features?.mentions === true,
    staleTime: FRESH_MS,
    // a channel that is away can be written to all the same, without names
    retry: false,
  })
  return useMemo(() => {
    const members = data?.members ?? []
    return { members, people: members.map(({ key, name, profilePicUrl }) => ({ key, name, profilePicUrl })) }
  }, [data])
}

/** Somebody may be about to be named, in the text or in the caption of a file. */
export const namesSomebody = (ticketId: number, text: string): boolean =>
  text.includes('@') || attachments.of(ticketId).some(({ caption }) => caption.includes('@'))

/** Those whom a text names. */
export const namedIn = (text: string, members: readonly GroupMember[]): MentionGiven[] =>
  members
    .filter(({ name }) => text.includes(`@${name}`))
    .slice(0, 100)
    .map(({ name, address, contactId }) => ({ token: name, address, contactId }))
