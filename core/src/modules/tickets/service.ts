import type { Tx } from '../../platform/db/uow.ts'
import { createAssigning } from './assigning.ts'
import { releaseTickets } from './change-repo.ts'
import { createChanging } from './changing.ts'
import { createConversationOf } from './conversation-of.ts'
import { createCreating } from './creating.ts'
import { createKeywords } from './keywords.ts'
import { createListing } from './listing.ts'
import { writeLog } from './log-repo.ts'
import { createMany } from './many.ts'
import type { TicketDeps } from './ports.ts'
import { createRatingReplies } from './rating-replies.ts'
import { createReading } from './reading.ts'
import { createTicketNews } from './realtime.ts'
import { createRemoving } from './removing.ts'
import { createSaying } from './saying.ts'
import { createTiming } from './timing.ts'
import { createWhy } from './why.ts'
import { createWriting } from './writing.ts'

export function createTicketService(deps: TicketDeps) {
  const news = createTicketNews(deps)
  const { say, sayOnce, greet } = createSaying(deps)
  const write = createWriting({ ...deps, news })
  const parts = { ...deps, news, say, write, remove: createRemoving({ news }) }
  const { list, counts } = createListing(deps)
  const { get, logs, read } = createReading(parts)
  const { why } = createWhy(parts)
  const { create, live } = createCreating(parts)
  const { update, remove } = createChanging(parts)
  return {
    ...createConversationOf(parts),
    list,
    counts,
    get,
    logs,
    why,
    read,
    create,
    live,
    update,
    remove,
    greet,
    work: {
      timing: createTiming(parts),
      ratingReplies: createRatingReplies({ ...parts, sayOnce }),
      keywords: createKeywords(parts),
    },
    sayOnce,
    many: createMany(parts),
    assigning: createAssigning(parts),

    /** The open tickets of somebody who leaves go back to waiting; for the `releaseWork` port of users. */
    async returnTicketsOf(tx: Tx, userId: number): Promise<void> {
      const ids = await releaseTicketsOf(tx, userId)
      const { tenantId } = tx.scope
      if (ids.length === 0) return
      tx.afterCommit(() => news.announce(tenantId, ids, { type: 'notification:new' }))
      tx.afterCommit(() => deps.onTicketChanged(tenantId, ids))
    },
  }
}

export type TicketService = ReturnType<typeof createTicketService>

async function releaseTicketsOf(tx: Tx, userId: number): Promise<number[]> {
  const ids = await releaseTickets(tx, userId)
  await writeLog(
    tx,
    ids.map((ticketId) => ({ ticketId, type: 'pending', fromUserId: userId })),
  )
  for (const ticketId of ids) tx.emit('ticket.returned', { ticketId, fromUserId: userId })
  return ids
}
