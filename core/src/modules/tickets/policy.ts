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
}

/** Settings of the company that hide tickets from agents. */
export interface VisibilityRules {
  notViewAssigned: boolean
  notViewChatBot: boolean
  notViewQueueUndefined: boolean
  directToWallets: boolean
}

export interface TicketViewer {
  tenantId: number
  /** Null for jobs and for the operator, who see everything. */
  userId: number | null
  profile: Profile
  name: string
  isOperator: boolean
  masksPhones: boolean
  queueIds: number[]
  tenantHasQueues: boolean
  rules: VisibilityRules
}

/** Admins and general supervisors see the whole company. */
export const seesAll = (viewer: Pick<TicketViewer, 'userId' | 'profile'>): boolean =>
  viewer.userId === null || isSupervisor(viewer.profile)

/** In a flow, with neither user nor queue. */
export const isInBot = ({ chatFlowId, userId, queueId }: TicketFacts): boolean =>
  chatFlowId !== null && userId === null && queueId === null

/**
 * The one rule of who sees a ticket (api-shapes §6.3 E; a person's list of channels does not hide tickets, design §11).
 * `visibleSql` says the same to the database.
 */
export function sees(viewer: TicketViewer, ticket: TicketFacts): boolean {
  if (seesAll(viewer) || ticket.userId === viewer.userId) return true
  const { rules } = viewer
  const isInMyWallet = ticket.walletUserIds.some((id) => id === viewer.userId)
  if (rules.directToWallets && ticket.walletUserIds.length > 0 && !isInMyWallet) return false
  if (!isInMyWallet && !passesQueue(viewer, ticket)) return false
  if (rules.notViewAssigned && ticket.userId !== null && viewer.profile !== 'supervisorfila') return false
  return !(rules.notViewChatBot && isInBot(ticket))
}

function passesQueue({ queueIds, tenantHasQueues, rules }: TicketViewer, { queueId, status }: TicketFacts): boolean {
  if (!tenantHasQueues) return true
  if (queueId !== null) return queueIds.includes(queueId)
  return status === 'pending' && !rules.notViewQueueUndefined
}

/**
 * What the list of somebody who sees all keeps to until they ask for everything: their own tickets, those of their
 * wallet and queues, and those in no queue. Without queues of their own it is everything. `nearSql` says the same.
 */
export const isNear = ({ userId, queueIds }: TicketViewer, ticket: TicketFacts): boolean =>
  userId === null ||
  queueIds.length === 0 ||
  ticket.userId === userId ||
  ticket.queueId === null ||
  queueIds.includes(ticket.queueId) ||
  ticket.walletUserIds.includes(userId)

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
