import type { Http, PluginError } from '@recado/sdk'
import type { Log } from '../logger.ts'
import { createAnswer } from './answer.ts'
import type { Client } from './client.ts'
import type { Endpoint } from './endpoints.ts'
import type { Target } from './exchange.ts'
import { type Attempt, failureOf } from './failure.ts'
import { type EgressPolicy, EgressRefused } from './policy.ts'
import { type Address, resolveAddress, toRequest } from './request.ts'

export interface EgressOptions {
  policy: EgressPolicy
  log: Pick<Log, 'warn'>
}

export interface ClientOptions {
  /** For the log. */
  name: string
  /** By the names of the manifest. */
  endpoints?: Readonly<Record<string, Endpoint>>
  /** Addresses that the tenant typed into the settings; `any` for those who call whatever a tenant names. */
  tenantAddresses?: readonly string[] | 'any'
  /** Answers that redirect are handed back as they are. */
  keepsRedirects?: true
  /** Ends every request when the instance is closed. */
  signal?: AbortSignal
}

/** The only way out of the program for plugins and for what tenants configure (design.md §5). */
export interface Egress {
  clientFor(options: ClientOptions): Http
  /**
   * Whether a tenant may type this address in, by how it is spelt; what its name leads to is looked at when it is called.
   * `listed` is one that the operator vouches for. @throws EgressRefused
   */
  check(url: URL): 'listed' | 'public'
  close(): Promise<void>
}

const TIMEOUT_MS = 20_000
const MAX_BYTES = 10 * 1024 * 1024

export function createEgress({ policy, log }: EgressOptions): Egress {
  let client: Promise<Client> | null = null
  // a tenth of the time to start, and nobody is called before it is over
  const load = () => {
    client ??= import('./client.ts').then(({ createClient }) => createClient(policy))
    return client
  }

  return {
    clientFor({ name, endpoints = {}, tenantAddresses = [], keepsRedirects = false, signal: closing }) {
      const declared = Object.values(endpoints).map(({ base, byOperator }) => ({
        origin: new URL(base).origin,
        byOperator,
      }))
      const typed = tenantAddresses === 'any' ? null : new Set(tenantAddresses.flatMap(originOf))
      const isTyped = ({ origin }: URL) => typed === null || typed.has(origin)

      /** `isOurs`: no tenant had a say in this address, so that it may be one of the endpoints. */
      const targetOf = (url: URL, isOurs: boolean): Target => {
        const matching = isOurs ? declared.filter(({ origin }) => covers(origin, url.origin)) : []
        const target = {
          url,
          isEndpoint: matching.length > 0,
          isTrusted: matching.some(({ byOperator }) => byOperator),
        }
        if (!target.isTrusted) policy.check(url)
        return target
      }

      const firstTarget = ({ url, isNamed }: Address): Target => {
        const target = targetOf(url, isNamed || !isTyped(url))
        if (target.isEndpoint || isTyped(url)) return target
        throw new EgressRefused(`not one of the addresses in the settings: ${url.host}`)
      }

      return {
        async request(address, init = {}) {
          const attempt: Attempt = { method: init.method ?? 'GET', mayHaveArrived: false, host: '' }
          const limits = [AbortSignal.timeout(init.timeoutMs ?? TIMEOUT_MS), closing, init.signal]
          const signal = AbortSignal.any(limits.filter((one) => one !== undefined))
          const fail = (error: unknown): PluginError => {
            const failure = failureOf(error, attempt)
            if (error instanceof EgressRefused)
              log.warn({ client: name, host: attempt.host, reason: error.message }, 'outgoing request refused')
            return failure
          }
          try {
            const first = firstTarget(resolveAddress(address, endpoints, init.query))
            // what a tenant's server redirects to is a tenant's address too
            const follow = (url: URL, from: Target) => targetOf(url, from.isEndpoint)
            const request = toRequest(init)
            const { exchange } = await load()
            const response = await exchange(request, { first, follow, keepsRedirects, attempt, signal })
            return createAnswer(response, init.maxBytes ?? MAX_BYTES, fail)
          } catch (error) {
            throw fail(error)
          }
        },
      }
    },

    check(url) {
      policy.check(url)
      return policy.isListed(url) ? 'listed' : 'public'
    },

    async close() {
      await (await client)?.close()
    },
  }
}

const originOf = (address: string): string[] => (URL.canParse(address) ? [new URL(address).origin] : [])

/** `https://*.cdn.example` covers every host below it, never the domain itself: providers spread files over many. */
function covers(origin: string, wanted: string): boolean {
  const [scheme = '', host] = origin.split('*')
  if (!host?.startsWith('.')) return origin === wanted
  return wanted.startsWith(scheme) && wanted.endsWith(host) && !wanted.slice(scheme.length, -host.length).includes('/')
}
