import { createHmac, timingSafeEqual } from 'node:crypto'

export const TIMESTAMP = 'x-recado-timestamp'
export const SIGNATURE = 'x-recado-signature'

/** A signature older or newer than this is refused, so that a recorded request cannot be replayed for ever. */
const TOLERANCE_MS = 5 * 60_000

/** `v1=` and the hex HMAC-SHA256 of the timestamp (epoch milliseconds), a dot and the raw body. */
export function sign(secret: string, timestamp: number, body: Uint8Array | string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`
}

export const signedHeaders = (
  secret: string,
  timestamp: number,
  body: Uint8Array | string,
): Record<string, string> => ({
  [TIMESTAMP]: String(timestamp),
  [SIGNATURE]: sign(secret, timestamp, body),
})

/** Is the body signed with the secret, and recently? Compares in constant time. */
export function isSigned(
  request: { headers: Record<string, string>; body: Uint8Array },
  secret: string,
  now: number,
): boolean {
  const timestamp = Number(request.headers[TIMESTAMP])
  if (!Number.isSafeInteger(timestamp) || Math.abs(now - timestamp) > TOLERANCE_MS) return false
  const wanted = Buffer.from(sign(secret, timestamp, request.body))
  const given = Buffer.from(request.headers[SIGNATURE] ?? '')
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}
