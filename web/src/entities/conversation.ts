import type { Message, MessagesQuery } from '@recado/core/modules/messages/contract'
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import { type Entry, entryOf, type LiveMessage, UNNUMBERED, withEntries, withEntry } from './live-message.ts'

/** Where the messages of one ticket come from. */
export type ReadPage = (query: MessagesQuery) => Promise<{ messages: Message[]; hasMore: boolean }>

const PAGE = 50
/** A browser that missed more than this starts again from the newest page. */
const WORTH_CATCHING_UP = 400
/** What is kept of a conversation that is not on screen. */
const KEPT_ASIDE = 150

/**
 * The messages of one ticket in the order of `seq`. It knows up to where they are complete (`cursor`): a number beyond
 * the next one means that something was missed, and what lies between is asked for.
 */
export class Conversation {
  entries: Entry[] = []
  readonly messages = observable.map<string, LiveMessage>({}, { deep: false })
  state: 'new' | 'loading' | 'ready' | 'failed' = 'new'
  error: unknown = null
  hasOlder = false
  older: 'idle' | 'loading' | 'failed' = 'idle'
  /** Something is known to be missing and could not be fetched. */
  incomplete = false
  /** Everything from the oldest loaded message to this `seq` is here. */
  cursor = 0
  #seqs = new Set<number>()
  #early: Message[] = []
  #catching: Promise<void> | undefined
  readonly ticketId: number
  readonly #read: ReadPage

  constructor(ticketId: number, read: ReadPage) {
    this.ticketId = ticketId
    this.#read = read
    makeAutoObservable(this, { entries: observableRef, error: observableRef, messages: false, ticketId: false })
  }

  get(id: string): LiveMessage | undefined {
    return this.messages.get(id)
  }

  get oldestSeq(): number {
    return this.entries[0]?.seq ?? 0
  }

  get hasUnsent(): boolean {
    return this.entries.at(-1)?.seq === UNNUMBERED
  }

