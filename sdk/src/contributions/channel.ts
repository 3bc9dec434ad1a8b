import type { TSchema } from 'typebox'
import type { AppCredentials, ChannelContext } from '../context.ts'
import type { HookReply, HookRequest, HookSocket } from '../http.ts'
import type {
  Address,
  Content,
  MediaKind,
  MessageTarget,
  OutboundMessage,
  Party,
  SendResult,
  Template,
  TemplateDraft,
} from '../messages/index.ts'
import type { Contribution } from './common.ts'

/** What the channel can do. Composer, flow editor and campaign wizard read this and nothing else. */
export interface ChannelFeatures {
  text: { maxLength: number }
  /** Kinds that can be sent, each with its largest size in bytes and, where limited, its types. */
  media: Partial<Record<MediaKind, { maxBytes: number; mimeTypes?: string[]; caption?: boolean }>>
  /** Bytes of all files of one send. */
  totalBytes?: number
  /** `urls`: buttons that open an address, at most so many of them. */
  buttons?: { max: number; labelLength: number; urls?: number }
  list?: { maxRows: number }
  carousel?: { maxCards: number }
  location?: boolean
  contact?: boolean
  template?: boolean
  /** Templates can be made, changed and deleted from here. */
  templateEditing?: boolean
  /** Asks the customer for their position. */
  locationRequest?: boolean
  /** People of a group can be named in a message. */
  mentions?: boolean
  /** Seconds after sending within which it works; 0 = no limit. */
  edit?: { withinSeconds: number }
  remove?: { withinSeconds: number }
  /** Emoji that are taken, or true for any. */
  react?: boolean | string[]
  reply?: boolean
  typing?: { in: boolean; out: boolean }
  groups?: boolean
  /** Comments below posts come in, and can be answered in public, by a private message, or both. */
  comments?: { publicReply: boolean; privateReply: boolean }
  /** The furthest state that is ever reported for what we send. */
  receipts: 'sent' | 'delivered' | 'read'
  history?: boolean
  /** The address book of the account can be read. */
  contactList?: boolean
  /** Hours after the customer's last message within which free messages are taken. */
  windowHours?: number
  /** Hours within which at least a person, not a machine, may still answer. */
  humanWindowHours?: number
  /** May an agent write first to an address that never wrote to us? */
  startsConversation: boolean
  /** The provider absorbs a second send with the same id, so that a resend after a crash is safe. */
  idempotentSend: boolean
  rejectCalls?: boolean
}

export interface ChannelInstance {
  /** Begins to receive. Resolves when started; progress is told through `ctx.connection.set`. */
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  /**
   * The channel is being deleted: has the provider call us no more, and unlinks what was linked. Called once, on the
   * node that owns the channel, before `disconnect`; when it fails the channel goes all the same.
   */
  forget?(signal: AbortSignal): Promise<void>
  send(message: OutboundMessage, signal: AbortSignal): Promise<SendResult>
  edit?(target: MessageTarget, content: Content, signal: AbortSignal): Promise<void>
  remove?(target: MessageTarget, signal: AbortSignal): Promise<void>
  react?(target: MessageTarget, emoji: string | null, signal: AbortSignal): Promise<void>
  /** The agent has read up to these messages. */
  markRead?(chat: Address, externalIds: string[], signal: AbortSignal): Promise<void>
  typing?(chat: Address, on: boolean, signal: AbortSignal): Promise<void>
  fetchMedia?(
    ref: string,
    signal: AbortSignal,
  ): Promise<{ stream: ReadableStream<Uint8Array>; mimeType?: string; fileName?: string; size?: number }>
  fetchHistory?(chat: Address, options: { count: number; before?: string }, signal: AbortSignal): Promise<void>
  /** The people of the address book, each once; neither groups nor the account itself. */
  listContacts?(signal: AbortSignal): AsyncIterable<Party>
  /** Does the address exist there, and in which form? Null when it does not. */
  checkAddress?(raw: string, signal: AbortSignal): Promise<Address | null>
  /** All templates of the account. */
  syncTemplates?(signal: AbortSignal): Promise<Template[]>
  createTemplate?(draft: TemplateDraft, signal: AbortSignal): Promise<Template>
  editTemplate?(template: Template, draft: TemplateDraft, signal: AbortSignal): Promise<Template>
  removeTemplate?(template: Template, signal: AbortSignal): Promise<void>
  /** Who is in a group. */
  groupMembers?(chat: Address, signal: AbortSignal): Promise<{ party: Party; isAdmin: boolean }[]>
  /** An agent has the conversation open (or left it): a channel may follow the other side's typing only then. */
  watch?(chat: Address, on: boolean, signal: AbortSignal): Promise<void>
  /** Requests to `/hooks/:key`. Verify the signature first; push, await it, then answer. */
  receiveHook?(request: HookRequest): Promise<HookReply>
  /** WebSockets to `/hooks/:key/<path>`. Return false to refuse. */
  openSocket?(socket: HookSocket): boolean | Promise<boolean>
  /** The ticket of a conversation changed (accepted, resolved, transferred, reopened). A hint. */
  onTicket?(
    chat: Address,
    ticket: { id: number; status: 'open' | 'pending' | 'closed'; agent: { name: string } | null },
  ): void
  /** Hints of `ctx.bus` sockets etc. are the plugin's own; called before the instance is dropped. */
  close?(): Promise<void>
}

export interface ChannelDefinition<Settings extends TSchema = TSchema> extends Contribution<ChannelContext> {
  kind: 'channel'
  settings: Settings
  /**
   * `session`: one node keeps a connection under a lease and sends through it. `webhook`: the provider calls us, and
   * any node may receive; sending still happens on the channel's owner, so that order holds.
   */
  transport: 'session' | 'webhook'
  features: ChannelFeatures
  address: {
    /** The kind of address agents type in for this channel, and its canonical form. Throws on nonsense. */
    kind: string
    /** The same value means another person on another channel of this type (page-scoped ids, visitors of a site). */
    perChannel?: boolean
    normalise(raw: string): string
  }
  /**
   * Awaited before an instance is opened, so that a large library is loaded only where somebody has such a channel.
   * Called again each time; does no network work.
   */
  prepare?(): Promise<void>
  /** Does no network work and keeps no global state. */
  open(ctx: ChannelContext): ChannelInstance
  /**
   * What the operator sets once for all tenants, such as the id and secret of the provider's app. Tenants see nothing
   * of it; channels read it from `ctx.app`.
   */
  app?: { settings: TSchema; settingsVersion: number }
  /**
   * For one webhook shared by all tenants (`/hooks/app/:pluginId`): verifies what the app's own secret signs, and tells
   * which accounts the request speaks of. The host finds the channels by their `account` and hands each the request.
   * A `reply` is sent as it is (verification of the address, a refused signature).
   */
  routeAppHook?(request: HookRequest, app: AppCredentials): AppRoute | Promise<AppRoute>
}

export type AppRoute = { accounts: string[] } | { reply: HookReply }

export function defineChannel<Settings extends TSchema>(
  definition: Omit<ChannelDefinition<Settings>, 'kind'>,
): ChannelDefinition<Settings> {
  return { kind: 'channel', ...definition }
}
