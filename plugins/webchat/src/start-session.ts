import type { ChannelContext } from '@recado/sdk'
import type { Static } from 'typebox'
import { partyOf } from './actions.ts'
import type { Hub } from './hub.ts'
import { type Identity, readIdentity } from './identity.ts'
import { prechatFields } from './prechat.ts'
import { Refusal } from './refusal.ts'
import type { SessionBody } from './schemas.ts'
import type { Issued, Session, Sessions } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'
import type { SessionAnswer } from './wire.ts'

interface Deps {
  ctx: ChannelContext<WebchatSettings>
  sessions: Sessions
  hub: Hub
}

type Body = Static<typeof SessionBody>

/** Opens, resumes or identifies a visitor's session. */
export function createStartSession({ ctx, sessions, hub }: Deps) {
  async function identityOf(body: Body): Promise<Identity | null> {
    if (!body.identity) return null
    const secrets = await Promise.all(['identitySecret', 'previousIdentitySecret'].map((name) => ctx.secrets.get(name)))
    const known = secrets.filter((secret): secret is string => Boolean(secret))
    const { identity: claim } = body
    const optional = 'jwt' in claim ? claim : { id: claim.id, ...definedOf(claim) }
    const identity = readIdentity(optional, known, ctx.clock.now())
    if (!identity) throw new Refusal('ERR_IDENTITY_INVALID')
    return identity
  }

  async function resumed(body: Body): Promise<Session | null> {
    if (!body.resumeToken) return null
    const found = await sessions.find(body.resumeToken)
    if (found !== 'reused') return found
    const [id = ''] = body.resumeToken.split('.')
    ctx.log.warn('webchat: a resume token was used twice; the session ended', { session: id.slice(0, 8) })
    throw new Refusal('ERR_SESSION_ENDED')
  }

  /** The session after this identity; null when it belongs to somebody else. */
  function identified(session: Session, identity: Identity | null): Session | null {
    if (!identity) return session
    if (!identity.verified) {
      return session.verified ? session : { ...session, profile: { ...session.profile, ...identity.profile } }
    }
    if (session.verified) {
      return session.address === identity.address
        ? { ...session, profile: { ...session.profile, ...identity.profile } }
        : null
    }
    const joined = session.wrote ? session.visitor : null
    const profile = { ...session.profile, ...identity.profile }
    return { ...session, address: identity.address, verified: true, joined, profile }
  }

  /** Lets the host join the conversations, or know the new name, before the visitor goes on. */
  async function tellHost(before: Session, after: Session): Promise<void> {
    const renamed = JSON.stringify(before.profile) !== JSON.stringify(after.profile)
    if (!before.wrote || (before.address === after.address && !renamed)) return
    await ctx.inbound.push([{ kind: 'contact', party: partyOf(after, ctx.t), at: ctx.clock.now() }])
  }

  async function open(body: Body, identity: Identity | null): Promise<Issued> {
    const seen = { locale: body.locale ?? null, page: body.page ?? null }
    const before = await resumed(body)
    if (ctx.settings.requireIdentity && !identity?.verified && !before?.verified) {
      throw new Refusal('ERR_IDENTITY_REQUIRED')
    }
    const after = before && identified(before, identity)
    if (before && after) {
      await tellHost(before, after)
      const { address, verified, joined, profile } = after
      const issued = await sessions.rotate(before.id, (kept) => ({
        ...kept,
        address,
        verified,
        joined,
        profile,
        ...seen,
      }))
      if (!issued) throw new Refusal('ERR_SESSION_ENDED')
      if (before.address !== address) await hub.announce({ type: 'ended', to: before.address, session: before.id })
      return issued
    }
    // Somebody else sits at this computer now: the former visitor's tokens must not stay in it.
    if (before) await end(before)
    if (!identity) return sessions.start(seen)
    const { profile } = identity
    return sessions.start({
      ...seen,
      profile,
      ...(identity.verified ? { verified: true, address: identity.address } : {}),
    })
  }

  async function end(session: Session): Promise<void> {
    await sessions.end(session.id)
    await hub.announce({ type: 'ended', to: session.address, session: session.id })
  }

  return {
    end,
    async start(body: Body): Promise<SessionAnswer> {
      const { session, accessToken, accessExpiresAt, resumeToken } = await open(body, await identityOf(body))
      return {
        visitor: session.visitor,
        verified: session.verified,
        accessToken,
        accessExpiresAt,
        resumeToken,
        prechat: prechatFields(ctx.settings, session),
        profile: session.profile,
      }
    },
  }
}

function definedOf(claim: {
  hash?: string | undefined
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}) {
  const entries = Object.entries({ hash: claim.hash, name: claim.name, email: claim.email, phone: claim.phone })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>
}
