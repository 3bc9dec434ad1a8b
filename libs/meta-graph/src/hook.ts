import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookReply, HookRequest } from '@recado/sdk'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Compares in constant time, whatever the lengths. */
function same(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHmac('sha256', 'compare').update(bytesOf(text)).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** `X-Hub-Signature-256: sha256=<hex>`, the HMAC of the raw body with the app's secret (Graph API, webhooks). */
export function isSigned({ headers, body }: Pick<HookRequest, 'headers' | 'body'>, secret: string): boolean {
  const given = headers['x-hub-signature-256']
  if (!given || secret === '') return false
  return same(given.toLowerCase(), `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
}

/** Answer to the request with which Meta verifies an address; null when the request is none. */
export function verification({ method, query }: HookRequest, verifyToken: string | null): HookReply | null {
  if (method !== 'GET') return null
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  if (mode !== 'subscribe' || !verifyToken || !token || !same(token, verifyToken)) return { status: 403 }
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: challenge ?? '' }
}
