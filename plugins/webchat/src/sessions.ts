import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Store } from '@recado/sdk'
import type { Profile } from './identity.ts'
import type { Limits } from './limits.ts'
import { createSessionStore } from './session-store.ts'
import type { Signer } from './signer.ts'

/** One browser (or app) of one visitor: every resume token of it descends from the first. Kept in the host's store. */
export interface Session {
  id: string
  /** Uuid of the visitor while nobody vouches for them. */
  visitor: string
  /** Address of the conversation: the uuid, or `user:<id>` once verified. */
  address: string
  verified: boolean
  /** The uuid under which the visitor wrote before they were verified: the host joins both. */
  joined: string | null
  profile: Profile
  answers: Record<string, string>
  prechatDone: boolean
  wrote: boolean
  locale: string | null
  page: string | null
  /** Hashes of the newest resume tokens with their number. */
  tokens: { n: number; hash: string }[]
  /** Number of the newest token that is known to have arrived, and since when. */
  confirmed: number
  confirmedAt: number
  uploads: { since: number; count: number; bytes: number }
  expiresAt: number
}

export interface Issued {
  session: Session
  accessToken: string
  accessExpiresAt: number
  resumeToken: string
}

const KEPT_TOKENS = 8

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const sameHash = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))

export type Sessions = ReturnType<typeof createSessions>

/**
 * Sessions of visitors. A resume token is used once: its use hands out the next one. The old one stays good until the
 * next one is seen in use (the answer may have been lost on the way) and for a short grace after that (two tabs);
 * later use of it means that somebody holds a copy, and ends the session for everybody.
 */
export function createSessions(deps: { store: Store; signer: Signer; clock: { now(): number }; limits: Limits }) {
  const { signer, clock, limits } = deps
  const kept = createSessionStore(deps.store)

  async function issue(session: Session, secret: string, n: number): Promise<Issued> {
    const accessExpiresAt = clock.now() + limits.accessMs
    return {
      session,
      accessExpiresAt,
      accessToken: await signer.seal('access', { s: session.id, n, exp: accessExpiresAt }),
      resumeToken: `${session.id}.${n}.${secret}`,
    }
  }

  /** A new browser. `change` fills in what is known at the start. */
  async function start(change: Partial<Session>): Promise<Issued> {
    const visitor = randomUUID()
    const secret = randomBytes(32).toString('base64url')
    const session: Session = {
      id: randomBytes(16).toString('hex'),
      visitor,
      address: visitor,
      verified: false,
      joined: null,
      profile: {},
      answers: {},
      prechatDone: false,
      wrote: false,
      locale: null,
      page: null,
      ...change,
      tokens: [{ n: 1, hash: hash(secret) }],
      confirmed: 0,
      confirmedAt: clock.now(),
      uploads: { since: clock.now(), count: 0, bytes: 0 },
      expiresAt: clock.now() + limits.resumeMs,
    }
    await kept.create(session)
    return issue(session, secret, 1)
  }

  function usable(session: Session, n: number, secret: string): boolean {
    const known = session.tokens.some((token) => token.n === n && sameHash(token.hash, hash(secret)))
    return known && (n >= session.confirmed || clock.now() < session.confirmedAt + limits.graceMs)
  }

  /** The session of a resume token; null when it is unknown or expired, `reused` when its theft is evident. */
  async function find(resumeToken: string): Promise<Session | 'reused' | null> {
    const [id = '', number = '', secret = '', ...rest] = resumeToken.split('.')
    const session = rest.length === 0 ? await kept.read(id) : null
    if (!session) return null
    if (session.expiresAt <= clock.now()) {
      await kept.remove(id)
      return null
    }
    if (usable(session, Number(number), secret)) return session
    await kept.remove(id)
    return 'reused'
  }

  /** Hands out the next tokens of a session that `find` answered. Null when it ended meanwhile. */
  async function rotate(id: string, change: (session: Session) => Session): Promise<Issued | null> {
    const secret = randomBytes(32).toString('base64url')
    const session = await kept.update(id, (before) => {
      const n = (before.tokens.at(-1)?.n ?? 0) + 1
      const tokens = [...before.tokens, { n, hash: hash(secret) }]
      // The oldest one still usable stays: a browser whose answers keep getting lost holds on to it.
      if (tokens.length > KEPT_TOKENS) tokens.splice((tokens[0]?.n ?? 0) < before.confirmed ? 0 : 1, 1)
      return { ...change(before), tokens, expiresAt: clock.now() + limits.resumeMs }
    })
    if (!session) return null
    const own = session.tokens.find((token) => token.hash === hash(secret))
    return own ? issue(session, secret, own.n) : null
  }

  /** The session of an access token, or null. Its first use proves that the resume token beside it arrived. */
  async function authenticate(accessToken: string): Promise<{ session: Session; expiresAt: number } | null> {
    const claims = await signer.open<{ s: string; n: number; exp: number }>('access', accessToken)
    const session = claims && (await kept.read(claims.s))
    if (!claims || !session) return null
    if (claims.n <= session.confirmed) return { session, expiresAt: claims.exp }
    const confirmed = await kept.update(session.id, (before) =>
      claims.n <= before.confirmed ? before : { ...before, confirmed: claims.n, confirmedAt: clock.now() },
    )
    return confirmed ? { session: confirmed, expiresAt: claims.exp } : null
  }

  return {
    start,
    find,
    rotate,
    authenticate,
    read: kept.read,
    update: kept.update,
    end: kept.remove,
    sweep: kept.sweep,
  }
}
