import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { PROFILES, type Profile } from './contract.ts'

/** Derives a key for one purpose from the installation's key (HKDF). */
export interface Keys {
  derive(purpose: string): Uint8Array
}

export const ACCESS_SECONDS = 15 * 60
/** Tokens whose signature was found good, so that it is not worked out again at each request. */
const KNOWN_TOKENS = 5_000

export interface AccessClaims {
  userId: number
  tenantId: number
  sessionId: string
  profile: Profile
  version: number
}

export interface RefreshToken {
  tenantId: number
  sessionId: string
  /** Its place in the session's chain of refresh tokens, from 0. */
  rotation: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0

/** Between the steps of a login. */
const CHALLENGE_SECONDS = 5 * 60

/** Who gave a right password, and what is asked of them next. */
export interface Challenge {
  tenantId: number
  userId: number
  kind: 'code' | 'setup'
  /** Of the password at that time: another one makes the challenge void. */
  password: string
}

/** Tokens of people. Each kind has its own key and audience, so that none can stand in for another (reliability T-09). */
export function createTokens({ keys, clock }: { keys: Keys; clock: Clock }) {
  const accessKey = keys.derive('auth/access')
  const refreshKey = keys.derive('auth/refresh')
  const known = new Map<string, { claims: AccessClaims; expiresAt: number }>()
  const mac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

  /** The same for the same place in the chain, which is what lets a lost answer be given again. */
  const refreshToken = ({ tenantId, sessionId, rotation }: RefreshToken): string => {
    const secret = mac(refreshKey, `${tenantId}:${sessionId}:${rotation}`)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(rotation)
    return `${tenantId}.${sessionId}.${Buffer.concat([counter, secret]).toString('base64url')}`
  }

  const remember = (token: string, claims: AccessClaims, expiresAt: number) => {
    known.set(token, { claims, expiresAt })
    const oldest = known.keys().next().value
    if (known.size > KNOWN_TOKENS && oldest !== undefined) known.delete(oldest)
  }

  return {
    refreshToken,

    /** Null for anything that we never issued. */
    readRefresh(token: string): RefreshToken | null {
      const [tenant = '', sessionId = '', secret = '', more] = token.split('.')
      const bytes = Buffer.from(secret, 'base64url')
      const tenantId = Number(tenant)
      if (more !== undefined || !isId(tenantId) || !UUID.test(sessionId) || bytes.length !== 36) return null
      const read = { tenantId, sessionId, rotation: bytes.readUInt32BE() }
      const expected = Buffer.from(refreshToken(read))
      const given = Buffer.from(token)
      return expected.length === given.length && timingSafeEqual(expected, given) ? read : null
    },

    hash: (token: string): Buffer => createHash('sha256').update(token).digest(),

    access: ({ userId, tenantId, sessionId, profile, version }: AccessClaims): Promise<string> => {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ tid: tenantId, sid: sessionId, prf: profile, ver: version, typ: 'access' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setAudience('user')
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_SECONDS)
        .sign(accessKey)
    },

    /** @throws ERR_SESSION_EXPIRED (403, refresh once) when it is merely old; ERR_SESSION_ENDED (401) when it is not ours. */
    async readAccess(token: string): Promise<AccessClaims> {
      const seen = known.get(token)
      // an old one is refused in jose's own words
      if (seen && clock.now() < seen.expiresAt) return seen.claims
      known.delete(token)
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: ['HS256'],
          audience: 'user',
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock.now()),
        })
        const claims = {
          userId: Number(payload.sub),
          tenantId: payload.tid,
          sessionId: payload.sid,
          profile: PROFILES.find((profile) => profile === payload.prf),
          version: payload.ver,
        }
        if (payload.typ === 'access' && isClaims(claims)) {
          remember(token, claims, Number(payload.exp) * 1000)
          return claims
        }
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new AppError('ERR_SESSION_EXPIRED')
        if (!(error instanceof errors.JOSEError)) throw error
      }
      throw new AppError('ERR_SESSION_ENDED')
    },

    /** A keyed hash for short codes, whose plain hash could be tried out. */
    codeHash: (id: string, code: string): Buffer => mac(keys.derive('auth/recovery'), `${id}:${code}`),

    challenge: ({ tenantId, userId, kind, password }: Challenge): Promise<string> => {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT({ tid: tenantId, kind, pwd: password })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(userId))
        .setAudience('challenge')
        .setExpirationTime(now + CHALLENGE_SECONDS)
        .sign(keys.derive('auth/challenge'))
    },

    /** @throws ERR_CHALLENGE_EXPIRED */
    async readChallenge(token: string): Promise<Challenge> {
      try {
        const { payload } = await jwtVerify(token, keys.derive('auth/challenge'), {
          algorithms: ['HS256'],
          audience: 'challenge',
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(clock.now()),
        })
        const { tid: tenantId, kind, pwd: password } = payload
        const userId = Number(payload.sub)
        if (isId(tenantId) && isId(userId) && (kind === 'code' || kind === 'setup') && typeof password === 'string')
          return { tenantId, userId, kind, password }
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
      }
      throw new AppError('ERR_CHALLENGE_EXPIRED')
    },

    /** Tells one password hash from another without telling it. */
    fingerprint: (passwordHash: string): string =>
      mac(keys.derive('auth/password'), passwordHash).toString('base64url'),

    /** A keyed hash of a recovery code, however it was typed. */
    recoveryHash: (tenantId: number, userId: number, code: string): Buffer =>
      mac(keys.derive('auth/recovery-codes'), `${tenantId}:${userId}:${code}`),

    /** For a browser that needs no second step until then (epoch seconds). */
    trustToken: (who: { tenantId: number; userId: number; trustId: string; passwordHash: string }, until: number) =>
      `${until}.${mac(
        keys.derive('auth/trusted'),
        `${who.tenantId}:${who.userId}:${who.trustId}:${who.passwordHash}:${until}`,
      ).toString('base64url')}`,

    /** Marks a browser from which the user has signed in before. */
    deviceToken: (tenantId: number, userId: number, deviceId: string): string =>
      `${deviceId}.${mac(keys.derive('auth/device'), `${tenantId}:${userId}:${deviceId}`).toString('base64url')}`,
  }
}

function isClaims(claims: { [Key in keyof AccessClaims]: unknown }): claims is AccessClaims {
  return (
    isId(claims.userId) &&
    isId(claims.tenantId) &&
    typeof claims.sessionId === 'string' &&
    UUID.test(claims.sessionId) &&
    claims.profile !== undefined &&
    Number.isInteger(claims.version)
  )
}

export type Tokens = ReturnType<typeof createTokens>
