import type { Figure } from '@recado/core/modules/dashboard/contract'
import type { TicketRow } from '@recado/core/modules/tickets/contract'

interface TicketTimes {
  /** What the figure measures; null where it measures nothing. */
  seconds: number | null
  /** The seconds go on: the customer waits. */
  isWaiting: boolean
  /** When what the figure counts happened. */
  at: number
}

const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : (to - from) / 1000

/** What is worth telling of a ticket in the list of a figure; times as epoch milliseconds. */
export function timesOf(ticket: TicketRow, figure: Figure | undefined, now: number): TicketTimes {
  const created = Date.parse(ticket.createdAt)
  const { startedAttendanceAt: started, closedAt: closed, waitingSince } = ticket
  const done = (seconds: number | null, at: number): TicketTimes => ({ seconds, at, isWaiting: false })
  switch (figure) {
    case 'accepted':
      return done(between(created, started), created)
    case 'replied':
      return done(ticket.firstReplySeconds, created)
    case 'handled':
      return done(between(started, closed), closed ?? created)
    case 'closed':
      return done(between(created, closed), closed ?? created)
    case 'created':
    case 'active':
    case 'receptive':
      return done(null, created)
    default:
      return waitingSince === null
        ? done(null, ticket.lastMessageAt)
        : { seconds: between(waitingSince, now), at: waitingSince, isWaiting: true }
  }
}
