import type { TicketRow } from '@recado/core/modules/tickets/contract'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { type LiveTicket, type TicketChange, tickets } from '../../../entities/tickets.ts'
import type { Filters, Tab } from './filters.ts'
import { belongs, type Looker } from './membership.ts'
import { placeOf } from './ticket-order.ts'

export type ReadTickets = (page: {
  cursor: string | undefined
  pageSize: number
}) => Promise<{ tickets: TicketRow[]; hasMore: boolean; nextCursor: string | null }>

const LARGEST_PAGE = 100

/**
 * The tickets of one tab under one set of filters: ids in the order of their last message. Live events move rows in,
 * out and up; the server is only asked for pages.
 */
export class TicketList {
  ids: readonly number[] = []
  state: 'new' | 'loading' | 'ready' | 'failed' = 'new'
  error: unknown = null
  hasMore = false
  more: 'idle' | 'loading' | 'failed' = 'idle'
  /** Pixels that the list was scrolled down when it was left. */
  scrolled = 0
  readonly tab: Tab
  readonly #filters: Filters
  readonly #looker: Looker
  readonly #read: ReadTickets
  readonly #pageSize: number
  #cursor: string | null = null
  #loading = 0

  constructor(options: { tab: Tab; filters: Filters; looker: Looker; pageSize: number; read: ReadTickets }) {
    this.tab = options.tab
    this.#filters = options.filters
    this.#looker = options.looker
    this.#read = options.read
    this.#pageSize = options.pageSize
    makeAutoObservable(this, { ids: observableRef, error: observableRef, tab: false, scrolled: false })
  }

  /** First page; with rows on screen they stay until it is here. */
  async load(): Promise<void> {
    const turn = ++this.#loading
    if (this.state !== 'ready') this.state = 'loading'
    try {
      const pageSize = Math.min(LARGEST_PAGE, Math.max(this.#pageSize, this.ids.length))
      const page = await this.#read({ cursor: undefined, pageSize })
      if (turn === this.#loading) runInAction(() => this.#begin(page.tickets, page.hasMore, page.nextCursor))
    } catch (error) {
      if (turn !== this.#loading) return
      runInAction(() => {
        if (this.state === 'ready') return
        this.state = 'failed'
        this.error = error
      })
    }
  }

  async loadMore(): Promise<void> {
    if (!this.hasMore || this.more === 'loading' || this.state !== 'ready') return
    const turn = this.#loading
    this.more = 'loading'
    try {
      const page = await this.#read({ cursor: this.#cursor ?? undefined, pageSize: this.#pageSize })
      runInAction(() => {
        this.more = 'idle'
        if (turn === this.#loading) this.#append(page.tickets, page.hasMore, page.nextCursor)
      })
    } catch {
      runInAction(() => {
        this.more = 'failed'
      })
    }
  }

  /** A ticket changed or is gone. */
  apply(change: TicketChange): void {
    if (this.state !== 'ready') return
    if (!change.ticket || !belongs(change.ticket, this.tab, this.#filters, this.#looker)) this.#takeOut(change.id)
    else if (this.#mustMove(change.ticket, change.before)) this.#place(change.ticket)
  }

  #begin(rows: TicketRow[], hasMore: boolean, cursor: string | null): void {
    this.ids = rows.map((row) => tickets.take(row).id)
    this.hasMore = hasMore
    this.#cursor = cursor
    this.state = 'ready'
    this.error = null
  }

  #append(rows: TicketRow[], hasMore: boolean, cursor: string | null): void {
    const known = new Set(this.ids)
    const added = rows.filter(({ id }) => !known.has(id))
    for (const row of rows) tickets.take(row)
    this.ids = [...this.ids, ...added.map(({ id }) => id)]
    this.hasMore = hasMore && rows.length > 0
    this.#cursor = cursor
  }

  #mustMove(ticket: LiveTicket, before: LiveTicket | undefined): boolean {
    return before?.lastMessageAt !== ticket.lastMessageAt || !this.ids.includes(ticket.id)
  }

  #place(ticket: LiveTicket): void {
    const rest = this.ids.filter((id) => id !== ticket.id)
    const at = placeOf(rest, ticket, (id) => tickets.get(id))
    // Below what is loaded: it comes with its page.
    if (at === rest.length && this.hasMore) this.ids = rest
    else this.ids = rest.toSpliced(at, 0, ticket.id)
  }

  #takeOut(id: number): void {
    if (this.ids.includes(id)) this.ids = this.ids.filter((other) => other !== id)
  }
}
