import { createHmac, timingSafeEqual } from 'node:crypto'

/** Codes that change with time (RFC 6238), with what every authenticator app knows: SHA-1, six digits, 30 seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Clocks of telephones are a little off. */
const DRIFT = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of one time step (RFC 4226 §5.3). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/** The step whose code this is, if it is near enough and no older than `after`; else null. */
export function matchingStep(secret: Uint8Array, code: string, now: number, after: number): number | null {
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step += 1) {
    const expected = Buffer.from(codeAt(secret, step))
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > after) found ??= step
  }
  return found
}

/** RFC 4648, without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says. */
export function otpauthUri(issuer: string, account: string, secret: Uint8Array): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
  return `otpauth://totp/${label}?${query}`
}
