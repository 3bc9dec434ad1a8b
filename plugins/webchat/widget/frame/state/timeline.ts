import type { WireContent, WireMessage, WireStatus } from '../../../src/wire.ts'

const RANK: Record<WireStatus, number> = { failed: 0, sent: 1, delivered: 2, read: 3 }

/** What was read stays so, even when an older copy comes in late. */
const furthest = (message: WireMessage, known: WireMessage | undefined): WireMessage =>
  known && RANK[known.status] > RANK[message.status] ? { ...message, status: known.status } : message

/**
 * The messages of the conversation, each once. Those that the server has numbered stand in its order; what it has only
 * accepted yet (`seq` null) follows behind them.
 */
export class Timeline {
  #settled: WireMessage[] = []
  #accepted: WireMessage[] = []

  get all(): readonly WireMessage[] {
    return [...this.#settled, ...this.#accepted]
  }

  /** Newest numbered message: where a replay begins. */
  get cursor(): string | null {
    return this.#settled.at(-1)?.id ?? null
  }

  get oldest(): string | null {
    return this.#settled[0]?.id ?? null
  }

  has(id: string): boolean {
    return this.all.some((message) => message.id === id)
  }

  /** True when the message was not there before. */
  put(message: WireMessage): boolean {
    const known = this.#settled.findIndex(({ id }) => id === message.id)
    if (known >= 0) {
      if (message.seq !== null) this.#settled[known] = furthest(message, this.#settled[known])
      return false
    }
    const waiting = this.#accepted.findIndex(({ id }) => id === message.id)
    if (message.seq === null) {
      if (waiting < 0) this.#accepted.push(message)
      return waiting < 0
    }
    const [accepted] = waiting >= 0 ? this.#accepted.splice(waiting, 1) : []
    this.#insert(furthest(message, accepted), message.seq)
    return waiting < 0
  }

  /** Numbers rise within one ticket only; a later ticket begins anew, which its time tells. */
  #insert(message: WireMessage, seq: number): void {
    let place = this.#settled.length
    for (; place > 0; place -= 1) {
      const before = this.#settled[place - 1]
      if (!before || (before.seq ?? 0) < seq || before.at <= message.at) break
    }
    this.#settled.splice(place, 0, message)
  }

  prepend(older: readonly WireMessage[]): void {
    this.#settled.unshift(...older.filter(({ id }) => !this.has(id)))
  }

  change(ids: readonly string[], change: Partial<WireMessage>): void {
    const apply = (message: WireMessage) => (ids.includes(message.id) ? { ...message, ...change } : message)
    this.#settled = this.#settled.map(apply)
    this.#accepted = this.#accepted.map(apply)
  }

  edit(id: string, content: WireContent): void {
    this.change([id], { content, edited: true })
  }

  remove(id: string): void {
    this.change([id], { removed: true, content: { type: 'text', text: '' } })
  }

  status(ids: readonly string[], status: WireStatus): void {
    this.change(ids, { status })
  }

  /** Company messages that the visitor has not seen. */
  get unread(): WireMessage[] {
    return this.#settled.filter((message) => !message.mine && !message.removed && message.status !== 'read')
  }

  clear(): void {
    this.#settled = []
    this.#accepted = []
  }
}
