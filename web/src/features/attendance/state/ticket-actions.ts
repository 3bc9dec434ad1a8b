import { type TicketUpdate, ticketsContract } from '@recado/core/modules/tickets/contract'
import { type LiveTicket, tickets } from '../../../entities/tickets.ts'
import { reportError } from '../../../lib/errors.ts'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { toasts } from '../../../lib/toasts.ts'

const { update, read, remove, get } = ticketsContract.routes

/** What notices that offer to undo a change of a ticket are about: the next change leaves them nothing to undo. */
export const aboutTicket = (id: number): string => `ticket:${id}`

/** Changes a ticket; throws what the server refused. */
export async function changeTicket(id: number, body: TicketUpdate): Promise<LiveTicket> {
  const changed = tickets.take(await call(update, { params: { id }, body }))
  toasts.outdate(aboutTicket(id))
  return changed
}

/** Shows the change at once and takes it back when the server refuses. Answers whether it holds. */
async function changeAtOnce(ticket: LiveTicket, shown: Partial<LiveTicket>, body: TicketUpdate): Promise<boolean> {
  const settle = tickets.show(ticket.id, shown)
  try {
    await changeTicket(ticket.id, body)
    return true
  } catch (error) {
    reportError(error)
    return false
  } finally {
    settle()
  }
}

export function acceptTicket(ticket: LiveTicket): Promise<boolean> {
  const me = session.user
  if (!me) return Promise.resolve(false)
  const user = { id: me.userId, name: me.username }
  return changeAtOnce(
    ticket,
    { status: 'open', userId: me.userId, user, username: me.username, chatFlowId: null },
    { status: 'open', userId: me.userId },
  )
}

export function reopenTicket(ticket: LiveTicket): Promise<boolean> {
  const me = session.user
  if (!me) return Promise.resolve(false)
  return changeAtOnce(
    ticket,
    { status: 'open', userId: me.userId, username: me.username, closedAt: null },
    { status: 'open', userId: me.userId },
  )
}

export const returnTicket = (ticket: LiveTicket): Promise<boolean> =>
  changeAtOnce(
    ticket,
    { status: 'pending', userId: null, user: null, username: null },
    { status: 'pending', userId: null },
  )

/** Among those that wait again, before its time. */
export const wakeTicket = (ticket: LiveTicket): Promise<boolean> =>
  changeAtOnce(ticket, { snoozedUntil: null, rememberedUser: null }, { status: 'pending' })

export const closeAtOnce = (ticket: LiveTicket, body: Omit<TicketUpdate, 'status'>): Promise<boolean> =>
  changeAtOnce(ticket, { status: 'closed', closedAt: Date.now() }, { status: 'closed', ...body })

export async function deleteTicket(id: number): Promise<void> {
  await call(remove, { params: { id } })
  tickets.remove(id)
}

/** Up to the last message that was on screen. */
export async function markRead(ticket: LiveTicket, seq: number): Promise<void> {
  if (ticket.unreadMessages === 0) return
  const settle = tickets.show(ticket.id, { unreadMessages: 0 })
  try {
    const { unreadMessages } = await call(read, { params: { id: ticket.id }, body: { seq }, quiet: true })
    tickets.amend(ticket, { unreadMessages })
  } catch {
    // a failure is no news: the next message that comes on screen tells again
  } finally {
    settle()
  }
}

export async function fetchTicket(id: number, signal: AbortSignal): Promise<LiveTicket> {
  return tickets.take(await call(get, { params: { id }, signal, quiet: true }))
}