  /** Newest page; again after a failure, and quietly when messages are already here. */
  async load(): Promise<void> {
    if (this.state === 'loading') return
    if (this.state === 'ready') return this.refresh()
    this.state = 'loading'
    this.error = null
    try {
      const { messages, hasMore } = await this.#read({ pageSize: PAGE })
      runInAction(() => this.#begin(messages, hasMore))
    } catch (error) {
      runInAction(() => this.#fail(error))
    }
  }

  /** What changed while events may have been missed: the newest page again, then any gap before it. */
  async refresh(): Promise<void> {
    if (this.state !== 'ready') return this.load()
    try {
      const { messages, hasMore } = await this.#read({ pageSize: PAGE })
      runInAction(() => this.#rejoin(messages, hasMore))
    } catch {
      runInAction(() => {
        this.incomplete = true
      })
    }
  }

  async loadOlder(): Promise<void> {
    if (this.state !== 'ready' || !this.hasOlder || this.older === 'loading') return
    this.older = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ before: this.oldestSeq, pageSize: PAGE })
      runInAction(() => this.#prepend(messages, hasMore))
    } catch {
      runInAction(() => {
        this.older = 'failed'
      })
    }
  }

  /** Loads pages until the message is here; answers whether it is. */
  async reach(id: string): Promise<boolean> {
    while (!this.messages.has(id) && this.hasOlder) {
      const before = this.oldestSeq
      await this.loadOlder()
      if (this.oldestSeq === before) return false
    }
    return this.messages.has(id)
  }

  /** From an answer or an event. Older states of a known message change nothing. */
  take(message: Message): void {
    if (this.state === 'loading') this.#early.push(message)
    else if (this.state === 'ready') this.#put(message)
  }

  /** The ticket says that there are messages up to `seq`. */
  expect(seq: number): void {
    if (this.state === 'ready' && seq > this.cursor) void this.catchUp()
  }

  /** Shows a message of ours before the server has it. */
  addLocal(message: LiveMessage): void {
    this.messages.set(message.id, message)
    this.entries = withEntry(this.entries, entryOf(message))
  }

  patchLocal(id: string, part: Partial<LiveMessage['local'] & object>): void {
    const known = this.messages.get(id)
    if (known?.local) this.messages.set(id, { ...known, local: { ...known.local, ...part } })
  }

  /** An own message that never reached the server is given up. */
  dropLocal(id: string): void {
    if (!this.messages.get(id)?.local) return
    this.messages.delete(id)
    this.entries = this.entries.filter((entry) => entry.id !== id)
  }

  /** Changes a message at once; what the server answers settles it. */
  patch(id: string, part: Partial<Message>): void {
    const known = this.messages.get(id)
    if (known) this.messages.set(id, { ...known, ...part })
  }

  /** Off screen: only the newest stay in memory. */
  setAside(): void {
    if (this.entries.length <= KEPT_ASIDE) return
    for (const { id, seq } of this.entries.slice(0, -KEPT_ASIDE)) {
      this.messages.delete(id)
      this.#seqs.delete(seq)
    }
    this.entries = this.entries.slice(-KEPT_ASIDE)
    this.hasOlder = true
  }

  catchUp(): Promise<void> {
    this.#catching ??= this.#catchUp().finally(() => {
      this.#catching = undefined
    })
    return this.#catching
  }

  async #catchUp(): Promise<void> {
    try {
      for (;;) {
        const after = this.cursor
        const { messages, hasMore } = await this.#read({ after, pageSize: 100 })
        runInAction(() => this.#join(messages))
        if (!hasMore || this.cursor === after) break
      }
      runInAction(() => {
        this.incomplete = false
      })
    } catch {
      runInAction(() => {
        this.incomplete = true
      })
    }
  }

  #begin(messages: Message[], hasMore: boolean) {
    for (const id of [...this.messages.keys()]) if (!this.messages.get(id)?.local) this.messages.delete(id)
    this.entries = this.entries.filter(({ id }) => this.messages.has(id))
    this.#seqs.clear()
    this.#putAll(messages)
    this.cursor = messages.at(-1)?.seq ?? 0
    this.hasOlder = hasMore
    this.state = 'ready'
    this.incomplete = false
    for (const message of this.#early.splice(0)) this.#put(message)
  }

  #rejoin(messages: Message[], hasMore: boolean) {
    const first = messages[0]?.seq ?? 0
    if (first - this.cursor > WORTH_CATCHING_UP) {
      this.#begin(messages, hasMore)
      return
    }
    this.#putAll(messages)
    if (first > this.cursor + 1) void this.catchUp()
    else {
      this.cursor = Math.max(this.cursor, messages.at(-1)?.seq ?? 0)
      this.incomplete = false
    }
  }

  #prepend(messages: Message[], hasMore: boolean) {
    this.#putAll(messages)
    this.hasOlder = hasMore && messages.length > 0
    this.older = 'idle'
  }

  #join(messages: Message[]) {
    this.#putAll(messages)
    this.cursor = Math.max(this.cursor, messages.at(-1)?.seq ?? 0)
    this.#advance()
  }

  #putAll(messages: Message[]) {
    const taken = messages.filter((message) => this.#keep(message))
    this.entries = withEntries(
      this.entries,
      taken.map((message) => entryOf({ ...message, local: null })),
    )
  }

  #put(message: Message) {
    const known = this.messages.has(message.id)
    // A change of a message that lies before what is loaded; it will come with its page.
    if (!known && this.hasOlder && message.seq < this.oldestSeq) return
    if (!this.#keep(message)) return
    this.entries = withEntry(this.entries, entryOf({ ...message, local: null }))
    this.#advance()
    if (message.seq > this.cursor) void this.catchUp()
  }

  #keep(message: Message): boolean {
    const known = this.messages.get(message.id)
    if (known && !known.local && Date.parse(message.updatedAt) < Date.parse(known.updatedAt)) return false
    const { ticket: _, ...bare } = message as Message & { ticket?: unknown }
    this.messages.set(message.id, { ...bare, local: null })
    this.#seqs.add(message.seq)
    if (known?.local?.previewUrl) URL.revokeObjectURL(known.local.previewUrl)
    return true
  }

  #advance(): void {
    while (this.#seqs.has(this.cursor + 1)) this.cursor++
  }

  #fail(error: unknown) {
    this.state = 'failed'
    this.error = error
    this.#early = []
  }
}
