import type { Panel } from '@recado/core/modules/dashboard/contract'
import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { Avatar } from '../../../ui/avatar.tsx'
import { ColourDot } from '../../../ui/colour.tsx'
import { Presence } from './summaries.tsx'
import type { TicketGroup } from './ticket-groups.tsx'

/** Nobody’s first, then people who are there. Pending tickets of a person are those that stay under their name. */
export function byUser(panel: Panel, tickets: readonly TicketRow[], nobody: string): TicketGroup[] {
  const of = Map.groupBy(tickets, ({ userId, rememberedUser }) => userId ?? rememberedUser?.id ?? 0)
  const people = panel.users.map((user) => ({
    id: user.id,
    name: user.name,
    mark: <Avatar name={user.name} src={user.profilePicUrl} presence={user.isOnline ? 'online' : 'offline'} />,
    about: <Presence user={user} />,
    tickets: of.get(user.id) ?? [],
  }))
  const known = new Set([0, ...people.map(({ id }) => id)])
  // somebody who was switched off with tickets in hand
  const others = [...of].flatMap(([id, own]) =>
    known.has(id) ? [] : [{ id, name: own[0]?.username ?? '–', mark: null, tickets: own }],
  )
  return [{ id: 0, name: nobody, mark: null, tickets: of.get(0) ?? [] }, ...others, ...people]
}

/** Those in no queue first: somebody has to lead them to one. */
export function byQueue(panel: Panel, tickets: readonly TicketRow[], none: string): TicketGroup[] {
  const of = Map.groupBy(tickets, ({ queueId }) => queueId ?? 0)
  return panel.queues
    .toSorted((a, b) => Number(b.id === 0) - Number(a.id === 0))
    .map((queue) => ({
      id: queue.id,
      name: queue.id === 0 ? none : queue.name,
      mark: queue.color ? <ColourDot colour={queue.color} /> : null,
      tickets: of.get(queue.id) ?? [],
    }))
}
