import { messagesContract } from '@recado/core/modules/messages/contract'
import { ticketViewsContract } from '@recado/core/modules/ticket-views/contract'
import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { formatDate } from '../../lib/format/dates.ts'
import { call } from '../../lib/http/client.ts'
import { i18n, loadNamespaces } from '../../lib/i18n/i18n.ts'
import { matches, type PaletteItem } from '../../lib/palette/registry.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ColourDot } from '../../ui/colour.tsx'
import { canFind } from './find/use-found.ts'
import { wantMessage } from './find/wanted-message.ts'
import { addressOf } from './views/view-filters.ts'

/** Saved filters of the list for the palette. */
export async function searchViews(
  text: string,
  signal: AbortSignal,
  open: (address: string) => void,
): Promise<PaletteItem[]> {
  const views = await call(ticketViewsContract.routes.list, { signal, quiet: true })
  return views
    .filter(({ isForMe }) => isForMe)
    .map((view) => ({
      id: `view-${view.id}`,
      label: view.name,
      icon: <ColourDot colour={view.color} />,
      run: () => open(addressOf(view)),
    }))
    .filter((item) => matches(item, text))
}

/** Tickets for the palette, by name, number or id. */
export async function searchTickets(
  text: string,
  signal: AbortSignal,
  open: (id: number) => void,
): Promise<PaletteItem[]> {
  const [{ tickets }] = await Promise.all([
    call(ticketsContract.routes.list, {
      query: { searchParam: text, status: ['open', 'pending', 'closed'], pageSize: 8 },
      signal,
      quiet: true,
    }),
    loadNamespaces(['attendance']),
  ])
  return tickets.map((ticket) => ({
    id: `ticket-${ticket.id}`,
    label: ticket.name,
    hint: [i18n.t(`attendance:status.${ticket.status}`), ticket.queue, `#${ticket.id}`].filter(Boolean).join(' · '),
    icon: <Avatar name={ticket.name} src={ticket.profilePicUrl} size={24} />,
    run: () => open(ticket.id),
  }))
}

/** Messages for the palette, the newest; opens the conversation at the message. */
export async function searchMessages(
  text: string,
  signal: AbortSignal,
  open: (ticketId: number) => void,
): Promise<PaletteItem[]> {
  if (!canFind(text)) return []
  const [{ messages }] = await Promise.all([
    call(messagesContract.routes.search, {
      query: { searchParam: text.slice(0, 100), pageSize: 6 },
      signal,
      quiet: true,
    }),
    loadNamespaces(['attendance']),
  ])
  return messages.map((message) => ({
    id: `message-${message.id}`,
    label: message.body,
    hint: [message.contact.name, formatDate(message.createdAt)].join(' · '),
    icon: <Avatar name={message.contact.name} src={message.contact.profilePicUrl} size={24} />,
    run: () => {
      wantMessage(message.ticketId, message)
      open(message.ticketId)
    },
  }))
}
