import type { PublicConfig } from '../../../src/wire.ts'
import { packed, type ToFrame, type ToPage, unpacked } from '../../bridge.ts'

/** Same rule as the server's; an empty list lets any page in, as the frame's `frame-ancestors` already did. */
export function mayEmbed(origin: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\//.test(origin)) return false
  if (origins.length === 0 || origin === location.origin) return true
  return origins.some((allowed) => {
    const [scheme = '', host = ''] = allowed.split('//')
    const given = new URL(origin)
    if (given.protocol !== scheme) return false
    return host.startsWith('*.') ? given.host.endsWith(host.slice(1)) : given.host === host
  })
}

/** Talks with the one page that embeds us: its origin is taken from its first message and named in every answer. */
export function createBridge(config: PublicConfig, onMessage: (message: ToFrame) => void) {
  let page: string | null = null

  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || window.parent === window) return
    const message = unpacked<ToFrame>(event.data)
    if (!message) return
    if (page === null && message.kind === 'init' && mayEmbed(event.origin, config.origins)) page = event.origin
    if (event.origin === page) onMessage(message)
  })

  return {
    /** Opened as a page of its own, in a tab or a WebView. */
    alone: window.parent === window,
    post(message: ToPage): void {
      if (page !== null) window.parent.postMessage(packed(message), page)
    },
  }
}
