import type { Response } from 'undici'
import { guardedAgent, trustedAgent } from './connect.ts'
import { type Exchange, exchange } from './exchange.ts'
import type { EgressPolicy } from './policy.ts'
import type { OutgoingRequest } from './request.ts'

/** The HTTP client with its connections. In a file of its own, since it is loaded with the first request. */
export interface Client {
  exchange(request: OutgoingRequest, given: Omit<Exchange, 'agentOf'>): Promise<Response>
  close(): Promise<void>
}

export function createClient(policy: EgressPolicy): Client {
  const trusted = trustedAgent()
  const guarded = guardedAgent(policy)
  return {
    exchange: (request, given) =>
      exchange(request, { ...given, agentOf: ({ isTrusted }) => (isTrusted ? trusted : guarded) }),
    async close() {
      await Promise.all([trusted.destroy(), guarded.destroy()])
    },
  }
}
