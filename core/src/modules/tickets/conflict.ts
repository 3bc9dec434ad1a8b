import type { Static } from 'typebox'
import { AppError } from '../../platform/errors/app-error.ts'
import type { LiveTicket } from './change-repo.ts'
import type { TicketConflict } from './contract.ts'

type Conflict = Static<typeof TicketConflict>

interface Asking {
  /** The caller. */
  me: number | null
  /** Who waits in no queue is for admins and supervisors alone. */
  hidesQueueless: boolean
}

/** The refusal names the ticket that stands in the way, and who holds it; its words go by the reason. */
export function otherOpenTicket(ticket: LiveTicket, asking: Asking): AppError {
  const reason = reasonOf(ticket, asking)
  const { id, userName, queueName } = ticket
  return new AppError('ERR_OTHER_OPEN_TICKET', {
    params: { reason, id, userName, queueName },
    body: JSON.stringify({ ...ticket, reason }),
  })
}

function reasonOf({ status, userId, queueId, chatFlowId }: LiveTicket, asking: Asking): Conflict['reason'] {
  if (userId !== null) return userId === asking.me ? 'exists' : 'assignedUser'
  if (queueId !== null) return 'assignedQueue'
  if (chatFlowId !== null) return 'inChatbot'
  return status === 'open' || asking.hidesQueueless ? 'openNoQueue' : 'exists'
}
