/**
 * Who sees which tickets, said once more and independently of the product: the steps of api-shapes §6.3 E in their order,
 * with the readings of design §11 (a person's list of channels opens and schedules, and hides nothing).
 */

export interface Settings {
  NotViewTicketsQueueUndefined: boolean
  NotViewTicketsChatBot: boolean
  NotViewAssignedTickets: boolean
  DirectTicketsToWallets: boolean
  allowPeek: boolean
}

export interface ModelPerson {
  profile: 'admin' | 'supervisor' | 'supervisorfila' | 'user'
  /** Places of queues and of people are their numbers in the company. */
  queues: number[]
}

export interface ModelTicket {
  status: 'open' | 'pending' | 'closed'
  isSnoozed: boolean
  queue: number | null
  owner: number | null
  isInFlow: boolean
  isGroup: boolean
  wallets: number[]
}

export interface ModelCompany {
  settings: Settings
  planHasGroups: boolean
  /** How many queues there are. */
  queueCount: number
  people: ModelPerson[]
  tickets: ModelTicket[]
}

const isBot = (ticket: ModelTicket): boolean => ticket.isInFlow && ticket.owner === null && ticket.queue === null

/** Whether a person may know of a ticket at all: lists with "show all", the ticket itself and all that hangs on it. */
export function mayKnow(company: ModelCompany, me: number, ticket: ModelTicket): boolean {
  const person = company.people[me]
  if (!person) return false
  const { settings } = company
  // 2
  if (person.profile === 'admin' || person.profile === 'supervisor') return true
  // 4
  if (ticket.isGroup && !company.planHasGroups) return false
  // 5
  if (ticket.owner === me) return true
  const isMyQueue = company.queueCount === 0 || (ticket.queue !== null && person.queues.includes(ticket.queue))
  const isSupervised = person.profile === 'supervisorfila' && isMyQueue
  // 6; a queue's supervisor sees who waits for an owner that is away (behaviour §27)
  const isMyWallet = ticket.wallets.includes(me)
  const isForOwners = settings.DirectTicketsToWallets && ticket.wallets.length > 0 && !isSupervised
  if (isForOwners && !isMyWallet) return false
  // 7
  if (!isMyWallet && !isMyQueue) {
    if (ticket.queue !== null) return false
    if (ticket.status !== 'pending' || settings.NotViewTicketsQueueUndefined) return false
  }
  // 8
  if (settings.NotViewAssignedTickets && ticket.owner !== null && !isSupervised) return false
  // 9; a wallet is no way around it, since the specification leaves it to admins alone
  return !(settings.NotViewTicketsChatBot && isBot(ticket))
}

/** What a list shows that did not ask for everything: less than `mayKnow` for admins and general supervisors only. */
export function isListed(company: ModelCompany, me: number, ticket: ModelTicket): boolean {
  const person = company.people[me]
  if (!person || !mayKnow(company, me, ticket)) return false
  if (person.profile !== 'admin' && person.profile !== 'supervisor') return true
  if (person.profile === 'supervisor' && company.settings.NotViewTicketsChatBot && isBot(ticket)) return false
  // whoever has no queues of their own looks after all of them
  if (person.queues.length === 0 || ticket.queue === null) return true
  return ticket.owner === me || ticket.wallets.includes(me) || person.queues.includes(ticket.queue)
}

/** Messages of a waiting ticket are for whoever accepts it, unless agents may look first. */
export function mayRead(company: ModelCompany, me: number, ticket: ModelTicket): boolean {
  if (!mayKnow(company, me, ticket)) return false
  const profile = company.people[me]?.profile
  return ticket.status !== 'pending' || company.settings.allowPeek || profile === 'admin' || profile === 'supervisor'
}

export type Tab = 'open' | 'pending' | 'snoozed' | 'chatbot' | 'groups' | 'closed'

/** The one tab of the attendance screen in which a ticket stands. */
export function tabOf(ticket: ModelTicket): Tab | null {
  if (ticket.status === 'closed') return ticket.isGroup ? null : 'closed'
  if (ticket.isGroup) return 'groups'
  if (isBot(ticket)) return 'chatbot'
  if (ticket.status === 'pending' && ticket.isSnoozed) return 'snoozed'
  return ticket.status
}
