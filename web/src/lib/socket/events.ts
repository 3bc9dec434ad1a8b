import type { Channel } from '@recado/core/modules/channels/contract'
import type { Contact } from '@recado/core/modules/contacts/contract'
import type { PushedMessage } from '@recado/core/modules/messages/contract'
import type { Ticket } from '@recado/core/modules/tickets/contract'

/** News of tickets and their messages. */
export type TicketListEvent =
  | { type: 'chat:create' | 'chat:ack' | 'chat:update' | 'chat:delete'; payload: PushedMessage }
  /** `notification:new`: it went back to pending. */
  | { type: 'ticket:update' | 'notification:new'; payload: Ticket }
  /** `ticket:hide`: this person may no longer see it. */
  | { type: 'ticket:delete' | 'ticket:hide'; payload: { id: number } }

/**
 * Events of the realtime contract (api-shapes §19), named without the tenant's prefix. Payloads are hints: readers
 * ignore older versions and refetch on a gap.
 */
export interface ServerEvents {
  ticketList: TicketListEvent
  contactList: { type: 'contact:update'; payload: Contact } | { type: 'contact:delete'; payload: { id: number } }
  /** Everybody who has the ticket open, this person too. */
  viewers: { ticketId: number; viewers: { userId: number; name: string; typing: boolean }[] }
  typing: { ticketId: number; on: boolean; who: 'contact' | 'user'; userId: number | null; name: string }
  ticket: { action: 'create' | 'delete'; ticket?: Record<string, unknown>; ticketId?: number }
  whatsapp: { action: 'update' | 'delete'; whatsapp?: Record<string, unknown>; whatsappId?: number }
  whatsappSession: { action: 'update' | 'readySession'; session: Partial<Channel> & { id: number } }
  settings: { action: 'update'; setting: { key: string; value: string } }
  user: { action: 'create' | 'update' | 'delete'; user?: Record<string, unknown>; userId?: number }
  users: { action: 'update'; data: Record<string, unknown> }
  'chat:updateOnlineBubbles': {
    sortedUserList: Record<string, unknown>
    sortedIdleList: Record<string, unknown>
  }
  plugins: { action: 'update' }
  queue: { action: 'update' | 'delete' }
  tag: { action: 'update' | 'delete' }
  closingReason: { action: 'update' | 'delete' }
  company: { action: 'create' | 'add' | 'update-status' | 'update' | 'delete'; company: Record<string, unknown> }
  session: { action: 'revoked'; reason: string }
}

export type ServerEvent = keyof ServerEvents

/** What the browser tells the server; also prefixed. */
export interface ClientEvents {
  setUserActive: undefined
  setUserIdle: undefined
  joinChatBox: number
  leaveChatBox: number
  typing: { ticketId: number; on: boolean }
  joinNotification: undefined
  joinTickets: string
}
