import { isIP, type Socket } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { EgressPolicy } from './policy.ts'

const CONNECT_MS = 5_000
const IDLE_MS = 10_000
const LIMITS = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384, keepAliveTimeout: IDLE_MS, connections: 64 }

/** Connections to wherever the operator says. */
export const trustedAgent = (): Agent => new Agent({ ...LIMITS, connect: { timeout: CONNECT_MS } })

/**
 * Connections that the policy allows: the name is resolved here, and what was checked is what is connected to. Never
 * shares connections with a trusted agent.
 */
export function guardedAgent(policy: EgressPolicy): Agent {
  const connector = buildConnector({ timeout: CONNECT_MS })

  const connectTo = (address: string, options: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const servername = options.servername || (isIP(options.hostname) ? '' : options.hostname)
      connector({ ...options, hostname: address, ...(servername ? { servername } : {}) }, (error, socket) =>
        error ? reject(error) : resolve(socket),
      )
    })

  const connect = async (options: buildConnector.Options): Promise<Socket> => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    const addresses = await policy.resolve(options.hostname, port)
    let failure: unknown
    for (const address of addresses.slice(0, 3)) {
      try {
        return await connectTo(address, options)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return new Agent({
    ...LIMITS,
    connect: (options, callback) => {
      connect(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
}
