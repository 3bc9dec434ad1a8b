import { createHmac, timingSafeEqual } from 'node:crypto'

/** `x-signature: sha256=<hex>` over the raw body. */
export function isSigned(body: Uint8Array, header: string | undefined, secret: string): boolean {
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(header ?? '')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
