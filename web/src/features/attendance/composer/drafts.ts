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
  /** When the server's state, of which this one comes, was written; absent for what the server never had. */
  synced?: string
  /** The server has it as it is. */
  isSaved?: boolean
}

/** As the server has it. */
export interface SavedDraft {
  text: string
  replyTo: string | null
  writtenAt: string
}

const KEPT = 100
const LASTS = 30 * 24 * 60 * 60 * 1000

const isEmpty = ({ text, replyTo }: Pick<Draft, 'text' | 'replyTo'>): boolean => text === '' && replyTo === null

/**
 * What was written and not sent, per ticket; a reload and other tabs of this browser find it again, other devices
 * through the server. One that was sent stays, empty, until the server knows.
 */
export class Drafts {
  readonly #map = observable.map<number, Draft>({}, { deep: false })
  readonly #key: () => string
  #read = ''
  #unkept = false
  #listener: ((ticketId: number, isLeft: boolean) => void) | undefined

  constructor(key: () => string) {
    this.#key = key
    makeAutoObservable(this)
  }

  get(ticketId: number): Draft | undefined {
    const draft = this.entry(ticketId)
    return draft && !isEmpty(draft) ? draft : undefined
  }

  /** An empty one too, as long as the server does not know. */
  entry(ticketId: number): Draft | undefined {
    this.adopt()
    return this.#map.get(ticketId)
  }

  set(ticketId: number, change: Partial<Pick<Draft, 'text' | 'replyTo'>>, now: number = Date.now()): void {
    this.adopt()
    const known = this.#map.get(ticketId)
    const next = { text: '', replyTo: null, ...known, ...change, at: now, isSaved: false }
    if (isEmpty(next) && next.synced === undefined) this.#map.delete(ticketId)
    else this.#map.set(ticketId, next)
    this.#save(now)
    this.#listener?.(ticketId, false)
  }

  drop(ticketId: number): void {
    this.set(ticketId, { text: '', replyTo: null })
  }

  /** The ticket is left: what was written in it should be safe now. */
  leave(ticketId: number): void {
    this.#listener?.(ticketId, true)
  }

  /** Told of every change made here. Answers the way to stop. */
  follow(listener: (ticketId: number, isLeft: boolean) => void): () => void {
    this.#listener = listener
    return () => {
      if (this.#listener === listener) this.#listener = undefined
    }
  }

  /** Tickets whose draft the server has not, or has otherwise. */
  get unsaved(): number[] {
    this.adopt()
    return [...this.#map].filter(([, draft]) => draft.isSaved !== true).map(([ticketId]) => ticketId)
  }

  /** The server is about to be told, so that taking it back will have to be told too. */
  telling(ticketId: number): void {
    const known = this.#map.get(ticketId)
    if (known?.synced === undefined && known) this.#map.set(ticketId, { ...known, synced: '' })
  }

  /** The server has what was written at `at`. */
  told(ticketId: number, at: number, writtenAt: string): void {
    const known = this.#map.get(ticketId)
    if (!known) return
    const isSaved = known.at === at
    if (isSaved && isEmpty(known)) this.#map.delete(ticketId)
    else this.#map.set(ticketId, { ...known, synced: writtenAt, isSaved })
    this.#save(Date.now())
  }

  /** From another device. What is not saved yet is newer; what is known already changes nothing. */
  take(ticketId: number, { text, replyTo, writtenAt }: SavedDraft, now: number = Date.now()): void {
    const known = this.entry(ticketId)
    if (known && (known.isSaved !== true || writtenAt <= (known.synced ?? ''))) return
    if (isEmpty({ text, replyTo })) this.#map.delete(ticketId)
    else this.#map.set(ticketId, { text, replyTo, at: now, synced: writtenAt, isSaved: true })
    this.#save(now)
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
