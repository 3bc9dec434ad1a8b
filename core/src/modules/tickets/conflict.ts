import type { Static } from 'typebox'
import { AppError } from '../../platform/errors/app-error.ts'
import type { LiveTicket } from './change-repo.ts'
import type { TicketConflict } from './contract.ts'

type Conflict = Static<typeof TicketConflict>

/** The refusal names the ticket that stands in the way, and who holds it. */
export const otherOpenTicket = (ticket: LiveTicket, me: number | null): AppError =>
  new AppError('ERR_OTHER_OPEN_TICKET', { body: JSON.stringify({ ...ticket, reason: reasonOf(ticket, me) }) })

function reasonOf({ userId, queueId, chatFlowId }: LiveTicket, me: number | null): Conflict['reason'] {
  if (userId !== null) return userId === me ? 'exists' : 'assignedUser'
  if (queueId !== null) return 'assignedQueue'
  return chatFlowId !== null ? 'inChatbot' : 'openNoQueue'
}
