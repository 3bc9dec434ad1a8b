import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** All addresses of a name; IP addresses answer themselves. */
export type Resolver = (hostname: string) => Promise<string[]>

/** Which addresses the outside world of a tenant has: everything public, and what the operator listed. */
export interface EgressPolicy {
  /**
   * Resolves a name once; the answer is what must be connected to, since a second look-up may differ (DNS rebinding).
   * @throws EgressRefused when any of its addresses is not allowed, and the resolver's own errors
   */
  resolve(hostname: string, port: number): Promise<string[]>
  /** @throws EgressRefused for what needs no look-up: another scheme, credentials in the address, a private IP address */
  check(url: URL): void
  /** One of the operator's exceptions. */
  isListed(url: URL): boolean
}

/** The policy says no. The reason names what was asked for, never what was found there. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
}

export interface PolicyOptions {
  /** `RECADO_EGRESS_ALLOW`: `host:port,host:port`. */
  allow?: string
  resolver?: Resolver
}

const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/** @throws Error when the list of exceptions cannot be read: a typing mistake must not open or close anything silently */
export function createPolicy({ allow = '', resolver = systemResolver }: PolicyOptions = {}): EgressPolicy {
  const exceptions = new Set(
    allow
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
      .map(readException),
  )
  const isListed = (host: string, port: number) => exceptions.has(`${bare(host)}:${port}`)
  const isAllowed = (address: string, port: number) => isPublic(address) || isListed(address, port)

  return {
    isListed: (url) => isListed(url.hostname, portOf(url)),

    async resolve(hostname, port) {
      const host = bare(hostname)
      const addresses = ipaddr.isValid(host) ? [host] : await resolver(host)
      const isRefused = !isListed(host, port) && !addresses.every((address) => isAllowed(address, port))
      if (isRefused || addresses.length === 0) throw new EgressRefused(`address not allowed: ${host}:${port}`)
      return addresses
    },

    check(url) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new EgressRefused('not a web address')
      if (url.username !== '' || url.password !== '') throw new EgressRefused('an address must not carry a password')
      const host = bare(url.hostname)
      const port = portOf(url)
      if (isListed(host, port)) return
      if (!isWebPort(port) || (ipaddr.isValid(host) && !isPublic(host)))
        throw new EgressRefused(`address not allowed: ${url.host}`)
    },
  }
}

export const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

/** Low ports belong to mail, shells and name service. */
const isWebPort = (port: number): boolean => port === 80 || port === 443 || port >= 1024

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** All of IPv6 that is given out for use on the internet. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/** Reachable by everybody: not this machine, not its networks, not the cloud's metadata service. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  // networks without IPv4 reach it through this prefix, so what counts is the address inside
  if (parsed.match(NAT64)) return isPublic(ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString())
  return parsed.range() === 'unicast' && parsed.match(GLOBAL)
}

/** Without brackets, the final dot of a full name, and upper case. */
const bare = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

function readException(entry: string): string {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : null
  const port = /:(\d{1,5})$/.exec(entry)?.[1]
  if (!url || !port || url.pathname !== '/' || url.username !== '')
    throw new Error(`RECADO_EGRESS_ALLOW: "${entry}" is not host:port`)
  return `${bare(url.hostname)}:${Number(port)}`
}
