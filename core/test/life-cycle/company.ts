import type { ModelCompany } from '../visibility/model.ts'

export type Status = 'open' | 'pending' | 'closed'

export interface ModelTicket {
  contact: number
  status: Status
  /** Places of people, queues and reasons are their numbers in the company. */
  owner: number | null
  queue: number | null
  /** Times are minutes since the beginning. */
  snoozedUntil: number | null
  remembered: number | null
  isWaiting: boolean
  isAnswered: boolean
  unread: number
  reason: number | null
  rating: 'none' | 'waiting' | 'answered' | 'declined' | 'withdrawn' | 'expired'
  log: string[]
}

/** What nobody sees of a ticket, and what decides nevertheless. */
export interface Hidden {
  heldSince: number
  closedAt: number
  /** Which of all closings closed it last. */
  closing: number
  ratings: { askedAt: number; tries: number }[]
  accesses: Map<number, number>
}
export type Known = ModelTicket & Hidden

export interface Rules {
  closingReasonRequired: boolean
  allowReopen: boolean
  NotViewAssignedTickets: boolean
  newTicketTransference: boolean
  ratingEnabled: boolean
}

export const PENDING_AFTER = 45
export const CLOSE_AFTER = 90
export const REOPEN_DAYS = 1
export const RATING_WAIT = 30
export const RATING_INTERVAL = 60

/** A customer's word, and the queue into which it leads. */
export const WORD = { text: 'Financeiro', queue: 1 }

/** A queue that, when nobody of it is there, hands what comes in to another one. */
export const QUEUES: { fallback: number | null }[] = [{ fallback: null }, { fallback: null }, { fallback: 0 }]
export const PEOPLE = [
  { profile: 'user', queues: [0, 1] },
  { profile: 'user', queues: [0, 1, 2] },
  { profile: 'user', queues: [1] },
  { profile: 'supervisor', queues: [] },
  { profile: 'admin', queues: [] },
] as const satisfies ModelCompany['people']
/** For which queue; null for all. */
export const REASONS: { queue: number | null }[] = [{ queue: null }, { queue: 1 }]

/** What somebody wants of one ticket. */
export type Wish =
  | { do: 'accept' | 'return' | 'wake' | 'delete' | 'look' | 'read' }
  | { do: 'snooze'; minutes: 10 | 60; remember: boolean }
  | { do: 'transfer'; queue: number | null; to: number | null }
  | { do: 'close'; reason: number | null; askRating: boolean }
  | { do: 'reopen'; as: 'open' | 'pending' }

export type Outcome = { refusal: string } | null

/** Who closes many. */
export const ADMIN = 4
