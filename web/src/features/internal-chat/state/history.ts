import type { ChatMember, ChatMessage, ChatMessagesQuery } from '@recado/core/modules/internal-chat/contract'
import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { LocalMessage } from './local-message.ts'

export interface Page {
  messages: ChatMessage[]
  hasMore: boolean
  hasNewer: boolean
  lastSeq: number
  members: ChatMember[]
}

/** Where the messages come from. */
export type ReadPage = (query: Pick<ChatMessagesQuery, 'before' | 'after' | 'around' | 'pageSize'>) => Promise<Page>

const PAGE = 50

/**
 * The messages of one conversation without a gap between the first and the last one here. Usually they reach to the
 * newest; around a found one they may not (`hasNewer`).
 */
export class ChatHistory {
  /** `gone`: this person is no longer in it. */
  state: 'new' | 'loading' | 'ready' | 'failed' | 'gone' = 'new'
  error: unknown = null
  messages: ChatMessage[] = []
  members: ChatMember[] = []
  /** Written here and not answered by the server yet. */
  pending: LocalMessage[] = []
  hasOlder = false
  hasNewer = false
  older: 'idle' | 'loading' | 'failed' = 'idle'
  newer: 'idle' | 'loading' | 'failed' = 'idle'
  readonly #read: ReadPage
  /** Which load counts: one that was overtaken by another changes nothing. */
  #turn = 0
  /** What came while the first page was under way. */
  #early: ChatMessage[] = []

  constructor(read: ReadPage) {
    this.#read = read
    makeAutoObservable(this, {
      messages: observableRef,
      members: observableRef,
      pending: observableRef,
      error: observableRef,
    })
  }

  get firstSeq(): number {
    return this.messages[0]?.seq ?? 0
  }

  get lastSeq(): number {
    return this.messages.at(-1)?.seq ?? 0
  }

  find(id: string): ChatMessage | undefined {
    return this.messages.find((message) => message.id === id)
  }

  /** The newest page, or the one around a message. What is here stays until the answer comes. */
  async load(around?: number): Promise<void> {
    const turn = ++this.#turn
    if (this.state !== 'ready') this.state = 'loading'
    this.error = null
    try {
      const page = await this.#read({ pageSize: PAGE, ...(around === undefined ? {} : { around }) })
      runInAction(() => {
        if (turn === this.#turn) this.#begin(page, around !== undefined)
      })
    } catch (error) {
      runInAction(() => {
        if (turn !== this.#turn || this.state === 'ready') return
        this.state = 'failed'
        this.error = error
      })
    }
  }

  /** Events may have been missed, such as changes of what is here. */
  refresh(): Promise<void> {
    if (this.hasNewer) return this.load(this.messages[Math.floor(this.messages.length / 2)]?.seq)
    return this.load()
  }

  async loadOlder(): Promise<void> {
    if (this.state !== 'ready' || !this.hasOlder || this.older === 'loading') return
    const { firstSeq } = this
    this.older = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ before: firstSeq, pageSize: PAGE })
      runInAction(() => {
        this.older = 'idle'
        if (this.firstSeq !== firstSeq) return
        this.messages = [...messages, ...this.messages]
        this.hasOlder = hasMore
      })
    } catch {
      runInAction(() => {
        this.older = 'failed'
      })
    }
  }

  async loadNewer(): Promise<void> {
    if (this.state !== 'ready' || this.newer === 'loading') return
    const { lastSeq } = this
    this.newer = 'loading'
    try {
      const { messages, hasMore } = await this.#read({ after: lastSeq, pageSize: PAGE })
      runInAction(() => {
        this.newer = 'idle'
        if (this.lastSeq !== lastSeq) return
        this.messages = [...this.messages, ...messages]
        this.hasNewer = hasMore
        this.#settle(messages)
      })
    } catch {
      runInAction(() => {
        this.newer = 'failed'
      })
    }
  }

  /** From an answer or an event. Older states of what is known change nothing. */
  take(message: ChatMessage): void {
    if (this.state === 'loading') this.#early.push(message)
    if (this.state !== 'ready') return
    const at = this.messages.findIndex(({ id }) => id === message.id)
    const known = this.messages[at]
    if (known) {
      if (known.version <= message.version) this.messages = this.messages.with(at, merged(known, message))
    } else if (message.seq === this.lastSeq + 1 && !this.hasNewer) this.messages = [...this.messages, message]
    else if (message.seq > this.lastSeq && !this.hasNewer) void this.loadNewer()
    this.#settle([message])
  }

  /** Somebody has read up to there. */
  read(userId: number, seq: number): void {
    this.members = this.members.map((member) =>
      member.userId === userId ? { ...member, readSeq: Math.max(member.readSeq, seq) } : member,
    )
    this.messages = this.messages.map((message) =>
      message.isRead === false && message.fromUserId !== userId && message.seq <= seq
        ? { ...message, isRead: true }
        : message,
    )
  }

  close(): void {
    this.#turn++
    this.#early = []
    this.state = 'gone'
    this.messages = []
  }

  put(local: LocalMessage): void {
    this.pending = this.pending.some(({ id }) => id === local.id)
      ? this.pending.map((other) => (other.id === local.id ? local : other))
      : [...this.pending, local]
  }

  drop(id: string): void {
    this.pending = this.pending.filter((local) => local.id !== id)
  }

  #begin({ messages, hasMore, hasNewer, members }: Page, isAround: boolean): void {
    const [first, last] = [messages[0], messages.at(-1)]
    const touches = first && last && first.seq <= this.lastSeq + 1 && last.seq >= this.firstSeq - 1
    // what was scrolled up to stays, so that nothing moves
    const before = !isAround && touches ? this.messages.filter(({ seq }) => seq < first.seq) : []
    // and what came while the page was under way
    const after = [...this.messages, ...this.#early].filter(({ seq }) => seq > (last?.seq ?? 0))
    this.#early = []
    this.hasOlder = before.length > 0 ? this.hasOlder : hasMore
    this.messages = [...before, ...messages]
    this.hasNewer = hasNewer
    this.members = members
    this.state = 'ready'
    this.#settle(messages)
    if (!isAround) for (const message of after.sort((a, b) => a.seq - b.seq)) this.take(message)
  }

  /** What came back from the server is no longer on its way. */
  #settle(messages: readonly ChatMessage[]): void {
    if (this.pending.length === 0) return
    const ids = new Set(messages.map(({ id }) => id))
    this.pending = this.pending.filter(({ id }) => !ids.has(id))
  }
}

/** A read mark that came by itself is not taken back by an older answer. */
const merged = (known: ChatMessage, came: ChatMessage): ChatMessage =>
  known.isRead === true && came.isRead === false ? { ...came, isRead: true } : came
