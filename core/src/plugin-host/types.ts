import type { ReadableStream } from 'node:stream/web'
import type {
  ActionInput,
  Address,
  AnyContribution,
  ChannelDefinition,
  ChannelInstance,
  ConnectionState,
  ContributionKind,
  Plugin,
  PluginManifest,
  Step,
} from '@recado/sdk'
import type { Locale } from '../platform/db/scope.ts'
import type { Endpoint } from '../platform/egress/index.ts'
import type { ChannelKey, ChannelRef } from './ports.ts'

export const INSTALL_STATES = ['active', 'invalid', 'incompatible', 'failed', 'missing'] as const
export type InstallState = (typeof INSTALL_STATES)[number]

/** A package of the operator's list and how it fared at this start. */
export interface InstalledPlugin {
  /** The manifest's id; the name on the list when there is no manifest to read. */
  id: string
  version: string
  kinds: string[]
  state: InstallState
  /** Why it is not active. For the operator. */
  reason: string | null
}

/** A plugin whose code is loaded and checked. */
export interface LoadedPlugin extends InstalledPlugin {
  state: 'active'
  reason: null
  /** Folder of the package. */
  directory: string
  manifest: PluginManifest
  plugin: Plugin
  /** Base addresses by name, the operator's overrides applied. */
  endpoints: Readonly<Record<string, Endpoint>>
}

export interface Contributed<Definition extends AnyContribution = AnyContribution> {
  plugin: LoadedPlugin
  definition: Definition
  /** A text of the plugin in a language; the key itself where it has none. */
  text(locale: Locale, key: string, params?: Record<string, string | number>): string
}

/** Time limits and what an unknown outcome means, by class (see `call-class.ts`). */
export const CALL_CLASSES = [
  'send',
  'change',
  'hint',
  'lookup',
  'media',
  'sync',
  'action',
  'hook',
  'schedule',
  'connect',
  'close',
] as const
export type CallClass = (typeof CALL_CLASSES)[number]

type Methods = Required<ChannelInstance>
export type ChannelMethod = keyof Methods
type WithoutSignal<Args> = Args extends [...infer Rest, AbortSignal] ? Rest : Args
/** The arguments of a method without the abort signal, which the host adds. */
export type ChannelArgs<M extends ChannelMethod> = WithoutSignal<Parameters<Methods[M]>>
export type ChannelResult<M extends ChannelMethod> = Awaited<ReturnType<Methods[M]>>

/** A channel that is open on this node. */
export interface OpenChannel {
  readonly ref: ChannelRef
  readonly definition: ChannelDefinition
  /** Of the lease; null on a node that does not own it. */
  readonly epoch: number | null
  readonly state: ConnectionState
  has(method: ChannelMethod): boolean
  /**
   * The only way to a plugin's method: time limit by class, abort, caps, breaker.
   * @throws CallError (a PluginError) with a code of the closed list, whatever happened
   */
  call<M extends ChannelMethod>(method: M, args: ChannelArgs<M>, callClass: CallClass): Promise<ChannelResult<M>>
}

export interface OwnedChannel extends OpenChannel {
  readonly epoch: number
}

export interface Sessions {
  owned(): OwnedChannel[]
  isOwned(tenantId: number, channelId: number): boolean
  instance(tenantId: number, channelId: number): OwnedChannel | null
  /** A channel became ours, or one of ours changed its connection state. */
  onOwned(listener: (channel: OwnedChannel) => void): () => void
  onState(listener: (channel: OwnedChannel) => void): () => void
  onLost(listener: (key: ChannelKey) => void): () => void
}

export type ChannelChange =
  /** Settings, name, activity or existence changed: look again. */
  | 'changed'
  /** Connect anew, whatever the state. */
  | 'reconnect'

export interface PluginHost {
  /** Begins to load what is on the operator's list; `start` waits for that. */
  load(): void
  /** Loads the operator's list; never rejects because of a plugin. */
  start(): Promise<void>
  /** Closes instances, gives leases back. */
  close(): Promise<void>

  plugins(): readonly InstalledPlugin[]
  contributions(): readonly Contributed[]
  contribution<K extends ContributionKind>(
    kind: K,
    type: string,
  ): Contributed<Extract<AnyContribution, { kind: K }>> | null
  channelType(type: string): Contributed<ChannelDefinition> | null

