import type { Contact, ContactTag } from '@recado/core/modules/contacts/contract'
import type { Ticket, TicketRow } from '@recado/core/modules/tickets/contract'
import { contacts, retagged } from './contacts.ts'
import { IdentityMap } from './identity-map.ts'

/** A ticket as every view of it needs it: rows of lists and whole tickets alike. */
export type LiveTicket = Omit<TicketRow, 'tags'> & Partial<Pick<Ticket, 'closingReason'>>

export type TicketChange =
  | { id: number; ticket: LiveTicket; before: LiveTicket | undefined }
  | { id: number; ticket: null }

/** Above this many rows those that nobody holds are let go. */
const ROOMY = 1_000

const isWhole = (ticket: Ticket | TicketRow): ticket is Ticket => 'extraInfo' in ticket.contact

/** What this person has just done to a ticket, over what the server last told of it. */
interface Early {
  told: LiveTicket
  readonly changes: Set<Partial<LiveTicket>>
}

class Tickets {
  /** As shown: what the server told, and over it what it has still to confirm. */
  readonly #map = new IdentityMap<number, LiveTicket>(() => false)
  readonly #early = new Map<number, Early>()
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
    const shown = this.#map.get(came.id)
    const early = this.#early.get(came.id)
    const told = early?.told ?? shown
    if (told && came.version < told.version) return shown ?? told
    const ticket: LiveTicket = told?.closingReason ? { closingReason: told.closingReason, ...came } : came
    if (isWhole(came)) contacts.take(came.contact)
    return this.#put(ticket)
  }

  /**
   * Shows a change before the server has confirmed it, over whatever is told meanwhile: an answer that was under way
   * would otherwise take it back for a moment. Answers the way to end that.
   */
  show(id: number, change: Partial<LiveTicket>): () => void {
    const shown = this.#map.get(id)
    if (!shown) return () => undefined
    const early = this.#early.get(id) ?? { told: shown, changes: new Set() }
    early.changes.add(change)
    this.#early.set(id, early)
    this.#put(early.told)
    return () => {
      early.changes.delete(change)
      if (this.#early.get(id) !== early) return
      if (early.changes.size === 0) this.#early.delete(id)
      this.#put(early.told)
    }
  }

  /** Corrects a row that is still of this version; a newer one knows better. */
  amend({ id, version }: Pick<LiveTicket, 'id' | 'version'>, change: Partial<LiveTicket>): void {
    const told = this.#early.get(id)?.told ?? this.#map.get(id)
    if (told?.version === version) this.#put({ ...told, ...change })
  }

  /** A tag has another name or colour. */
  retag(tag: ContactTag): void {
    for (const { id, contact } of [...this.#map.rows.values()]) {
      const tags = retagged(contact.tags, tag)
      const told = this.#early.get(id)?.told ?? this.#map.get(id)
      if (tags && told) this.#put({ ...told, contact: { ...told.contact, tags } })
    }
  }

  /** Name, tags and owners of a contact changed, and with them the rows of its tickets. */
  regard({ id: contactId, name, tags, wallets }: Pick<Contact, 'id' | 'name' | 'tags' | 'wallets'>): void {
    for (const row of [...this.#map.rows.values()]) {
      if (row.contactId !== contactId) continue
      const told = this.#early.get(row.id)?.told ?? row
      this.#put({ ...told, name, contact: { ...told.contact, tags, wallets } })
    }
  }

  #put(told: LiveTicket): LiveTicket {
    const before = this.#map.get(told.id)
    const early = this.#early.get(told.id)
    if (early) early.told = told
    const came: LiveTicket = early ? Object.assign({}, told, ...early.changes) : told
    this.#map.put(told.id, came)
    const ticket = this.#map.get(told.id) ?? came
    this.#tell({ id: told.id, ticket, before })
    if (this.#map.size > ROOMY) this.#letGo()
    return ticket
  }

  /** Deleted, or no longer to be seen. */
  remove(id: number): void {
    this.#early.delete(id)
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
    this.#early.clear()
    this.#map.clear()
  }

  #tell(change: TicketChange): void {
    for (const follower of this.#followers) follower(change)
  }

  #letGo(): void {
    const held = new Set([...this.#holders].flatMap((holder) => [...holder()]))
    for (const id of this.#early.keys()) held.add(id)
    if (this.#map.size > held.size * 2) this.#map.keepOnly((id) => held.has(id))
  }
}

export const tickets = new Tickets()
