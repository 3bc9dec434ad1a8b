import { makeAutoObservable, observableRef } from 'mobx'

/** Tickets that were picked in a list, to do something with all of them. */
export class Selection {
  /** Rows show boxes, and a click picks instead of opening. */
  isOn = false
  ids: ReadonlySet<number> = new Set()
  /** All that the list's filter finds, beyond what is loaded. */
  isAll = false
  #anchor: number | null = null

  constructor() {
    makeAutoObservable(this, { ids: observableRef })
  }

  start(): void {
    this.isOn = true
  }

  has(id: number): boolean {
    return this.isAll || this.ids.has(id)
  }

  /** Picks a ticket or lets it go; with `range` all from the last one to this, in the order of the list. */
  toggle(id: number, order: readonly number[], range = false): void {
    this.isOn = true
    const from = range && this.#anchor !== null ? order.indexOf(this.#anchor) : -1
    const to = order.indexOf(id)
    const next = new Set(this.isAll ? order : this.ids)
    this.isAll = false
    if (from >= 0 && to >= 0) for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    this.ids = next
    this.#anchor = id
  }

  /** Picks all of these. */
  take(order: readonly number[]): void {
    this.isOn = true
    this.isAll = false
    this.ids = new Set(order)
  }

  takeAll(): void {
    this.isOn = true
    this.isAll = true
  }

  /** What has left the list is picked no more. */
  keep(order: readonly number[]): void {
    const there = new Set(order)
    if ([...this.ids].some((id) => !there.has(id))) this.ids = new Set([...this.ids].filter((id) => there.has(id)))
  }

  leave(): void {
    this.isOn = false
    this.isAll = false
    this.ids = new Set()
    this.#anchor = null
  }
}
