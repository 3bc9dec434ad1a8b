import { lookup as resolve } from 'node:dns'
import type { Agent } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { PluginError } from '@recado/sdk'

const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, bits, 'ipv4')
}
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(net, bits, 'ipv6')
}

/** Addresses of this machine and its network, which a tenant's proxy must not be. */
export function isInside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return isIP(mapped) === 0 || inside.check(mapped, isIP(mapped) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The way to WhatsApp through a proxy that the tenant typed in (http, https, socks5). TLS to WhatsApp itself is checked
 * as always.
 * @throws PluginError MISCONFIGURED for other addresses and those inside the own network
 */
export async function proxyAgent(text: string): Promise<Agent> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:', 'socks5:', 'socks5h:', 'socks:'].includes(url.protocol)) throw refused()
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isInside(host)) throw refused()
  if (url.protocol.startsWith('socks')) {
    const { SocksProxyAgent } = await import('socks-proxy-agent')
    return new SocksProxyAgent(url, { socketOptions: { lookup: outsideOnly } }) as unknown as Agent
  }
  const { HttpsProxyAgent } = await import('https-proxy-agent')
  return new HttpsProxyAgent(url, { lookup: outsideOnly }) as unknown as Agent
}

const refused = () =>
  new PluginError('MISCONFIGURED', { field: 'proxyUrl', detail: 'this proxy address is not allowed' })

/** The name is resolved once; what it stands for is connected to, unless it is inside. */
const outsideOnly: LookupFunction = (host, options, done) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const outside = found?.filter(({ address }) => !isInside(address)) ?? []
    const first = outside[0]
    if (error || !first) return done(error ?? refused(), '', 4)
    if (options.all) return done(null, outside)
    return done(null, first.address, first.family)
  })
}
