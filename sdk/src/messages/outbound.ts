import type { Content } from './content.ts'
import type { Address } from './events.ts'

/** A message on its way out. Media in `content` carry an `id` for `ctx.media.open`. */
export interface OutboundMessage {
  /** Our uuid. Channels that declare `idempotentSend` hand it to the provider as the idempotency key. */
  id: string
  /** Number of the ticket's message, gap-free and rising. */
  seq: number
  to: Address
  isGroup: boolean
  content: Content
  replyTo?: { externalId: string; text: string }
  /** 1 for the first try. */
  attempt: number
  /** Who wrote it; null for automatic messages. */
  sender: { name: string } | null
}

export interface SendResult {
  /** The provider's id; echoes and receipts refer to it. */
  externalId: string
  /** Further ids when one message became several at the provider. */
  moreIds?: string[]
  /** What is known at once; `sent` when absent. */
  status?: 'sent' | 'delivered'
}

/** Points at a message that the provider already has. */
export interface MessageTarget {
  id: string
  externalId: string
  chat: Address
  fromMe: boolean
}
