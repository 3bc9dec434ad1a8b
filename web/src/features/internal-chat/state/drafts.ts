import type { ChatMessage } from '@recado/core/modules/internal-chat/contract'
import { makeAutoObservable, observable } from 'mobx'
import { holdUnsaved } from '../../../lib/unsaved.ts'
import type { ChatKey } from '../place.ts'

export interface Draft {
  text: string
  files: readonly File[]
  replyTo: ChatMessage | null
}

const EMPTY: Draft = { text: '', files: [], replyTo: null }

/** What was begun and not sent, per conversation, as long as the page stands; it holds back an idle reload. */
class Drafts {
  readonly #map = observable.map<ChatKey, Draft>({}, { deep: false })

  constructor() {
    makeAutoObservable(this)
  }

  of(key: ChatKey): Draft {
    return this.#map.get(key) ?? EMPTY
  }

  patch(key: ChatKey, change: Partial<Draft>): void {
    const next = { ...this.of(key), ...change }
    if (next.text === '' && next.files.length === 0 && !next.replyTo) this.#map.delete(key)
    else this.#map.set(key, next)
  }

  /** Hands it over and forgets it. */
  take(key: ChatKey): Draft {
    const draft = this.of(key)
    this.#map.delete(key)
    return draft
  }

  get isEmpty(): boolean {
    return this.#map.size === 0
  }

  clear(): void {
    this.#map.clear()
  }
}

export const drafts = new Drafts()
holdUnsaved(() => !drafts.isEmpty)
