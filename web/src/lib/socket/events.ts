import type { Channel } from '@recado/core/modules/channels/contract'
import type { Contact } from '@recado/core/modules/contacts/contract'
import type { Draft } from '@recado/core/modules/drafts/contract'
import type { ChatNews } from '@recado/core/modules/internal-chat/contract'
import type { PushedMessage } from '@recado/core/modules/messages/contract'
import type { NoteNews } from '@recado/core/modules/notes/contract'
import type { Tag } from '@recado/core/modules/tags/contract'
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
  ticketNote: NoteNews
  /** Of conversations that this person is in. */
  chatInterno: ChatNews
  contactList: { type: 'contact:update'; payload: Contact } | { type: 'contact:delete'; payload: { id: number } }
  /** Work on many contacts went on; lists of contacts look different now. */
  contactTask: { action: 'update'; taskId: number }
  contactsChanged: { action: 'update' }
  /** Work on many tickets, or a conversation as PDF, went on. */
  ticketTask: { action: 'update'; taskId: number }
  /** Saved filters of the ticket list. */
  ticketViews: { action: 'update' }
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
  /** Chips of it look different now, wherever they are. */
  tag: { action: 'update'; tag: Tag } | { action: 'delete'; tagId: number }
  /** Of this person, written on another device; the long ones are asked for. */
  draft: { action: 'update'; ticketId: number } & ({ draft: Draft } | { isLong: true })
  /** This person gave keys to actions. */
  shortcuts: { action: 'update' }
  hours: { action: 'update' }
  holiday: { action: 'update' }
  closingReason: { action: 'update' | 'delete' }
  /** Of the bell: a new one, one or all (null) read, some settled; or how the person wants to be told. */
  notification:
    | { action: 'create'; id: number; kind: string }
    | { action: 'read'; id: number | null }
    | { action: 'settled' | 'preferences' }
  /** `userIds`: whose task it is or was. */
  task: { action: 'update'; taskId: number; userIds: number[] }
  team: { action: 'update' | 'delete' }
  fastReply: { action: 'update' }
  farewell: { action: 'update' }
  schedule: { action: 'update'; contactId: number }
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
