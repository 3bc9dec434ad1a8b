import type { LiveTicket } from '../../../entities/tickets.ts'
import { found } from '../../../lib/format/fold.ts'
import type { Filters, Tab } from './filters.ts'

/** Who looks at the list, as far as it decides what belongs into it. */
export interface Looker {
  userId: number
  profile: string
  queues: readonly number[]
  /** Flows keep their tickets to themselves: only admins get them without asking for everything. */
  hidesBot: boolean
}

type Facts = Pick<
  LiveTicket,
  | 'id'
  | 'status'
  | 'isGroup'
  | 'chatFlowId'
  | 'protocol'
  | 'snoozedUntil'
  | 'userId'
  | 'queueId'
  | 'whatsappId'
  | 'unreadMessages'
  | 'name'
  | 'contact'
>

/** In a flow, with neither user nor queue. */
const isInBot = ({ chatFlowId, userId, queueId, status }: Facts): boolean =>
  chatFlowId !== null && userId === null && queueId === null && status !== 'closed'

const isSingle = (ticket: Facts, status: string): boolean =>
  !ticket.isGroup && ticket.status === status && !isInBot(ticket)

const isInTab = (ticket: Facts, tab: Tab): boolean => {
  switch (tab) {
    case 'groups':
      return ticket.isGroup && ticket.status !== 'closed'
    case 'chatbot':
      return !ticket.isGroup && isInBot(ticket)
    case 'snoozed':
    case 'pending':
      return isSingle(ticket, 'pending') && (ticket.snoozedUntil !== null) === (tab === 'snoozed')
    default:
      return isSingle(ticket, tab)
  }
}

const isFound = (ticket: Facts, search: string): boolean => {
  const text = search.trim()
  if (text === '') return true
  const digits = text.replace(/\D/g, '')
  return (
    found(ticket.name, text) ||
    String(ticket.id).includes(text) ||
    ticket.protocol === digits ||
    (digits.length >= 3 && (ticket.contact.number ?? '').replace(/\D/g, '').includes(digits))
  )
}

const passes = (ticket: Facts, filters: Filters, { userId }: Looker): boolean =>
  (!filters.unread || ticket.unreadMessages > 0) &&
  (!filters.unassigned || ticket.userId === null) &&
  (!filters.mine || ticket.userId === userId) &&
  (filters.person === null || ticket.userId === filters.person) &&
  (filters.withoutQueue || ticket.queueId !== null) &&
  (filters.queues.length === 0 || (ticket.queueId !== null && filters.queues.includes(ticket.queueId))) &&
  (filters.channels.length === 0 || filters.channels.includes(ticket.whatsappId)) &&
  (filters.tags.length === 0 || ticket.contact.tags.some(({ id }) => filters.tags.includes(id))) &&
  isFound(ticket, filters.search)

/**
 * Agents are only told of tickets that they may see. Administrators and supervisors are told of all, but without
 * "show all" their list keeps to what is theirs (api-shapes §6.3 E).
 */
const isInScope = (ticket: Facts, { showAll }: Filters, looker: Looker): boolean =>
  (looker.profile !== 'admin' && looker.profile !== 'supervisor') || showAll || isNear(ticket, looker)

const isNear = (ticket: Facts, looker: Looker): boolean => {
  if (looker.hidesBot && looker.profile !== 'admin' && isInBot(ticket)) return false
  return (
    ticket.userId === looker.userId ||
    ticket.contact.wallets.some(({ id }) => id === looker.userId) ||
    ticket.queueId === null ||
    looker.queues.length === 0 ||
    looker.queues.includes(ticket.queueId)
  )
}

/** Whether a ticket stands in the list of this tab under these filters; the server's rule, for live events. */
export const belongs = (ticket: Facts, tab: Tab, filters: Filters, looker: Looker): boolean =>
  isInTab(ticket, tab) && passes(ticket, filters, looker) && isInScope(ticket, filters, looker)
