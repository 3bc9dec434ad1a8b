import { makeAutoObservable, observable } from 'mobx'
import type { ChatKey } from '../place.ts'

/** A lost "stopped typing" must not stay for ever. Milliseconds. */
const LASTS = 6_000

interface Typist {
  userId: number
  name: string
}

/** Who is typing where. */
class Typists {
  readonly #map = observable.map<ChatKey, readonly Typist[]>({}, { deep: false })
  readonly #ends = new Map<string, ReturnType<typeof setTimeout>>()

  constructor() {
    makeAutoObservable(this)
  }

  in(key: ChatKey): readonly Typist[] {
    return this.#map.get(key) ?? []
  }

  set(key: ChatKey, typist: Typist, on: boolean): void {
    const id = `${key} ${typist.userId}`
    clearTimeout(this.#ends.get(id))
    this.#ends.delete(id)
    const others = this.in(key).filter(({ userId }) => userId !== typist.userId)
    const now = on ? [...others, typist] : others
    if (now.length === 0) this.#map.delete(key)
    else this.#map.set(key, now)
    if (on) {
      const end = setTimeout(() => this.set(key, typist, false), LASTS)
      this.#ends.set(id, end)
    }
  }

  clear(): void {
    for (const end of this.#ends.values()) clearTimeout(end)
    this.#ends.clear()
    this.#map.clear()
  }
}

export const typists = new Typists()
