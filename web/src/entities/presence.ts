import { makeAutoObservable, observable } from 'mobx'

export interface Viewer {
  userId: number
  name: string
  typing: boolean
}

export interface Typist {
  who: 'contact' | 'user'
  userId: number | null
  name: string
}

/** A lost "stopped typing" must not stay for ever. */
const TYPING_LASTS = 8_000

/** Who looks at which ticket, and who types in it. */
class Presence {
  readonly #viewers = observable.map<number, Viewer[]>({}, { deep: false })
  readonly #typists = observable.map<number, Typist[]>({}, { deep: false })
  readonly #ends = new Map<string, ReturnType<typeof setTimeout>>()

  constructor() {
    makeAutoObservable(this)
  }

  viewersOf(ticketId: number): Viewer[] {
    return this.#viewers.get(ticketId) ?? []
  }

  typistsIn(ticketId: number): Typist[] {
    return this.#typists.get(ticketId) ?? []
  }

  setViewers(ticketId: number, viewers: Viewer[]): void {
    if (viewers.length === 0) this.#viewers.delete(ticketId)
    else this.#viewers.set(ticketId, viewers)
  }

  setTyping(ticketId: number, typist: Typist, on: boolean): void {
    const key = `${ticketId}:${typist.who}:${typist.userId ?? typist.name}`
    clearTimeout(this.#ends.get(key))
    this.#ends.delete(key)
    const others = this.typistsIn(ticketId).filter(
      (other) => other.who !== typist.who || other.userId !== typist.userId || other.name !== typist.name,
    )
    const now = on ? [...others, typist] : others
    if (now.length === 0) this.#typists.delete(ticketId)
    else this.#typists.set(ticketId, now)
    if (on)
      this.#ends.set(
        key,
        setTimeout(() => this.setTyping(ticketId, typist, false), TYPING_LASTS),
      )
  }

  clear(): void {
    this.#viewers.clear()
    this.#typists.clear()
  }
}

export const presence = new Presence()
