import { createHmac, timingSafeEqual } from 'node:crypto'
import { userAddress } from './address.ts'
import type { IdentityClaim } from './wire.ts'

export interface Profile {
  name?: string
  email?: string
  phone?: string
}

export type Identity =
  /** The site vouches for it. */
  | { verified: true; address: string; profile: Profile }
  /** Somebody says so: good for showing, never for finding a conversation. */
  | { verified: false; profile: Profile }

const MOST = { name: 255, email: 320, phone: 32 } as const
const CLOCK_SKEW_SECONDS = 60
const ID = /^[^\p{C}]{1,200}$/u

const same = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right)

function matchesAny(text: string, given: Uint8Array, secrets: readonly string[]): boolean {
  const answers = secrets.map((secret) => same(createHmac('sha256', secret).update(text).digest(), given))
  return answers.includes(true)
}

/** Only the known fields, each cut to what the contact can hold. */
export function profileOf(source: Record<string, unknown>): Profile {
  const profile: Profile = {}
  for (const key of ['name', 'email', 'phone'] as const) {
    const value = source[key]
    const text = typeof value === 'string' ? value.trim() : ''
    if (text) profile[key] = text.slice(0, MOST[key])
  }
  return profile
}

function decode(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** HS256 with `sub` and `exp`; `iat` and `nbf` are honoured where given. RFC 7519. */
function readJwt(jwt: string, secrets: readonly string[], now: number): Identity | null {
  const [head, body, signature, ...rest] = jwt.split('.')
  if (!head || !body || !signature || rest.length > 0 || decode(head)?.alg !== 'HS256') return null
  if (!matchesAny(`${head}.${body}`, Buffer.from(signature, 'base64url'), secrets)) return null
  const claims = decode(body)
  const seconds = now / 1000
  if (!claims || typeof claims.exp !== 'number' || claims.exp + CLOCK_SKEW_SECONDS < seconds) return null
  for (const start of [claims.nbf, claims.iat]) {
    if (start !== undefined && (typeof start !== 'number' || start - CLOCK_SKEW_SECONDS > seconds)) return null
  }
  const id = typeof claims.sub === 'number' ? String(claims.sub) : claims.sub
  if (typeof id !== 'string' || !ID.test(id)) return null
  return { verified: true, address: userAddress(id), profile: profileOf(claims) }
}

/**
 * Who the visitor is, as far as the site signed it: HMAC-SHA256 (hex) over the id, or an HS256 token. A claim without a
 * signature stays unverified; one with a wrong or expired signature is refused (null).
 */
export function readIdentity(claim: IdentityClaim, secrets: readonly string[], now: number): Identity | null {
  if ('jwt' in claim) return readJwt(claim.jwt, secrets, now)
  if (claim.hash === undefined) return { verified: false, profile: profileOf({ ...claim }) }
  if (!/^[0-9a-fA-F]{64}$/.test(claim.hash) || !ID.test(claim.id)) return null
  if (!matchesAny(claim.id, Buffer.from(claim.hash, 'hex'), secrets)) return null
  return { verified: true, address: userAddress(claim.id), profile: profileOf({ ...claim }) }
}
