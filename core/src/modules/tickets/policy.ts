import type { Profile } from '../auth/contract.ts'
import { isSupervisor } from '../auth/policy.ts'

/** What decides who sees a ticket and what may be done with it. */
export interface TicketFacts {
  id: number
  status: string
  userId: number | null
  queueId: number | null
  channelId: number
  contactId: number
  isGroup: boolean
  chatFlowId: number | null
  /** People in whose wallets the contact is. */
  walletUserIds: number[]
  /** Of news of a message that was said in another queue than the ticket's present one: that queue. */
  saidIn?: number | null
}

/** Settings of the company that hide tickets from agents. */
export interface VisibilityRules {
  notViewAssigned: boolean
  notViewChatBot: boolean
  notViewQueueUndefined: boolean
  directToWallets: boolean
  /** The company’s plan has no groups. */
  noGroups: boolean
  /** Agents may read what waits before they accept it. */
  allowPeek: boolean
  /** Agents read only what was said while the ticket was in one of their queues. */
  onlyQueueMessages: boolean
}

export interface TicketViewer {
  tenantId: number
  /** Null for jobs and for the operator, who see everything. */
  userId: number | null
  profile: Profile
  name: string
  isOperator: boolean
  masksPhones: boolean
  /** The company wants their name above what they write. */
  mustSign: boolean
  /** The company lets admins and supervisors read without a trace. */
  audits: boolean
  queueIds: number[]
  tenantHasQueues: boolean
  rules: VisibilityRules
}

/** Admins and general supervisors see the whole company. */
export const seesAll = (viewer: Pick<TicketViewer, 'userId' | 'profile'>): boolean =>
  viewer.userId === null || isSupervisor(viewer.profile)

/** Who may ask for the tickets of a named colleague, among those that they see. */
export const leadsPeople = (viewer: Pick<TicketViewer, 'userId' | 'profile'>): boolean =>
  seesAll(viewer) || viewer.profile === 'supervisorfila'

/** In a flow, with neither user nor queue. */
export const isInBot = ({ chatFlowId, userId, queueId }: TicketFacts): boolean =>
  chatFlowId !== null && userId === null && queueId === null

/** What lets somebody see a ticket. */
export const SEEN_BY = ['all', 'mine', 'wallet', 'queue', 'noQueues', 'waitsWithoutQueue'] as const
type SeenBy = (typeof SEEN_BY)[number]

/** What hides a ticket from somebody. */
type HiddenBy = 'noGroups' | 'otherWallet' | 'otherQueue' | 'withoutQueue' | 'assigned' | 'inBot'

/** What decided whether somebody sees a ticket. */
type Sight = { isSeen: true; by: SeenBy } | { isSeen: false; by: HiddenBy }

const seen = (by: SeenBy): Sight => ({ isSeen: true, by })
const hidden = (by: HiddenBy): Sight => ({ isSeen: false, by })

/**
 * The one rule of who sees a ticket (api-shapes §6.3 E; a person's list of channels does not hide tickets, design §11),
 * with what decided. `visibleSql` says the same to the database.
 */
export function sightOf(viewer: TicketViewer, ticket: TicketFacts): Sight {
  if (seesAll(viewer)) return seen('all')
  const { rules } = viewer
  if (rules.noGroups && ticket.isGroup) return hidden('noGroups')
  if (ticket.userId === viewer.userId) return seen('mine')
  const isInMyWallet = ticket.walletUserIds.some((id) => id === viewer.userId)
  // the queue's supervisor notices who waits for an owner that is away
  const isForOwners = rules.directToWallets && ticket.walletUserIds.length > 0 && !supervises(viewer, ticket)
  if (isForOwners && !isInMyWallet) return hidden('otherWallet')
  const sight = isInMyWallet ? seen('wallet') : sightByQueue(viewer, ticket)
  if (!sight.isSeen) return sight
  if (rules.notViewAssigned && ticket.userId !== null && !supervises(viewer, ticket)) return hidden('assigned')
  return rules.notViewChatBot && isInBot(ticket) ? hidden('inBot') : sight
}

export const sees = (viewer: TicketViewer, ticket: TicketFacts): boolean => sightOf(viewer, ticket).isSeen

function sightByQueue({ queueIds, tenantHasQueues, rules }: TicketViewer, { queueId, status }: TicketFacts): Sight {
  if (!tenantHasQueues) return seen('noQueues')
  if (queueId !== null) return queueIds.includes(queueId) ? seen('queue') : hidden('otherQueue')
  return status === 'pending' && !rules.notViewQueueUndefined ? seen('waitsWithoutQueue') : hidden('withoutQueue')
}

