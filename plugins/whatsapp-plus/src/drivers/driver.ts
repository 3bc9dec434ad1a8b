import type { Address, Content, HookRequest, InboundEvent, MediaInfo, MessageTarget, Party, Store } from '@recado/sdk'
import type { Gateway } from '../gateway/client.ts'
import { type Envelope, toEvents } from '../receive/envelope.ts'
import type { Timing } from '../timing.ts'

export const VENDORS = ['uazapi', 'wuzapi', 'evolution'] as const
export type Vendor = (typeof VENDORS)[number]

/** How the gateway's session with WhatsApp stands. */
export interface Status {
  state: 'connected' | 'connecting' | 'disconnected'
  /** What the phone scans, as text or as a picture (data URL). */
  qr?: string
  /** What is typed into the phone. */
  code?: string
  account?: { id: string; name?: string; number?: string }
  /** The phone unlinked this device: only scanning again helps. */
  isLoggedOut?: boolean
  /** In the gateway's words. */
  reason?: string
}

export interface Outgoing {
  /** Deterministic: the same message has the same on every try. */
  id: string
  /** Our message's id; absent for what stands for itself, such as the answer to a call. */
  trackId?: string
  to: Address
  content: Content
  replyTo?: { externalId: string; text: string }
  forwarded: boolean
  /** Whom the text names, as ids of WhatsApp. */
  mentions: string[]
}

export interface Call {
  id: string
  /** Id of WhatsApp of who calls. */
  from: string
}

/** What a hook tells. */
export interface Report {
  events: InboundEvent[]
  typing: { chat: Address; on: boolean }[]
  /** Calls that ring. */
  ringing: Call[]
  /** The session with WhatsApp changed: worth a look at its status. */
  isConnection: boolean
}

export interface File {
  stream: ReadableStream<Uint8Array>
  mimeType?: string
  fileName?: string
  size?: number
}

export interface Page {
  count: number
  /** Messages older than this one. */
  before?: string
}

/**
 * One vendor's gateway, with one session of WhatsApp. Every call throws `PluginError` alone. What the channel above
 * knows of the vendors is here and nowhere else.
 */
export interface Driver {
  /** A repeat with the same `Outgoing.id` is absorbed, so that no outcome is ever left open. */
  readonly absorbsRepeats: boolean
  /** What we send is told with our own id, so that it is known although the answer was lost. */
  readonly tellsOurIds: boolean
  status(signal: AbortSignal): Promise<Status>
  /** Begins to link the device; with a phone by a code to type, else by a QR code. */
  connect(phone: string | null, signal: AbortSignal): Promise<Status>
  /** Unlinks the device: WhatsApp has to be scanned again. */
  logout(signal: AbortSignal): Promise<void>
  setWebhook(url: string, signal: AbortSignal): Promise<void>
  /** The gateway delivers no more to this address. */
  clearWebhook(url: string, signal: AbortSignal): Promise<void>
  /** Addresses that the gateway delivers to now. */
  webhooks(signal: AbortSignal): Promise<string[]>
  /** Sends one message and answers its id. Throws `UNSUPPORTED` for what this gateway cannot. */
  send(message: Outgoing, signal: AbortSignal): Promise<string>
  edit(target: MessageTarget, text: string, signal: AbortSignal): Promise<void>
  remove(target: MessageTarget, signal: AbortSignal): Promise<void>
  react(target: MessageTarget, emoji: string | null, signal: AbortSignal): Promise<void>
  markRead(chat: Address, externalIds: string[], signal: AbortSignal): Promise<void>
  typing(chat: Address, on: boolean, signal: AbortSignal): Promise<void>
  download(ref: string, signal: AbortSignal): Promise<File>
  /** Address of somebody's picture; null when there is none to see. */
  pictureUrl(id: string, signal: AbortSignal): Promise<string | null>
  /** In which form a number exists there; null when it does not. */
  checkNumber(digits: string, signal: AbortSignal): Promise<Address | null>
  contacts(signal: AbortSignal): AsyncIterable<Party>
  members(groupId: string, signal: AbortSignal): Promise<{ party: Party; isAdmin: boolean }[]>
  /** Ids of the conversations with something newer than `since`, newest first. Throws `UNSUPPORTED` where nobody knows. */
  chatsSince(since: number, signal: AbortSignal): Promise<string[]>
  /** Messages from before, oldest first. */
  history(chat: Address, page: Page, signal: AbortSignal): Promise<InboundEvent[]>
  /** Null when the gateway rejects by itself or cannot at all. */
  rejectCall: ((call: Call, signal: AbortSignal) => Promise<void>) | null
  /** Is it really from there? The secret of the address was checked before. */
  parse(request: HookRequest): Promise<Report | 'forged'>
}

/** What a driver is made of. */
export interface DriverSetup {
  gateway: Gateway
  token: string
  instanceName: string
  timing: Timing
  settings: { ignoreGroups: boolean; rejectCalls: boolean; callMessage?: string }
  store: Store
  media: {
    url(id: string): Promise<string>
    info(id: string): Promise<MediaInfo>
    open(id: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  }
  now(): number
  t(key: string, params?: Record<string, string | number>): string
}

/** What comes of a message, as the settings want it. */
export const eventsOf = ({ settings }: Pick<DriverSetup, 'settings'>, envelope: Envelope): InboundEvent[] =>
  settings.ignoreGroups && envelope.isGroup ? [] : toEvents(envelope)
