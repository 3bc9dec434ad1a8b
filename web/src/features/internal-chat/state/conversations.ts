import {
  type ChatConversation,
  type ChatMessage,
  internalChatContract,
} from '@recado/core/modules/internal-chat/contract'
import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx'
import { call } from '../../../lib/http/client.ts'
import { session } from '../../../lib/session/session.ts'
import { type ChatKey, keyOf, keyOfEvent } from '../place.ts'

/** Many events in a row ask once. */
const ASK_AFTER = 400

export interface ReadNews {
  groupId: number | null
  fromUserId: number
  toUserId: number | null
  readSeq: number
  unreadCount?: number
}

/** The list of conversations of this person, live. */
class Conversations {
  readonly rows = observable.map<ChatKey, ChatConversation>({}, { deep: false })
  state: 'new' | 'loading' | 'ready' | 'failed' = 'new'
  error: unknown = null
  /** On screen. */
  openKey: ChatKey | null = null
  /** As the server tells it now and then; null until it did. */
  online: ReadonlySet<number> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #turn = 0
  #isAsking = false

  constructor() {
    makeAutoObservable(this, { rows: false, error: observableRef, online: observableRef })
  }

  /** The latest first. */
  get sorted(): ChatConversation[] {
    return [...this.rows.values()].sort((a, b) => Date.parse(b.lastMessageAt) - Date.parse(a.lastMessageAt))
  }

  get unread(): number {
    let sum = 0
    for (const { unreadCount } of this.rows.values()) sum += unreadCount
    return sum
  }

  setOpen(key: ChatKey | null): void {
    this.openKey = key
  }

  isOnline(userId: number | null, before: boolean): boolean {
    return userId !== null && (this.online ? this.online.has(userId) : before)
  }

  async load(): Promise<void> {
    const turn = ++this.#turn
    if (this.state !== 'ready') this.state = 'loading'
    this.#isAsking = true
    try {
      const { conversations } = await call(internalChatContract.routes.conversations, { quiet: true })
      runInAction(() => {
        if (turn !== this.#turn) return
        this.rows.replace(conversations.map((row) => [keyOf(row), row] as const))
        this.state = 'ready'
        this.error = null
      })
    } catch (error) {
      runInAction(() => {
        if (turn !== this.#turn || this.state === 'ready') return
        this.state = 'failed'
        this.error = error
      })
    } finally {
      this.#isAsking = false
    }
  }

  /** What events cannot tell is asked for. */
  loadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.load()
    }, ASK_AFTER)
  }

  /** Counts what comes next; after a gap, or for a conversation that is new here, the list is asked for again. */
  take(message: ChatMessage, isNew: boolean): void {
    const me = session.user?.userId ?? 0
    const key = keyOfEvent(message, me)
    const row = this.rows.get(key)
    // an answer that is under way may not know of this yet
    if (!row || this.state === 'loading') {
      this.loadSoon()
      return
    }
    if (message.isDeleted || message.seq > row.lastSeq + (isNew ? 1 : 0)) this.loadSoon()
    if (message.seq < row.lastSeq || (message.seq === row.lastSeq && isNew)) return
    const isTheirs = isNew && message.fromUserId !== me && message.kind === 'text'
    this.#overtake()
    this.rows.set(key, {
      ...row,
      lastSeq: message.seq,
      lastMessage: lastOf(message),
      ...(isNew ? { lastMessageAt: message.createdAt } : {}),
      unreadCount: row.unreadCount + (isTheirs ? 1 : 0),
      isMentioned: row.isMentioned || (isTheirs && message.mentions.some(({ userId }) => userId === me)),
    })
  }

  /** This person has read, here or elsewhere. */
  read(news: ReadNews): void {
    const key = keyOfEvent(news, session.user?.userId ?? 0)
    const row = this.rows.get(key)
    if (!row || news.readSeq < row.readSeq) return
    this.#overtake()
    const unreadCount = news.readSeq >= row.lastSeq ? 0 : (news.unreadCount ?? row.unreadCount)
    this.rows.set(key, {
      ...row,
      readSeq: news.readSeq,
      unreadCount,
      isMentioned: unreadCount > 0 && row.isMentioned,
    })
  }

  remove(key: ChatKey): void {
    this.#overtake()
    this.rows.delete(key)
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#turn++
    this.rows.clear()
    this.state = 'new'
    this.online = null
  }

  /** An answer that is under way does not know of this yet. */
  #overtake(): void {
    this.#turn++
    if (this.#isAsking) this.loadSoon()
  }
}

const lastOf = (message: ChatMessage): ChatConversation['lastMessage'] => ({
  id: message.id,
  kind: message.kind,
  fromUserId: message.fromUserId,
  fromName: message.fromName,
  body: message.body.slice(0, 200),
  mimeType: message.media?.mimeType ?? null,
  isDeleted: message.isDeleted,
  event: message.event,
})

export const conversations = new Conversations()
