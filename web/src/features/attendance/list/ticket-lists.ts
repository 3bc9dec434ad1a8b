import { type TicketCounts, ticketsContract } from '@recado/core/modules/tickets/contract'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { tickets } from '../../../entities/tickets.ts'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { onResync } from '../../../lib/socket/hub.ts'
import { tenantSetting } from '../../../lib/tenant-settings.ts'
import { countQuery, type Filters, listQuery, NO_FILTERS, type Tab } from './filters.ts'
import type { Looker } from './membership.ts'
import { TicketList } from './ticket-list.ts'

/** Many events in a row ask for the counts once. */
const COUNT_AFTER = 1_500

const { list, counts } = ticketsContract.routes

export type PageSizes = Partial<Record<Tab, number>>

/** One list per tab under the present filters; all of them follow live events, so that changing tabs is instant. */
class TicketLists {
  counts: TicketCounts | null = null
  readonly #lists = new Map<Tab, TicketList>()
  #key = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #wanted: Filters = NO_FILTERS

  constructor() {
    makeAutoObservable(this, { counts: observableRef })
  }

  /** The list of a tab, loading when it is new. Other filters begin anew, and so do other rights of whoever looks. */
  of(tab: Tab, filters: Filters, sizes: PageSizes): TicketList {
    const looker = lookerOf()
    const key = JSON.stringify([filters, looker])
    if (key !== this.#key) {
      this.#key = key
      this.#lists.clear()
      this.#askCounts(filters, 0)
    }
    const known = this.#lists.get(tab)
    if (known) return known
    const userId = session.user?.userId ?? 0
    const query = listQuery(tab, filters, userId)
    const made = new TicketList({
      tab,
      filters,
      looker,
      pageSize: sizes[tab] ?? 30,
      read: (page) => call(list, { query: { ...query, ...page }, quiet: true }),
    })
    this.#lists.set(tab, made)
    return made
  }

  /** Follows tickets while the screen stands; lists left behind load anew when they are shown. Answers the way to stop. */
  follow(currentFilters: () => Filters): () => void {
    this.#askCounts(currentFilters(), 0)
    const stops = [
      tickets.follow((change) => {
        runInAction(() => {
          for (const each of this.#lists.values()) each.apply(change)
        })
        this.#askCounts(currentFilters(), COUNT_AFTER)
      }),
      tickets.hold(() => [...this.#lists.values()].flatMap(({ ids }) => ids)),
      onResync(() => {
        for (const each of this.#lists.values()) void each.load()
        this.#askCounts(currentFilters(), 0)
      }),
    ]
    return () => {
      clearTimeout(this.#timer)
      this.#timer = undefined
      for (const stop of stops) stop()
    }
  }

  #askCounts(filters: Filters, after: number): void {
    this.#wanted = filters
    // Where events never pause, waiting for a pause would be waiting for ever.
    if (after > 0 && this.#timer !== undefined) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#count(this.#wanted)
    }, after)
  }

  async #count(filters: Filters): Promise<void> {
    const turn = ++this.#asked
    const query = countQuery(filters, session.user?.userId ?? 0)
    // Old counts are better than none, and the next event asks again.
    const answer = await call(counts, { query, quiet: true }).catch(() => this.counts)
    if (turn !== this.#asked) return
    runInAction(() => {
      this.counts = answer
    })
  }
}

const lookerOf = (): Looker => ({
  userId: session.user?.userId ?? 0,
  profile: session.user?.profile ?? 'user',
  queues: session.user?.queues.map(({ id }) => id) ?? [],
  hidesBot: tenantSetting('NotViewTicketsChatBot') === 'enabled',
})

export const ticketLists = new TicketLists()
