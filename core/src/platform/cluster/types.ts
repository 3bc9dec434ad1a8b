import type { Database } from '../db/database.ts'
import type { Log } from '../logger.ts'

export type Role = 'api' | 'worker' | 'sessions'

/** A running process. */
export interface NodeInfo {
  id: string
  host: string
  roles: string[]
  seenAt: Date
}

/** A name that one node holds at a time, as long as its connection to the database stands. */
export interface Lock {
  /** False from the moment on which another node may hold it. */
  held(): boolean
  release(): Promise<void>
}

/**
 * How nodes talk, through PostgreSQL alone. What is told here are hints: the truth is in tables, and whoever needs it
 * rescans when told of a reconnect.
 */
export interface Cluster {
  readonly nodeId: string
  /**
   * A hint to all nodes: this one on the next tick, the others by NOTIFY, in the order of the calls. Equal hints that
   * wait together are told once.
   * @throws RangeError when it is larger than 7 900 bytes as JSON
   */
  notify(topic: string, payload: object): void
  notifyNode(nodeId: string, topic: string, payload: object): void
  /** To all other nodes, any size; nothing happens while there is no other. */
  fanOut(topic: string, payload: object): void
  /** @returns the way to stop */
  on<T = unknown>(topic: string, listener: (payload: T, fromNodeId: string) => void): () => void
  /**
   * Asks one node, possibly this one.
   * @throws AppError with the code that the other node answered; ERR_UNAVAILABLE when it is gone or late
   */
  request<T>(nodeId: string, method: string, payload: object, timeoutMs: number): Promise<T>
  /** @returns the way to stop */
  answer<T = unknown>(method: string, handler: (payload: T) => Promise<unknown>): () => void
  /** Hints may have been missed: rescan. @returns the way to stop */
  onReconnect(listener: () => void): () => void
  /** Other nodes that are alive, as far as this one knows. */
  peers(role?: Role): number
  /** @returns the way to stop */
  onPeer(listener: (nodeId: string, change: 'joined' | 'left') => void): () => void
  /** All nodes that were seen during the last 15 s, read from the database. */
  nodes(): Promise<NodeInfo[]>
  /** Null when another holder has it. */
  tryLock(name: string): Promise<Lock | null>
  close(): Promise<void>
}

export interface ClusterOptions {
  db: Pick<Database, 'listenUrl'>
  log: Log
  roles: readonly string[]
  version: string
  /** Milliseconds between heartbeats; each also proves that the LISTEN connection still hears. */
  heartbeatMs?: number
}

export interface LeaseKey {
  tenantId: number
  channelId: number
}

export interface Lease {
  /** Rises with each change of owner; fences whatever the owner writes. */
  epoch: number
}

export type LostReason = 'fenced' | 'taken'

export interface Leases {
  /** Null when another node owns it. What is held already is answered as it is. */
  acquire(key: LeaseKey): Promise<Lease | null>
  /** The lease if this node may still act on it at this very moment. */
  current(key: LeaseKey): Lease | null
  held(): (LeaseKey & Lease)[]
  renewAll(): Promise<void>
  /** Gives up what was not confirmed for 15 s. Runs by itself every second. */
  fence(): void
  release(key: LeaseKey): Promise<void>
  ownerOf(key: LeaseKey): Promise<(Lease & { nodeId: string }) | null>
  /** Leases that any node holds. */
  count(): Promise<number>
  /** The lease passed on or is about to: close the provider's socket at once. @returns the way to stop */
  onLost(listener: (key: LeaseKey, epoch: number, reason: LostReason) => void): () => void
  /** Another node let one go. @returns the way to stop */
  onReleased(listener: (key: LeaseKey) => void): () => void
  /** Releases all. */
  close(): Promise<void>
}
