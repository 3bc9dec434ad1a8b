import type { Scope } from '../../platform/db/scope.ts'

/** What a notice says of a ticket. */
export interface TicketAbout {
  id: number
  userId: number | null
  /** Who put it aside and wants it back. */
  rememberedUserId: number | null
  isGroup: boolean
  /** As everybody may read it: a phone number in place of a name is masked where the company hides numbers. */
  contactName: string
}

export interface MessageAbout {
  id: string
  ticketId: number
  /** Who wrote it; null for customers, flows and jobs. */
  userId: number | null
  fromMe: boolean
  isFailed: boolean
  text: string
}

/** What other modules know; handed in, so that they may import this one. */
export interface NoticeSources {
  /** Which of these tickets the caller sees. */
  seenTickets(scope: Scope, ids: number[]): Promise<ReadonlySet<number>>
  /** Those that exist. */
  tickets(tenantId: number, ids: number[]): Promise<TicketAbout[]>
  messages(tenantId: number, ids: string[]): Promise<MessageAbout[]>
}
