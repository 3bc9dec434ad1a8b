import type { Ticket, TicketRow } from '@recado/core/modules/tickets/contract'
import { contacts } from './contacts.ts'
import { IdentityMap } from './identity-map.ts'

/** A ticket as every view of it needs it: rows of lists and whole tickets alike. */
export type LiveTicket = Omit<TicketRow, 'tags'> & Partial<Pick<Ticket, 'closingReason'>>

export type TicketChange =
  | { id: number; ticket: LiveTicket; before: LiveTicket | undefined }
  | { id: number; ticket: null }

/** Above this many rows those that nobody holds are let go. */
const ROOMY = 1_000

const isWhole = (ticket: Ticket | TicketRow): ticket is Ticket => 'extraInfo' in ticket.contact

class Tickets {
  readonly #map = new IdentityMap<number, LiveTicket>((known, came) => came.version < known.version)
  readonly #followers = new Set<(change: TicketChange) => void>()
  readonly #holders = new Set<() => Iterable<number>>()

  get(id: number): LiveTicket | undefined {
    return this.#map.get(id)
  }

  get size(): number {
    return this.#map.size
  }

  /** From an answer or an event; an older version than the known one changes nothing. Answers what holds now. */
  take(came: Ticket | TicketRow): LiveTicket {
    const before = this.#map.get(came.id)
    const ticket: LiveTicket = before?.closingReason ? { closingReason: before.closingReason, ...came } : came
    if (!this.#map.put(came.id, ticket)) return before ?? ticket
    if (isWhole(came)) contacts.take(came.contact)
    this.#tell({ id: came.id, ticket, before })
    if (this.#map.size > ROOMY) this.#letGo()
    return ticket
  }

  /** Deleted, or no longer to be seen. */
  remove(id: number): void {
    this.#map.delete(id)
    this.#tell({ id, ticket: null })
  }

  /** Called with every change that was taken. Answers the way to stop. */
  follow(follower: (change: TicketChange) => void): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /** Rows named by a holder stay in memory. Answers the way to stop. */
  hold(holder: () => Iterable<number>): () => void {
    this.#holders.add(holder)
    return () => this.#holders.delete(holder)
  }

  clear(): void {
    this.#map.clear()
  }

  #tell(change: TicketChange): void {
    for (const follower of this.#followers) follower(change)
  }

  #letGo(): void {
    const held = new Set([...this.#holders].flatMap((holder) => [...holder()]))
    if (this.#map.size > held.size * 2) this.#map.keepOnly((id) => held.has(id))
  }
}

export const tickets = new Tickets()
