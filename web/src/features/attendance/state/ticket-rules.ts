import type { LiveTicket } from '../../../entities/tickets.ts'
import type { Settings } from '../../../lib/permissions.ts'

export type PrimaryAction = 'accept' | 'resolve' | 'reopen'

interface Person {
  userId: number
  profile: string
}

export interface TicketRights {
  /** The one that stands in the header; null when there is none for this person. */
  primary: PrimaryAction | null
  canReturn: boolean
  canSnooze: boolean
  canTransfer: boolean
  canDelete: boolean
  /** May read the messages before accepting. */
  canPeek: boolean
}

const DAY = 24 * 60 * 60 * 1000

const leads = ({ profile }: Person): boolean => profile === 'admin' || profile === 'supervisor'

/** What may be done with a ticket, as far as the browser can know; the server decides again. */
export function ticketRights(
  ticket: Pick<LiveTicket, 'status' | 'closedAt'>,
  person: Person,
  settings: Settings,
  now: number,
): TicketRights {
  const isAdmin = person.profile === 'admin'
  const maxDays = Number(settings.reopenMaxDays ?? 0)
  const isFresh = maxDays === 0 || ticket.closedAt === null || now - ticket.closedAt <= maxDays * DAY
  const mayReopen = (leads(person) || settings.allowReopen !== 'disabled') && isFresh
  const primary = { pending: 'accept', open: 'resolve', closed: mayReopen ? 'reopen' : null } as const
  return {
    primary: primary[ticket.status],
    canReturn: ticket.status === 'open',
    canSnooze: ticket.status !== 'closed',
    canTransfer: ticket.status !== 'closed',
    canDelete: isAdmin,
    canPeek: ticket.status !== 'pending' || leads(person) || settings.allowPeek !== 'disabled',
  }
}

/** Reading for supervision leaves messages unread. */
export const mayAudit = leads
