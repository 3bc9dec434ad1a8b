import { makeAutoObservable, observable } from 'mobx'
import { session } from '../../../lib/session/session.ts'
import { readStoredJson, store } from '../../../lib/storage.ts'
import { holdUnsaved } from '../../../lib/unsaved.ts'

export interface Draft {
  text: string
  /** Id of the message it answers. */
  replyTo: string | null
  /** Epoch milliseconds of the last change. */
  at: number
}

const KEPT = 100
const LASTS = 30 * 24 * 60 * 60 * 1000

/** What was written and not sent, per ticket; a reload and other tabs of this browser find it again. */
export class Drafts {
  readonly #map = observable.map<number, Draft>({}, { deep: false })
  readonly #key: () => string
  #read = ''
  #unkept = false

  constructor(key: () => string) {
    this.#key = key
    makeAutoObservable(this)
  }

  get(ticketId: number): Draft | undefined {
    this.adopt()
    return this.#map.get(ticketId)
  }

  set(ticketId: number, change: Partial<Omit<Draft, 'at'>>, now: number = Date.now()): void {
    this.adopt()
    const known = this.#map.get(ticketId)
    const next = { text: '', replyTo: null, ...known, ...change, at: now }
    if (next.text === '' && next.replyTo === null) this.#map.delete(ticketId)
    else this.#map.set(ticketId, next)
    this.#save(now)
  }

  drop(ticketId: number): void {
    this.set(ticketId, { text: '', replyTo: null })
  }

  /** Something is written that the browser could not store. */
  get hasUnkept(): boolean {
    return this.#unkept && this.#map.size > 0
  }

  /** Reads what is stored for whoever is signed in. */
  adopt(): void {
    const key = this.#key()
    if (this.#read === key) return
    this.#read = key
    this.#map.replace(readStoredJson<[number, Draft][]>(key, []))
  }

  #save(now: number): void {
    const kept = [...this.#map]
      .filter(([, draft]) => now - draft.at < LASTS)
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, KEPT)
    this.#unkept = !store(this.#key(), kept.length === 0 ? null : JSON.stringify(kept))
  }
}

export const drafts = new Drafts(() => `recado.drafts.${session.user?.userId ?? 0}`)
holdUnsaved(() => drafts.hasUnkept)
