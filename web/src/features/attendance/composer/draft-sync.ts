import type { Drafts, SavedDraft } from './drafts.ts'

/** Milliseconds of rest after which what was typed is saved, and after which it is saved without a rest. */
const REST = 1_000
const AT_LATEST = 5_000
/** What somebody types is not replaced before they have paused for so long. */
const TYPING = 8_000
const OLDEST = 60 * 86_400_000

export interface DraftWrite {
  body: string
  quotedMsgId: string | null
  age: number
}

interface SyncOptions {
  store: Drafts
  /** Answers the newest that the server has. Throws `refused` errors for what will never be taken. */
  save(ticketId: number, draft: DraftWrite): Promise<SavedDraft>
  isRefused(error: unknown): boolean
  maxLength: number
}

/** Keeps the drafts of one kind the same on all devices: the newest wins, but never over what is being typed. */
export class DraftSync {
  readonly #options: SyncOptions
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #since = new Map<number, number>()
  readonly #typed = new Map<number, number>()
  readonly #waiting = new Map<number, ReturnType<typeof setTimeout>>()
  readonly #saving = new Set<number>()

  constructor(options: SyncOptions) {
    this.#options = options
  }

  start(): () => void {
    const stop = this.#options.store.follow((ticketId, isLeft) =>
      isLeft ? this.flush(ticketId) : this.#changed(ticketId),
    )
    return () => {
      stop()
      for (const timer of [...this.#timers.values(), ...this.#waiting.values()]) clearTimeout(timer)
    }
  }

  /** Tells the server everything that it does not know. */
  pushAll(): void {
    for (const ticketId of this.#options.store.unsaved) void this.#push(ticketId)
  }

  /** Saves at once what still waits, of one ticket or of all. */
  flush(only?: number): void {
    for (const ticketId of [...this.#timers.keys()])
      if (only === undefined || only === ticketId) void this.#push(ticketId)
  }

  /** From the server. */
  take(ticketId: number, draft: SavedDraft): void {
    const rest = (this.#typed.get(ticketId) ?? 0) + TYPING - Date.now()
    clearTimeout(this.#waiting.get(ticketId))
    if (rest <= 0) this.#options.store.take(ticketId, draft)
    else
      this.#waiting.set(
        ticketId,
        setTimeout(() => this.take(ticketId, draft), rest),
      )
  }

  #changed(ticketId: number): void {
    const now = Date.now()
    this.#typed.set(ticketId, now)
    const since = this.#since.get(ticketId) ?? now
    this.#since.set(ticketId, since)
    clearTimeout(this.#timers.get(ticketId))
    const wait = Math.max(0, Math.min(REST, since + AT_LATEST - now))
    this.#timers.set(
      ticketId,
      setTimeout(() => void this.#push(ticketId), wait),
    )
  }

  async #push(ticketId: number): Promise<void> {
    const { store, save, isRefused, maxLength } = this.#options
    clearTimeout(this.#timers.get(ticketId))
    this.#timers.delete(ticketId)
    this.#since.delete(ticketId)
    const draft = store.entry(ticketId)
    // the one on its way looks again when it is back
    if (!draft || draft.isSaved || draft.text.length > maxLength || this.#saving.has(ticketId)) return
    this.#saving.add(ticketId)
    store.telling(ticketId)
    const age = Math.min(OLDEST, Math.max(0, Date.now() - draft.at))
    try {
      const newest = await save(ticketId, { body: draft.text, quotedMsgId: draft.replyTo, age })
      const isOurs = newest.text === draft.text && newest.replyTo === draft.replyTo
      store.told(ticketId, draft.at, isOurs ? newest.writtenAt : '')
      if (!isOurs) store.take(ticketId, newest)
    } catch (error) {
      // what could not be told now is told when the connection is back
      if (isRefused(error)) store.told(ticketId, draft.at, '')
      return
    } finally {
      this.#saving.delete(ticketId)
    }
    if (store.entry(ticketId)?.isSaved === false) this.#changed(ticketId)
  }
}
