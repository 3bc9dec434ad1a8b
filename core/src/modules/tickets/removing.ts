import { userIdOf } from '../../platform/db/scope.ts'
import type { Tx } from '../../platform/db/uow.ts'
import { audit } from '../auth/index.ts'
import { deleteTicket } from './change-repo.ts'
import type { TicketNews } from './realtime.ts'
import { factsOf, type TicketRecord } from './record-repo.ts'

export type Remove = (tx: Tx, record: TicketRecord) => Promise<void>

/** Deletes a ticket with its messages; whether the caller may was asked before. */
export const createRemoving =
  ({ news }: { news: TicketNews }): Remove =>
  async (tx, record) => {
    const { id, protocol, contactId, channelId, seq } = record
    await deleteTicket(tx, id)
    const details = { protocol, contactId, channelId, messages: seq }
    await audit(tx, { action: 'ticket.delete', object: `ticket:${id}`, details })
    tx.emit('ticket.deleted', { ticketId: id, by: userIdOf(tx.scope), contactId, channelId })
    tx.afterCommit(() => news.announceDeleted(tx.scope.tenantId, factsOf(record)))
  }
