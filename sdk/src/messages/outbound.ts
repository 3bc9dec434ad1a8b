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
  /** The answer to a comment: below it, or as a private message to its author. */
  comment?: { externalId: string; reply: 'public' | 'private' }
  forwarded?: boolean
  /** Epoch milliseconds of the customer's last message; absent when they never wrote. */
  lastInboundAt?: number
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

/** A message form that the provider has to approve before it may be sent. */
export interface Template {
  /** The provider's id. */
  id: string
  name: string
  language: string
  /** `MARKETING`, `UTILITY`, `AUTHENTICATION`. */
  category: string
  /** `APPROVED`, `PENDING`, `REJECTED`, `PAUSED`, `DISABLED`, …, as the provider says. Only approved ones are sent. */
  status: string
  /** `GREEN`, `YELLOW`, `RED`. */
  quality?: string
  /** Why it was refused. */
  reason?: string
  components: TemplateComponent[]
}

export type TemplateDraft = Pick<Template, 'name' | 'language' | 'category' | 'components'>

/** Parts of a template, as WhatsApp's Graph API names them (Cloud API, message templates). */
export interface TemplateComponent {
  type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS' | 'CAROUSEL' | (string & {})
  /** Of headers: `TEXT`, `IMAGE`, `VIDEO`, `DOCUMENT`, `LOCATION`. */
  format?: string
  text?: string
  buttons?: { type: string; text?: string; url?: string; phone_number?: string; example?: unknown }[]
  cards?: { components: TemplateComponent[] }[]
  /** Samples that the provider wants for review; `headerMediaId` is our file, for the plugin to upload. */
  example?: Record<string, unknown> & { headerMediaId?: string }
}
