import type { TicketFacts } from './policy.ts'
import type { TicketUpdate } from './schemas.ts'

/** What somebody wants done with a ticket. */
export type Intent =
  | { action: 'accept'; userId: number | null }
  | { action: 'return' }
  | { action: 'snooze'; minutes: number; remember: boolean }
  | { action: 'wake' }
  | { action: 'transfer'; queueId: number | null; userId: number | null; note: string | null }
  | {
      action: 'close'
      closingReasonId: number | null
      /** False: none; null: the channel's. */
      farewell: string | false | null
      askRating: boolean
    }
  | { action: 'reopen'; status: 'open' | 'pending'; userId: number | null }
  | { action: 'none' }

/**
 * Reads an update, whose fields clients of the ancestors combine freely: what it means depends on the ticket as it is.
 * @param me the caller, who is the assignee unless there is no such person (operator, jobs)
 */
export function intentOf(
  update: TicketUpdate,
  ticket: TicketFacts & { isSnoozed?: boolean },
  me: number | null,
): Intent {
  const { status, isTransference } = update
  const assignee = me ?? update.userId ?? null
  if (isTransference || (status === undefined && namesTarget(update, ticket))) return transferOf(update, ticket)
  switch (status) {
    case 'close':
    case 'closed':
      return {
        action: 'close',
        closingReasonId: update.closingReasonId ?? null,
        farewell: farewellOf(update),
        askRating: update.askRating ?? true,
      }
    case 'pending':
      if (ticket.status === 'closed') return { action: 'reopen', status, userId: null }
      if (update.snoozeMinutes)
        return { action: 'snooze', minutes: update.snoozeMinutes, remember: update.rememberMe ?? false }
      return { action: ticket.isSnoozed ? 'wake' : 'return' }
    case 'open':
      if (ticket.status === 'closed') return { action: 'reopen', status, userId: assignee }
      return isForSomebodyElse(update, me) ? transferOf(update, ticket) : { action: 'accept', userId: assignee }
    default:
      return { action: 'none' }
  }
}

const namesTarget = ({ userId, queueId }: TicketUpdate, ticket: TicketFacts): boolean =>
  (userId !== undefined && userId !== ticket.userId) || (queueId !== undefined && queueId !== ticket.queueId)

const isForSomebodyElse = ({ userId }: TicketUpdate, me: number | null): boolean =>
  me !== null && userId !== undefined && userId !== null && userId !== me

const transferOf = ({ userId = null, queueId, note }: TicketUpdate, ticket: TicketFacts): Intent => ({
  action: 'transfer',
  queueId: queueId === undefined ? ticket.queueId : queueId,
  userId,
  note: note?.trim() || null,
})

function farewellOf({ sendFarewellMessage, farewellMessage = '' }: TicketUpdate): string | false | null {
  if (sendFarewellMessage === false) return false
  return farewellMessage.trim() === '' ? null : farewellMessage
}
