import type { ReadableStream } from 'node:stream/web'
import type { Http } from './http.ts'
import type { Address, Content, InboundEvent } from './messages/index.ts'
import type { Shown } from './steps.ts'

/** Everything a plugin sees of the host. One per instance (a channel, an integration, a gateway). */
export interface InstanceContext<Settings = Record<string, unknown>> {
  readonly instance: { id: string; name: string; type: string; tenantId: number }
  /** Validated; secrets are absent (see `secrets`). A change of settings closes the instance and opens a new one. */
  readonly settings: Readonly<Settings>
  readonly secrets: { get(field: string): Promise<string | null> }
  readonly http: Http
  /** Base addresses by the names of the manifest, after the operator's overrides; no trailing slash. */
  readonly endpoints: Readonly<Record<string, string>>
  readonly store: Store
  readonly media: Media
  readonly schedule: Schedule
  /** The public address of this instance's hook, with an optional path behind the key. */
  hookUrl(path?: string): Promise<string>
  readonly clock: { now(): number }
  readonly log: Log
  /** A text of the plugin's own locales. */
  t(key: string, params?: Record<string, string | number>): string
  /** Fires when the instance is closed. */
  readonly signal: AbortSignal
}

/** Key-value store of the instance, kept by the host. Values are JSON of at most 256 KB. */
export interface Store {
  get<T = unknown>(key: string): Promise<{ value: T; version: number } | null>
  /** `ifVersion` 0 means "must not exist". Answers the new version, or null when another writer was first. */
  set(key: string, value: unknown, options?: { ifVersion?: number; sealed?: boolean }): Promise<number | null>
  setMany(entries: Record<string, unknown>, options?: { sealed?: boolean }): Promise<void>
  delete(key: string): Promise<void>
  list<T = unknown>(prefix: string, limit?: number): Promise<{ key: string; value: T; version: number }[]>
}

export interface MediaInfo {
  id: string
  mimeType: string
  fileName: string | null
  size: number
}

export interface Media {
  info(id: string): Promise<MediaInfo | null>
  open(id: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** A signed address that anybody may open until it expires. */
  url(id: string, ttlSeconds: number): Promise<string>
  /** Streams bytes into the store; the type is sniffed from the content, the size is limited. */
  save(
    data: ReadableStream<Uint8Array> | Uint8Array,
    meta: { fileName?: string; mimeType?: string; maxBytes?: number },
  ): Promise<MediaInfo>
}

/** Becomes a job; the host calls the definition's `onSchedule(name, payload)` once per due time. */
export interface Schedule {
  at(name: string, when: number, payload?: unknown): Promise<void>
  cancel(name: string): Promise<void>
}

export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

export const CONNECTION_STATES = ['connecting', 'waiting-qr', 'connected', 'lost', 'disconnected'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** Something about the account that people should know although it works, such as a limit or a warning of the provider. */
export interface Notice {
  level: 'info' | 'warning' | 'error'
  /** Already translated, at most 500 characters. */
  text: string
  /** Epoch milliseconds after which it no longer holds. */
  until?: number
}

export interface ConnectionReport {
  state: ConnectionState
  /** What to show in the channel screen: a QR code, a pairing code. */
  show?: Shown
  /** Why, in words a person understands (already translated). */
  reason?: string
  /** What the person should do about it. */
  userAction?: 'scan' | 'reauthorise' | 'check-settings' | 'open-phone' | 'wait' | 'contact-operator'
  /** The account's own number or name, once known. */
  account?: {
    id: string
    name?: string
    number?: string
    /** Further ids by which shared hooks may name it. */
    also?: string[]
  }
  retries?: number
  /** All that hold now; at most 10. */
  notices?: Notice[]
}

/** A message of a conversation, as a plugin that keeps its own client (webchat) needs it. */
export interface ConversationMessage {
  id: string
  seq: number
  externalId: string | null
  fromMe: boolean
  content: Content
  at: number
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'unknown'
  sender: { name: string; avatarUrl?: string } | null
  replyTo: string | null
  removed: boolean
  edited: boolean
}

export interface ConversationPage {
  messages: ConversationMessage[]
  hasMore: boolean
  /** State of the newest ticket; null before the first message. */
  ticket: { id: number; status: 'open' | 'pending' | 'closed'; agent: { name: string } | null } | null
}

/** What the operator set for a plugin's channels of all tenants; empty when nothing was. */
export interface AppCredentials {
  /** `/hooks/app/<plugin id>`, the one address that all tenants share. */
  readonly hookUrl: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: { get(field: string): Promise<string | null> }
}

export interface ChannelContext<Settings = Record<string, unknown>> extends InstanceContext<Settings> {
  readonly inbound: {
    /**
     * Hands over what the provider reported. Resolves only when it is durably accepted, so that a session may
     * acknowledge the provider afterwards; rejects when nothing was accepted. Events already known are absorbed.
     */
    push(events: InboundEvent[]): Promise<void>
    /** The other side is writing (or stopped). Never stored. */
    typing(chat: Address, on: boolean): void
  }
  readonly connection: { set(report: ConnectionReport): Promise<void> }
  readonly app: AppCredentials
  readonly conversations: {
    /**
     * Messages of one address on this channel, oldest first: those after `afterId` (a message id), or without it the
     * newest `limit` (at most 100).
     */
    history(chat: Address, options?: { afterId?: string; beforeId?: string; limit?: number }): Promise<ConversationPage>
    /** Inside the business hours that apply to this channel, and is any agent of the company online? */
    availability(): Promise<{ open: boolean; agentsOnline: boolean; message: string | null }>
  }
  /** Hints between this channel's instances on all nodes; at most once, never stored, 4 KB. */
  readonly bus: {
    publish(topic: string, data: unknown): void
    subscribe(listener: (topic: string, data: unknown) => void): () => void
  }
}
