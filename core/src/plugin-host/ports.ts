import type { ReadableStream } from 'node:stream/web'
import type { Address, ConnectionReport, ConversationPage, InboundEvent, MediaInfo, Party } from '@recado/sdk'
import type { Cluster, Leases } from '../platform/cluster/types.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { Egress } from '../platform/egress/index.ts'

/** A channel as the host names it to the rest of the program. */
export interface ChannelRef {
  tenantId: number
  channelId: number
  type: string
  /** Channel within which an address means the same person; 0 where it does on every channel. */
  addressScope: number
}

/** What the host needs to know of a stored channel. */
export interface ChannelRecord {
  tenantId: number
  channelId: number
  name: string
  type: string
  /** Wanted by its company: not deleted, not disconnected on purpose, company active, plugin enabled. */
  isActive: boolean
  /** Plain settings; secrets are stored apart. */
  settings: Record<string, unknown>
  settingsVersion: number
}

export interface ChannelKey {
  tenantId: number
  channelId: number
}

/** What the core's modules give the host. Everything is bound to a channel or a tenant explicitly. */
export interface HostPorts {
  inbound: {
    /** Resolves when the events are durable. `epoch` is null on nodes that do not own the channel. */
    push(channel: ChannelRef, epoch: number | null, events: InboundEvent[]): Promise<void>
    typing(channel: ChannelRef, chat: Address, on: boolean): void
  }
  conversations: {
    history(
      channel: ChannelRef,
      chat: Address,
      options: { afterId?: string; beforeId?: string; limit?: number },
    ): Promise<ConversationPage>
    availability(channel: ChannelRef): Promise<{ open: boolean; agentsOnline: boolean; message: string | null }>
  }
  contacts: {
    /**
     * The next people of an address book; resolves when they are stored. `purpose` is what the list was asked for with.
     * False: no more of them are wanted.
     */
    take(channel: ChannelRef, purpose: string, people: Party[]): Promise<boolean>
  }
  media: MediaPort
  /** Stored channels; implemented by `modules/channels`. */
  channels: ChannelSource
  connection: {
    /** Stores a report and tells the screens; one whose epoch is stale is dropped. */
    set(channel: ChannelRef, epoch: number | null, report: ConnectionReport): Promise<void>
  }
}

export interface MediaPort {
  info(tenantId: number, id: string): Promise<MediaInfo | null>
  open(tenantId: number, id: string): Promise<ReadableStream<Uint8Array>>
  /** Absolute, signed. */
  url(tenantId: number, id: string, ttlSeconds: number): string | Promise<string>
  /** @throws AppError ERR_MEDIA_TOO_LARGE and others of the media module */
  save(
    tenantId: number,
    stream: ReadableStream<Uint8Array>,
    meta: { fileName?: string; mimeType?: string; maxBytes: number },
  ): Promise<MediaInfo>
}

export interface UnownedChannel extends ChannelKey {
  /** Its owner went without giving it back. */
  isOrphan: boolean
}

export interface ChannelSource {
  /** Null when it does not exist or was deleted. */
  load(tenantId: number, channelId: number): Promise<ChannelRecord | null>
  /** Active channels of these types that no living node owns, most recently active first. */
  unowned(types: readonly string[], limit: number): Promise<UnownedChannel[]>
  /** Which of these are still to be kept connected (after a lost hint). */
  stillActive(types: readonly string[], keys: readonly ChannelKey[]): Promise<ChannelKey[]>
  /** Settings as a migration left them. */
  saveSettings(key: ChannelKey, settings: Record<string, unknown>, version: number): Promise<void>
  /** Channels of a type that reported one of these account ids. */
  byAccount(type: string, accountIds: readonly string[]): Promise<ChannelKey[]>
}

/** The parts of the platform that the host works with. */
export type EgressPort = Pick<Egress, 'clientFor'>
export type ClusterPort = Pick<
  Cluster,
  'nodeId' | 'notify' | 'on' | 'request' | 'answer' | 'onPeer' | 'onReconnect' | 'peers'
>
export type LeasePort = Pick<Leases, 'acquire' | 'count' | 'current' | 'release' | 'ownerOf' | 'onLost' | 'onReleased'>
export type VaultPort = Pick<Vault, 'seal' | 'open'>
