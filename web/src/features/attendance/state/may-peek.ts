import { tickets } from '../../../entities/tickets.ts'
import { session } from '../../../lib/session/session.ts'
import { tenantSetting } from '../../../lib/tenant-settings.ts'
import { ticketRights } from './ticket-rules.ts'

/** Whether the messages of a ticket of a list may be read, as far as the browser knows now. */
export function mayPeek(ticketId: number): boolean {
  const [ticket, me] = [tickets.get(ticketId), session.user]
  if (!ticket || !me) return false
  return ticketRights(ticket, me, { allowPeek: tenantSetting('allowPeek') ?? 'enabled' }, Date.now()).canPeek
}
