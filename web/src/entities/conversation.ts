import type { Message, MessagesQuery } from '@recado/core/modules/messages/contract'
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import { type Entry, entryOf, type LiveMessage, UNNUMBERED, withEntries, withEntry } from './live-message.ts'

/** Where the messages of one ticket come from. */
export type ReadPage = (query: MessagesQuery) => Promise<{ messages: Message[]; hasMore: boolean }>

const PAGE = 50
/** A browser that missed more than this starts again from the newest page. */
const WORTH_CATCHING_UP = 400
/** What lies further back than this is shown with a gap. */
const FAR = 3 * PAGE
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
  /** An old part is shown: between it and the newest messages lies what is not loaded. */
  hasNewer = false
  newer: 'idle' | 'loading' | 'failed' = 'idle'
  /** Everything from the oldest loaded message to this `seq` is here, or was before an old part was shown. */
  cursor = 0
  /** Last `seq` of an old part. */
  #partEnd = 0
  #seqs = new Set<number>()
  #early: Message[] = []
  #catching: Promise<void> | undefined
  #loading: Promise<void> | undefined
  /** What was just loaded ahead of being shown need not be asked for again. */
  #isAhead = false
  #olderRun: Promise<void> | undefined
  /** Rises when everything is replaced: pages that were asked for before belong nowhere any more. */
  #turn = 0
  /** The turn in which a far page was asked for. */
  #around: number | null = null
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
  load(): Promise<void> {
    const isAhead = this.#isAhead
    this.#isAhead = false
    if (this.state === 'ready') return isAhead ? Promise.resolve() : this.refresh()
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** The same before it is on screen: the next `load()` takes what this one got. */
  loadAhead(): Promise<void> {
    const loading = this.load()
    this.#isAhead = true
    return loading
  }

  async #load(): Promise<void> {
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
    const turn = this.#turn
    try {
      if (this.hasNewer) {
        const { messages } = await this.#read({ before: this.#partEnd + 1, pageSize: 2 * PAGE })
        if (turn === this.#turn) runInAction(() => this.#putAll(messages))
        return
      }
      const { messages, hasMore } = await this.#read({ pageSize: PAGE })
      if (turn === this.#turn) runInAction(() => this.#rejoin(messages, hasMore))
    } catch {
      runInAction(() => {
        this.incomplete = true
      })
    }
  }

  /** Whoever asks while a page is on its way waits for it. */
  loadOlder(): Promise<void> {
    if (this.state !== 'ready' || !this.hasOlder) return Promise.resolve()
    if (this.older !== 'loading') this.#olderRun = this.#loadOlder()
    return this.#olderRun ?? Promise.resolve()
  }

  async #loadOlder(): Promise<void> {
    const turn = this.#turn
    this.older = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ before: this.oldestSeq, pageSize: PAGE })
      if (turn === this.#turn) runInAction(() => this.#prepend(messages, hasMore))
    } catch {
      if (turn !== this.#turn) return
      runInAction(() => {
        this.older = 'failed'
      })
    }
  }

  async loadNewer(): Promise<void> {
    if (this.state !== 'ready' || !this.hasNewer || this.newer === 'loading') return
    const turn = this.#turn
    this.newer = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ after: this.#partEnd, pageSize: PAGE })
      if (turn === this.#turn) runInAction(() => this.#append(messages, hasMore))
    } catch {
      if (turn === this.#turn) runInAction(() => this.#failNewer())
    }
  }

  /** Back from an old part; what is there stays until the newest page is here. */
  async toNewest(): Promise<void> {
    if (!this.hasNewer) return
    const turn = ++this.#turn
    this.newer = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ pageSize: PAGE })
      if (turn === this.#turn) runInAction(() => this.#begin(messages, hasMore))
    } catch {
      if (turn === this.#turn) runInAction(() => this.#failNewer())
    }
  }

  /** Pages that were asked for change nothing any more. */
  #giveUp(): number {
    runInAction(() => {
      this.older = 'idle'
      this.newer = 'idle'
    })
    return ++this.#turn
  }

  /** Loads the page around a message that is far from what is here; answers false when somebody went elsewhere. */
  async #showAround(seq: number): Promise<boolean> {
    const turn = this.#giveUp()
    this.#around = turn
    const { messages, hasMore } = await this.#read({ before: seq + PAGE / 2, pageSize: PAGE })
    if (turn !== this.#turn) return false
    this.#around = null
    if (!messages.some((message) => message.seq === seq)) return true
    runInAction(() => {
      const { cursor } = this
      this.#begin(messages, hasMore)
      this.#partEnd = this.cursor
      this.cursor = cursor
      this.hasNewer = true
    })
    return true
  }

  /** Loads pages until the message is here, or the one around it where its `seq` is known; answers whether it is. */
  async reach(id: string, seq?: number): Promise<boolean> {
    if (this.messages.has(id)) {
      // what is on its way would take it away again
      if (this.#around === this.#turn) this.#giveUp()
      return true
    }
    const isFar =
      seq !== undefined && (seq > (this.hasNewer ? this.#partEnd : this.cursor) || this.oldestSeq - seq > FAR)
    if (isFar && !(await this.#showAround(seq))) return false
    while (!this.messages.has(id) && this.hasOlder) {
      const before = this.oldestSeq
      await this.loadOlder()
      if (this.oldestSeq === before) return false
    }
    return this.messages.has(id)
  }

  /** From an answer or an event. Older states of a known message change nothing. */
  take(message: Message): void {
    const isComing = this.state === 'loading' || this.newer === 'loading'
    if (isComing) this.#early.push(message)
    if (this.state === 'ready') this.#put(message)
  }

  /** The ticket says that there are messages up to `seq`. */
  expect(seq: number): void {
    if (this.state === 'ready' && !this.hasNewer && seq > this.cursor) void this.catchUp()
  }

  /** Shows a message of ours before the server has it. */
  addLocal(message: LiveMessage): void {
    this.messages.set(message.id, message)
    this.entries = withEntry(this.entries, entryOf(message))
    void this.toNewest()
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
    if (this.hasNewer) this.#forgetPart()
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
    const turn = this.#turn
    try {
      for (;;) {
        const after = this.cursor
        const { messages, hasMore } = await this.#read({ after, pageSize: 100 })
        if (turn !== this.#turn) return
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

  /** An old part is nothing to come back to. */
  #forgetPart() {
    this.#begin([], false)
    this.state = 'new'
  }

  #begin(messages: Message[], hasMore: boolean) {
    this.#turn++
    this.hasNewer = false
    this.newer = 'idle'
    this.older = 'idle'
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

  #append(messages: Message[], hasMore: boolean) {
    this.newer = 'idle'
    this.hasNewer = hasMore && messages.length > 0
    this.#putAll(messages)
    this.#partEnd = messages.at(-1)?.seq ?? this.#partEnd
    if (!this.hasNewer) this.cursor = Math.max(this.cursor, this.#partEnd)
    for (const message of this.#early.splice(0)) this.#put(message)
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
    // And one that lies behind an old part; an own one of which the number is new stays.
    if (this.hasNewer && message.seq > this.#partEnd && !this.messages.get(message.id)?.local) return
    if (!this.#keep(message)) return
    this.entries = withEntry(this.entries, entryOf({ ...message, local: null }))
    this.#advance()
    if (!this.hasNewer && message.seq > this.cursor) void this.catchUp()
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
    if (this.hasNewer) return
    while (this.#seqs.has(this.cursor + 1)) this.cursor++
  }

  #failNewer() {
    this.newer = 'failed'
    this.#early = []
  }

  #fail(error: unknown) {
    this.state = 'failed'
    this.error = error
    this.#early = []
  }
}
