import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/db/scope.ts'
import type { UnitOfWork } from '../../platform/db/uow.ts'
import type { Log } from '../../platform/logger.ts'
import type { Realtime } from '../../platform/realtime/types.ts'
import type { FileUrl } from '../auth/index.ts'
import type { TicketFacts } from './policy.ts'

export interface FirstMessage {
  body: string
  /** The person was warned that the channel's window is closed. */
  outsideWindow?: boolean
}

export interface TicketDeps {
  uow: UnitOfWork
  db: Pick<Database, 'system'>
  clock: Clock
  realtime: Pick<Realtime<TicketFacts>, 'publish' | 'onlineUsers'>
  fileUrl: FileUrl
  log: Pick<Log, 'error'>
  /** Queues a text to the customer; with an id, once however often it is asked for. */
  sendText(scope: Scope, ticketId: number, text: string, sendType: 'bot', id?: string): Promise<void>
  /** What an agent says first in a new ticket. */
  firstMessage: {
    /** Before the ticket is there. @throws what sending refuses */
    check(
      scope: Scope,
      place: { contactId: number; channelId: number; type: string },
      first: FirstMessage,
    ): Promise<void>
    send(scope: Scope, ticketId: number, first: FirstMessage): Promise<void>
  }
  /** Hint to the provider: the customer's messages were read. */
  markRead(tenantId: number, channelId: number, ticketId: number): void
  /** Messages that will be sent to a contact, soonest first, as their module shows them. */
  scheduledFor(scope: Scope, contactId: number): Promise<{ scheduleDate: string }[]>
  /** Plugins may want to know. */
  onTicketChanged(tenantId: number, ticketIds: number[]): void
  /** Kind of the addresses of a type of channel; null for a type that no plugin brings. */
  addressKind(type: string): string | null
  /** May an agent write first to somebody who never wrote? */
  startsConversation(type: string): boolean
}
