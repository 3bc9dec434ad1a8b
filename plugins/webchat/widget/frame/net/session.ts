import type { IdentityClaim, SessionAnswer } from '../../../src/wire.ts'
import type { Storage } from '../storage.ts'
import { ApiError, call } from './api.ts'

const SPARE_MS = 30_000

export interface SessionEvents {
  /** Another conversation than before; perhaps even another person. */
  onOther(person: boolean): void
  onChange(session: SessionAnswer): void
}

interface Owner {
  visitor: string
  verified: boolean
}

export type Session = ReturnType<typeof createSession>

/** Access and resume tokens. They stay in this frame: in memory and in its own partition of localStorage. */
export function createSession(storage: Storage, locale: string, events: SessionEvents) {
  let current: SessionAnswer | null = null
  let identity: IdentityClaim | null = null
  let page: string | undefined
  let pending: Promise<SessionAnswer> | null = null

  /** Number of a token within its session: an older one must never replace a newer one of another tab. */
  const numberOf = (token: string): number => Number(token.split('.')[1] ?? 0)

  function keep(answer: SessionAnswer): SessionAnswer {
    const stored = storage.read<string>('resume')
    const sibling = stored?.split('.')[0] === answer.resumeToken.split('.')[0]
    if (!stored || !sibling || numberOf(stored) < numberOf(answer.resumeToken)) {
      storage.write('resume', answer.resumeToken)
    }
    const owner = storage.read<Owner>('owner')
    current = answer
    storage.write('owner', { visitor: answer.visitor, verified: answer.verified } satisfies Owner)
    if (owner && (owner.visitor !== answer.visitor || owner.verified !== answer.verified)) {
      // Words of one person must never go out under the name of another.
      events.onOther(owner.visitor !== answer.visitor && (owner.verified || answer.verified))
    }
    events.onChange(answer)
    return answer
  }

  const ask = (resumeToken: string | null): Promise<SessionAnswer> =>
    call('POST', 'session', {
      json: { ...(resumeToken ? { resumeToken } : {}), ...(identity ? { identity } : {}), page, locale },
    })

  async function renew(): Promise<SessionAnswer> {
    const resumeToken = storage.read<string>('resume')
    try {
      return keep(await ask(resumeToken))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'ERR_SESSION_ENDED' && resumeToken) storage.remove('resume')
      else if (error.code === 'ERR_IDENTITY_INVALID' && identity) identity = null
      else throw error
      return keep(await ask(storage.read<string>('resume')))
    }
  }

  /** One tab at a time, so that two do not use up the same resume token. */
  function renewAlone(): Promise<SessionAnswer> {
    // Where a browser refuses storage to frames of other sites it refuses locks too, and tabs share no token.
    if (!navigator.locks || !storage.shared) return renew()
    return navigator.locks.request(`recado ${location.pathname}`, renew)
  }

  function refresh(): Promise<SessionAnswer> {
    pending ??= renewAlone().finally(() => {
      pending = null
    })
    return pending
  }

  return {
    refresh,
    current: () => current,
    known: () => storage.read<string>('resume') !== null,
    setPage(given: string): void {
      page = given.slice(0, 2_000)
    },

    async token(): Promise<string> {
      const fresh = current && current.accessExpiresAt - Date.now() > SPARE_MS ? current : await refresh()
      return fresh.accessToken
    },

    /** Calls with a token; when the server knows it no more, renews it once. */
    async call<T>(method: 'GET' | 'POST', path: string, json?: unknown, signal?: AbortSignal): Promise<T> {
      const request = async () => {
        const token = await this.token()
        return call<T>(method, path, { token, ...(json === undefined ? {} : { json }), ...(signal ? { signal } : {}) })
      }
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'ERR_SESSION_ENDED') throw error
        await refresh()
        return request()
      }
    },

    async identify(claim: IdentityClaim): Promise<void> {
      identity = claim
      await pending?.catch(() => null)
      await refresh()
    },

    async reset(): Promise<void> {
      identity = null
      const token = current?.accessToken
      current = null
      storage.remove('resume')
      storage.remove('owner')
      if (token) await call('POST', 'reset', { token }).catch(() => null)
    },
  }
}
