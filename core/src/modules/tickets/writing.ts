import { updateTicket } from './change-repo.ts'
import type { Change, ChangeContext } from './changes.ts'
import { writeLog } from './log-repo.ts'
import type { TicketDeps } from './ports.ts'
import type { TicketNews } from './realtime.ts'
import { factsOf } from './record-repo.ts'

export type Write = (context: ChangeContext, change: Change) => Promise<void>

/** Writes a change down with its log and its event, and tells of it after commit. */
export function createWriting({
  news,
  onTicketChanged,
  markRead,
}: Pick<TicketDeps, 'onTicketChanged' | 'markRead'> & { news: TicketNews }): Write {
  return async ({ tx, record, me, now }, change) => {
    const { tenantId } = tx.scope
    const { id, channelId } = record
    await updateTicket(tx, id, change.columns, now)
    await writeLog(
      tx,
      change.logs.map((entry) => ({ ...entry, ticketId: id })),
    )
    tx.emit(change.event, { ticketId: id, by: me, ...change.logs[0] })
    tx.afterCommit(() => news.announce(tenantId, [id], { ...change.news, before: factsOf(record) }))
    tx.afterCommit(() => onTicketChanged(tenantId, [id]))
    if (change.columns.unreadMessages === 0 && record.unreadMessages > 0)
      tx.afterCommit(() => markRead(tenantId, channelId, id))
  }
}
