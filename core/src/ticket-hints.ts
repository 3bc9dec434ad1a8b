import { chatOf } from './modules/messages/index.ts'
import { loadTickets } from './modules/tickets/index.ts'
import type { UnitOfWork } from './platform/db/uow.ts'
import type { PluginHost } from './plugin-host/index.ts'

/** The newest messages are enough: providers take "read up to here". */
const READ = 20

/** What a channel's plugin is told about its conversations. Best effort: a plugin that misses one still works. */
export function createTicketHints({ uow, host }: { uow: UnitOfWork; host: Pick<PluginHost, 'hint'> }) {
  return {
    async read(tenantId: number, channelId: number, ticketId: number): Promise<void> {
      const found = await chatOf(uow, tenantId, ticketId, READ)
      if (found && found.externalIds.length > 0)
        host.hint(tenantId, channelId, 'markRead', [found.chat, found.externalIds])
    },

    async typing(tenantId: number, ticketId: number, on: boolean): Promise<void> {
      const [ticket] = await loadTickets(uow, { tenantId }, [ticketId])
      const found = ticket?.status === 'open' ? await chatOf(uow, tenantId, ticketId, 0) : null
      if (ticket && found) host.hint(tenantId, ticket.channelId, 'typing', [found.chat, on])
    },

    async changed(tenantId: number, ids: readonly number[]): Promise<void> {
      for (const { id, channelId, status, user } of await loadTickets(uow, { tenantId }, ids)) {
        const found = await chatOf(uow, tenantId, id, 0)
        if (!found) continue
        const agent = user ? { name: user.name } : null
        host.hint(tenantId, channelId, 'onTicket', [found.chat, { id, status: statusOf(status), agent }])
      }
    },
  }
}

const statusOf = (status: string): 'open' | 'pending' | 'closed' =>
  status === 'open' || status === 'pending' ? status : 'closed'
