/** Why a session ended; decides what its owner is told. */
export type EndReason =
  | 'logout'
  | 'superseded'
  | 'password'
  | 'disabled'
  | 'removed'
  | 'tenant'
  | 'theft'
  | 'owner'
  | 'schedule-day'
  | 'schedule-hour'

/**
 * Something about signed-in people changed. Every node drops what it had cached; the node that holds the sockets
 * closes them (`ended`) or recomputes their rooms and tells the client to refetch (`rights`).
 */
export type SessionSignal =
  | { kind: 'ended'; tenantId: number; sessionIds: string[]; reason: EndReason }
  | { kind: 'rights'; tenantId: number; userId: number }
  | { kind: 'tenant'; tenantId: number }

/** Carried to all nodes by the cluster's hints, this one included. */
export interface SessionSignals {
  publish(signal: SessionSignal): void | Promise<void>
  subscribe(listener: (signal: SessionSignal) => void): void
}

/** For one node alone. */
export function createLocalSignals(): SessionSignals {
  const listeners: ((signal: SessionSignal) => void)[] = []
  return {
    publish(signal) {
      for (const listener of listeners) listener(signal)
    },
    subscribe(listener) {
      listeners.push(listener)
    },
  }
}
