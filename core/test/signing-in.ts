import { PASSWORD, type Person, type TestApp } from './app.ts'
import { appCode } from './authenticator.ts'

export interface Answered {
  status: number
  body: Record<string, unknown> & { error?: string; params?: { challenge?: string; kind?: string } }
  /** Set by the answer, as the browser sends them back. */
  cookies: string
}

export interface Factor {
  secret: string
  recoveryCodes: string[]
}

/** Ways into an app by hand: what a browser sends and keeps while somebody signs in. */
export function createSigningIn(app: () => Pick<TestApp, 'url' | 'clock'>) {
  let callers = 0

  /** Somebody at a computer of their own, so that limits by address do not mix. */
  const browser = () => {
    const ip = `10.9.${++callers >> 8}.${callers & 255}`
    const jar = new Map<string, string>()
    return async (path: string, json: unknown, more: { token?: string; method?: string } = {}): Promise<Answered> => {
      const response = await fetch(`${app().url}${path}`, {
        method: more.method ?? 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': ip,
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(more.token ? { authorization: `Bearer ${more.token}` } : {}),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        jar.set(name, value)
      }
      const text = await response.text()
      return {
        status: response.status,
        body: text.startsWith('{') ? JSON.parse(text) : {},
        cookies: [...jar.keys()].join(),
      }
    }
  }

  const codeOf = (secret: string) => appCode(secret, app().clock.now())

  /** Switches the second step on. */
  const switchOn = async (person: Person): Promise<Factor> => {
    const begun = await person.api.post<{ secret: string }>('/auth/two-factor/setup', { currentPassword: PASSWORD })
    if (begun.status !== 200) throw new Error(`the second step answered ${begun.status}`)
    const { secret } = begun.body
    const done = await person.api.post<{ recoveryCodes: string[] }>('/auth/two-factor/confirm', {
      code: codeOf(secret),
    })
    if (done.status !== 200) throw new Error(`its code answered ${done.status}`)
    app().clock.advance(30_000)
    return { secret, recoveryCodes: done.body.recoveryCodes }
  }

  const login = async (email: string, from = browser()) => {
    const answer = await from('/auth/login', { email, password: PASSWORD })
    return { from, answer, challenge: answer.body.params?.challenge ?? '' }
  }

  return { browser, codeOf, switchOn, login }
}
