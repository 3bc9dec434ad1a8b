import type { SessionSignal, SessionSignals } from './modules/auth/index.ts'
import type { Cluster } from './platform/cluster/types.ts'
import type { Realtime } from './platform/realtime/types.ts'

const TOPIC = 'session-signal'

/**
 * What changed about signed-in people, on all nodes: here before the caller goes on, so that an answer is never older
 * than the change; elsewhere by a hint. The node where it happened also acts on the sockets of all.
 */
export function createClusterSignals(
  cluster: Pick<Cluster, 'fanOut' | 'on'>,
  realtime: () => Pick<Realtime, 'closeSessions' | 'refreshViewer'>,
): SessionSignals {
  const listeners: ((signal: SessionSignal) => void)[] = []
  const tell = (signal: SessionSignal) => {
    for (const listener of listeners) listener(signal)
  }
  cluster.on<SessionSignal>(TOPIC, tell)
  return {
    publish(signal) {
      tell(signal)
      cluster.fanOut(TOPIC, signal)
      if (signal.kind === 'ended') realtime().closeSessions(signal.tenantId, signal.sessionIds, signal.reason)
      else realtime().refreshViewer(signal.tenantId, signal.kind === 'rights' ? signal.userId : 'all')
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}