/** What waits may be seen, and yet not read before it is accepted; nor what was said in a queue of others. */
export const mayRead = (
  viewer: TicketViewer,
  { status, saidIn = null }: Pick<TicketFacts, 'status' | 'saidIn'>,
): boolean => (status !== 'pending' || seesAll(viewer) || viewer.rules.allowPeek) && mayReadFrom(viewer, saidIn)

/**
 * May somebody who sees a ticket read what was said while it was in another queue than now? Null for what was said in
 * none or in the present one: whoever sees the ticket reads that.
 */
export const mayReadFrom = (viewer: TicketViewer, saidIn: number | null): boolean =>
  saidIn === null || !viewer.rules.onlyQueueMessages || seesAll(viewer) || viewer.queueIds.includes(saidIn)

/** A queue in which a ticket was before, with the numbers of the first and the last message of that time. */
export interface PastQueue {
  from: number
  until: number
  /** Null for none. */
  queueId: number | null
}

/** In which queue of the past a message was said, as `mayReadFrom` wants it. */
export const saidIn = (pastQueues: readonly PastQueue[], seq: number): number | null =>
  pastQueues.find(({ from, until }) => from <= seq && seq <= until)?.queueId ?? null

/** A queue's supervisor sees who has what in their own queues; a company without any is one queue. */
const supervises = ({ profile, queueIds, tenantHasQueues }: TicketViewer, { queueId }: TicketFacts): boolean =>
  profile === 'supervisorfila' && (!tenantHasQueues || (queueId !== null && queueIds.includes(queueId)))

/**
 * What the list of somebody who sees all keeps to until they ask for everything: their own tickets, those of their
 * wallet and queues, and those in no queue. Without queues of their own it is everything. Where flows hide their tickets
 * only admins get them unasked. `nearSql` says the same.
 */
export const isNear = (viewer: TicketViewer, ticket: TicketFacts): boolean => {
  const { userId, queueIds } = viewer
  if (userId === null) return true
  if (hidesBot(viewer) && isInBot(ticket)) return false
  return (
    queueIds.length === 0 ||
    ticket.userId === userId ||
    ticket.queueId === null ||
    queueIds.includes(ticket.queueId) ||
    ticket.walletUserIds.includes(userId)
  )
}

/** Admins alone see what flows have in hand where the company says so. */
export const hidesBot = ({ userId, profile, rules }: Pick<TicketViewer, 'userId' | 'profile' | 'rules'>): boolean =>
  rules.notViewChatBot && userId !== null && profile !== 'admin'

export type TicketAction = 'accept' | 'return' | 'snooze' | 'wake' | 'transfer' | 'close' | 'reopen' | 'delete'

export interface ActionSettings {
  /** Agents may reopen closed tickets. */
  allowReopen: boolean
}

export type Refusal = 'ERR_NO_TICKET_FOUND' | 'ERR_NO_PERMISSION' | 'ERR_TICKET_STATE' | 'ERR_TICKET_TAKEN'

/** True, or why not. What only the database knows (the age of a ticket, another live one) is checked by the change. */
export function can(
  viewer: TicketViewer,
  action: TicketAction,
  ticket: TicketFacts,
  settings: ActionSettings,
): true | Refusal {
  if (!sees(viewer, ticket))
    return action === 'accept' && wasTaken(viewer, ticket) ? 'ERR_TICKET_TAKEN' : 'ERR_NO_TICKET_FOUND'
  switch (action) {
    case 'accept':
      if (ticket.status === 'closed') return 'ERR_TICKET_STATE'
      return isTaken(viewer, ticket) && !seesAll(viewer) ? 'ERR_TICKET_TAKEN' : true
    case 'return':
      return ticket.status === 'open' ? true : 'ERR_TICKET_STATE'
    case 'wake':
      return ticket.status === 'pending' ? true : 'ERR_TICKET_STATE'
    case 'snooze':
    case 'transfer':
    case 'close':
      return ticket.status === 'closed' ? 'ERR_TICKET_STATE' : true
    case 'reopen':
      if (ticket.status !== 'closed') return 'ERR_TICKET_STATE'
      return seesAll(viewer) || settings.allowReopen ? true : 'ERR_NO_PERMISSION'
    case 'delete':
      return viewer.userId === null || viewer.profile === 'admin' ? true : 'ERR_NO_PERMISSION'
  }
}

const isTaken = (viewer: TicketViewer, { status, userId }: TicketFacts): boolean =>
  status === 'open' && userId !== null && userId !== viewer.userId

/** It was to be had a moment ago, before a colleague accepted it. */
const wasTaken = (viewer: TicketViewer, ticket: TicketFacts): boolean =>
  isTaken(viewer, ticket) && sees(viewer, { ...ticket, status: 'pending', userId: null })
