import { type Scope, userIdOf } from '../../platform/db/scope.ts'
import { markReadUpTo } from './change-repo.ts'
import { listLogs, logAccess } from './log-repo.ts'
import { seesAll } from './policy.ts'
import type { TicketDeps } from './ports.ts'
import { presentTicket, viewFor } from './presenter.ts'
import type { TicketNews } from './realtime.ts'
import type { Ticket, TicketLog } from './schemas.ts'
import { seenTicket, seenWithViewer } from './seen.ts'

type ReadingDeps = Pick<TicketDeps, 'uow' | 'clock' | 'fileUrl' | 'markRead' | 'scheduledFor'>

export function createReading({
  uow,
  clock,
  fileUrl,
  markRead,
  scheduledFor,
  news,
}: ReadingDeps & { news: TicketNews }) {
  return {
    /** That somebody looked is written down. @throws ERR_NO_TICKET_FOUND */
    async get(scope: Scope, id: number): Promise<Ticket & { scheduledMessages: unknown[] }> {
      const { record, viewer } = await seenWithViewer(uow, scope, id)
      const [scheduledMessages] = await Promise.all([
        scheduledFor(scope, record.contactId),
        logAccess(uow, scope, id, clock.now()),
      ])
      return { ...presentTicket(record, viewFor(viewer, fileUrl)), scheduledMessages }
    },

    /** Newest first. @throws ERR_NO_TICKET_FOUND */
    async logs(scope: Scope, id: number): Promise<TicketLog[]> {
      await seenTicket(uow, scope, id)
      return listLogs(uow, scope, id)
    },

    /**
     * Only what is read in an open ticket counts as read. Where the company audits, those who see all look in without a
     * trace, unless the ticket is their own. @throws ERR_NO_TICKET_FOUND
     */
    async read(scope: Scope, id: number, seq: number | null): Promise<{ unreadMessages: number }> {
      const { record, viewer } = await seenWithViewer(uow, scope, id)
      const isAudit = viewer.audits && seesAll(viewer) && record.userId !== userIdOf(scope)
      const read = isAudit ? null : await markReadUpTo(uow, scope, id, seq)
      if (!read) return { unreadMessages: isAudit || record.status !== 'open' ? record.unreadMessages : 0 }
      await news.announce(scope.tenantId, [id])
      if (read.unreadMessages === 0) markRead(scope.tenantId, record.channelId, id)
      return read
    },
  }
}
