import { ticketsContract } from '@recado/core/modules/tickets/contract'
import { call } from '../../lib/http/client.ts'
import { i18n, loadNamespaces } from '../../lib/i18n/i18n.ts'
import type { PaletteItem } from '../../lib/palette/registry.ts'
import { Avatar } from '../../ui/avatar.tsx'

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
    icon: <Avatar name={ticket.name} src={ticket.profilePicUrl} size={20} />,
    run: () => open(ticket.id),
  }))
}
