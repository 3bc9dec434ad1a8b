import type { ChannelContext, HookRequest } from '@recado/sdk'
import type { Limits } from './limits.ts'
import { originAllowed } from './origins.ts'
import { networkOf, type Rates } from './rates.ts'
import { Refusal } from './refusal.ts'
import type { Session, Sessions } from './sessions.ts'
import type { WebchatSettings } from './settings.ts'

interface Deps {
  ctx: ChannelContext<WebchatSettings>
  sessions: Sessions
  rates: Rates
  limits: Limits
}

export type Gate = ReturnType<typeof createGate>

/** Who may come in: origins, rates per address, tokens. */
export function createGate({ ctx, sessions, rates, limits }: Deps) {
  async function origin(headers: Record<string, string>): Promise<string | null> {
    const given = headers.origin
    if (given === undefined || given === 'null') {
      // A page of ours that reads from us sends no Origin with GET, but browsers say where it comes from.
      if (ctx.settings.allowNoOrigin || headers['sec-fetch-site'] === 'same-origin') return null
      throw new Refusal('ERR_ORIGIN')
    }
    const own = new URL(await ctx.hookUrl()).origin
    if (given === own || originAllowed(given, ctx.settings.allowedOrigins ?? [])) return given
    throw new Refusal('ERR_ORIGIN')
  }

  /** With "identity required" switched on later, sessions of before are worth nothing either. */
  function check(session: Session | null | undefined): Session {
    if (!session) throw new Refusal('ERR_SESSION_ENDED')
    if (ctx.settings.requireIdentity && !session.verified) throw new Refusal('ERR_SESSION_ENDED')
    return session
  }

  async function authenticate(token: string): Promise<{ session: Session; expiresAt: number }> {
    const known = await sessions.authenticate(token)
    return { session: check(known?.session), expiresAt: known?.expiresAt ?? 0 }
  }

  return {
    /** The allowed origin, null when an allowed caller has none; refuses the others. */
    origin,
    authenticate,
    current: async (id: string): Promise<Session> => check(await sessions.read(id)),

    async bearer(request: HookRequest): Promise<Session> {
      const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      return (await authenticate(token)).session
    },

    rate(ip: string, what: 'sessionsPerIp' | 'requestsPerIp'): void {
      if (!rates.take(`${what}:${networkOf(ip)}`, limits.rates[what])) throw new Refusal('ERR_RATE_LIMITED')
    },
  }
}