  readonly sessions: Sessions
  /** A channel opened here for its hooks, files and hints, owned or not. Null when it is not to be opened. */
  open(tenantId: number, channelId: number): Promise<OpenChannel | null>
  /** Runs on the channel's owner, here or on another node; arguments and answer travel as JSON of at most 7 KB. */
  channelCall<M extends ChannelMethod>(
    tenantId: number,
    channelId: number,
    method: M,
    args: ChannelArgs<M>,
    callClass: CallClass,
  ): Promise<ChannelResult<M>>
  /**
   * Has the channel's owner read the address book, here or on another node; it goes to the port `contacts` in batches,
   * with `purpose`. Resolves when all of it has.
   * @throws CallError
   */
  listContacts(tenantId: number, channelId: number, purpose: string): Promise<void>
  /** `onTicket` and `markRead` may run on any node; best effort, never rejects. */
  hint<M extends 'onTicket' | 'markRead' | 'typing' | 'watch'>(
    tenantId: number,
    channelId: number,
    method: M,
    args: ChannelArgs<M>,
  ): void
  /** The address that somebody typed, in its canonical form; null when it is none of this type. */
  addressOf(type: string, raw: string): Address | null
  /** Bytes behind a handle that an event carried. */
  fetchMedia(
    tenantId: number,
    channelId: number,
    ref: string,
    signal: AbortSignal,
  ): Promise<{ stream: ReadableStream<Uint8Array>; mimeType?: string; fileName?: string; size?: number }>

  /** Runs an action of a channel type on a draft. @throws CallError */
  runAction(request: ActionRequest): Promise<Step>
  readonly panels: Panels
  /** What is sealed for an instance; it goes when the instance is forgotten. */
  readonly secrets: {
    get(tenantId: number, instance: string, field: string): Promise<string | null>
    /** Null clears. */
    change(tenantId: number, instance: string, changes: ReadonlyMap<string, string | null>): Promise<void>
  }
  /** What the operator set for a plugin's channels; null when it takes nothing. */
  readApp(
    contributed: Contributed,
  ): Promise<{ part: Contributed<ChannelDefinition>; settings: Record<string, unknown> } | null>
  /** Its channels are opened anew on all nodes. @throws AppError ERR_CHANNEL_SETTINGS_INVALID */
  saveApp(contributed: Contributed, draft: Record<string, unknown>): Promise<void>

  /** Tells all nodes that a channel (or all of a company) is to be looked at again. */
  channelChanged(key: { tenantId: number; channelId?: number }, change?: ChannelChange): void
  /** Has a channel that is being deleted say goodbye to its provider, where it runs. Best effort; never rejects. */
  sayGoodbye(key: ChannelKey): Promise<void>
  /** Asks the owner to drop the stored session and connect anew. */
  forgetSession(key: ChannelKey): Promise<void>
  /** Removes what the host keeps of an instance: secrets, store, appointments, hook. */
  forgetInstance(key: ChannelKey): Promise<void>
  /** The public address of a channel's hook; made when there is none. */
  hookUrl(key: ChannelKey): Promise<string>
  /** The old address stops working at once on all nodes. */
  rotateHook(key: ChannelKey): Promise<string>
  breaker(key: ChannelKey): Promise<'closed' | 'open' | 'half-open'>
  /** Waits until the supervisor has acted on everything it was told. For tests and orderly shutdown. */
  idle(): Promise<void>
}

export interface ActionRequest {
  tenantId: number
  /** The saved channel, or null for one that is being made. */
  channelId: number | null
  name: string
  type: string
  action: string
  locale: Locale
  /** The form as it stands; secrets: absent keeps, null clears, text replaces. */
  settings: Record<string, unknown>
  /** As they are stored. */
  stored: Record<string, unknown>
  input: Pick<ActionInput, 'step' | 'values'>
}

export interface SecretState {
  set: boolean
  hint?: string
}

/** Settings of an instance between the form and the database. */
export interface Panels {
  /** The schema as plain JSON, texts in the language. */
  schema(contributed: Contributed, locale: Locale): Record<string, unknown>
  /** Values to show: secrets as `{ set, hint }`. */
  read(
    contributed: Contributed,
    tenantId: number,
    instance: string,
    stored: { settings: Record<string, unknown>; version: number },
  ): Promise<Record<string, unknown>>
  /**
   * Checks a form. `commit` seals what is new; call it outside a unit of work, once the instance has an id.
   * @throws AppError ERR_CHANNEL_SETTINGS_INVALID naming field and rule
   */
  check(
    contributed: Contributed,
    draft: Record<string, unknown>,
    before: { tenantId: number; instance: string; settings: Record<string, unknown>; version: number } | null,
  ): Promise<CheckedSettings>
}

export interface CheckedSettings {
  /** What to store: defaults filled in, hidden fields and secrets left out. */
  settings: Record<string, unknown>
  version: number
  /** Names of secrets that change; null clears. */
  secrets: ReadonlyMap<string, string | null>
  commit(tenantId: number, instance: string): Promise<void>
}
