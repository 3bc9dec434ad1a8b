/** A fact of the outbox. */
export interface StoredEvent {
  /** Unique and rising within what one subscriber sees. */
  id: string
  tenantId: number
  name: string
  payload: Record<string, unknown>
  createdAt: Date
}

export interface Subscriber {
  /** Never changes: the position is kept under it. */
  name: string
  events: readonly string[] | '*'
  /**
   * Takes events in the order in which they happened. At least once: a batch that was handled may come again after a
   * crash. What it throws is retried with backoff, one event at a time.
   */
  handle(batch: readonly StoredEvent[], signal: AbortSignal): Promise<void>
  /** Where a subscriber that is new begins; `now` unless told. */
  since?: 'start' | 'now'
  batchSize?: number
  /** Milliseconds between two reads of a busy outbox, 20 unless told; more where nobody waits for what it does. */
  gapMs?: number
  /** After so many failures an event is set aside and the next ones go on; 20 unless told. */
  maxAttempts?: number
}

export interface Dispatcher {
  register(subscriber: Subscriber): void
  /** Positions are made and reading begins. */
  start(): Promise<void>
  /** Reads on now instead of at the next hint or scan. */
  wake(): void
  /** Resolves when all that was committed before the call has been handled by the subscribers of this node. */
  settled(): Promise<void>
  /** Events that are not behind each subscriber yet; those that it does not want may count for a few seconds more. */
  lag(): Promise<Record<string, number>>
  /** Removes a batch of events older than 14 days. @returns how many */
  prune(): Promise<number>
  close(): Promise<void>
}
