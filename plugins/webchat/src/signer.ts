import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '@recado/sdk'

const KEY = 'signing-key'

/** What a token is good for; a token of one purpose is worthless for another. */
export type Purpose = 'access' | 'upload' | 'link'

export interface Signer {
  /** `payload.mac`, both base64url. `payload.exp` is epoch milliseconds. */
  seal(purpose: Purpose, payload: { exp: number } & Record<string, unknown>): Promise<string>
  /** The payload, or null when it was not sealed here for this purpose or has expired. */
  open<T>(purpose: Purpose, token: string): Promise<T | null>
  mac(purpose: Purpose, text: string): Promise<string>
  check(purpose: Purpose, text: string, mac: string): Promise<boolean>
}

/** Signs with a secret of this channel alone, made on first use and kept sealed by the host. */
export function createSigner(store: Store, clock: { now(): number }): Signer {
  let loading: Promise<string> | null = null

  async function load(): Promise<string> {
    const kept = await store.get<string>(KEY)
    if (kept) return kept.value
    const made = randomBytes(32).toString('base64url')
    const first = await store.set(KEY, made, { ifVersion: 0, sealed: true })
    return first === null ? load() : made
  }

  async function digest(purpose: Purpose, text: string): Promise<Buffer> {
    loading ??= load()
    try {
      return createHmac('sha256', await loading)
        .update(`${purpose}\n${text}`)
        .digest()
    } catch (error) {
      loading = null
      throw error
    }
  }

  async function check(purpose: Purpose, text: string, mac: string): Promise<boolean> {
    const wanted = await digest(purpose, text)
    const given = Buffer.from(mac, 'base64url')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  return {
    check,
    async mac(purpose, text) {
      return (await digest(purpose, text)).toString('base64url')
    },
    async seal(purpose, payload) {
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url')
      return `${body}.${(await digest(purpose, body)).toString('base64url')}`
    },
    async open<T>(purpose: Purpose, token: string) {
      const [body, mac, ...rest] = token.split('.')
      if (!body || !mac || rest.length > 0 || !(await check(purpose, body, mac))) return null
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as { exp: number }
      return payload.exp > clock.now() ? (payload as T) : null
    },
  }
}
