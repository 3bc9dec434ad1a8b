import type { Address, Content } from '@recado/sdk'

const CAPACITY = 20_000

export interface SentEntry {
  /** Rising number within the instance, from 1. */
  n: number
  verb: 'send' | 'edit' | 'remove' | 'react' | 'typing' | 'markRead'
  /** Our message's id; null for verbs about a conversation. */
  id: string | null
  externalId: string | null
  to: Address
  content?: Content
  seq?: number
  attempt?: number
  comment?: { externalId: string; reply: 'public' | 'private' }
  forwarded?: boolean
  /** Emoji, typing on or off. */
  value?: string | boolean | null
  /** Epoch milliseconds. */
  at: number
}

/** What left through this instance: the last 20 000 entries. */
export interface Sent {
  add(entry: Omit<SentEntry, 'n'>): void
  /** Entries with a number above `n`, oldest first. */
  after(n: number, limit: number): { sent: SentEntry[]; last: number }
}

export function createSent(): Sent {
  const ring: SentEntry[] = []
  let last = 0
  return {
    add(entry) {
      last += 1
      ring[(last - 1) % CAPACITY] = { n: last, ...entry }
    },
    after(n, limit) {
      const first = Math.max(n, last - CAPACITY, 0)
      const count = Math.max(0, Math.min(limit, last - first))
      const sent = Array.from({ length: count }, (_, index) => ring[(first + index) % CAPACITY])
      return { sent: sent.filter((entry) => entry !== undefined), last }
    },
  }
}
