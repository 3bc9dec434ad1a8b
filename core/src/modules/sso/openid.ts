import type { HttpRequest } from '@recado/sdk'
import type { Configuration, CustomFetch } from 'openid-client'
import type { Egress } from '../../platform/egress/index.ts'
import { AppError } from '../../platform/errors/app-error.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 512 * 1024
const SCOPE = 'openid email profile'

export interface ClientAccount {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Kept by the browser between the two halves; each is good for one sign-in. */
export interface Checks {
  state: string
  nonce: string
  verifier: string
}

/** Loaded by the first sign-in of this kind, so that the start does not wait for it. */
const library = () => import('openid-client')

export async function newChecks(): Promise<Checks> {
  const { randomNonce, randomPKCECodeVerifier, randomState } = await library()
  return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
}

/** An issuer as it is kept: https, or one that the operator vouches for. @throws ERR_SSO_ISSUER */
export function issuerOf(egress: Pick<Egress, 'check'>, text: string): string {
  const given = text.trim()
  if (given === '') return ''
  if (!URL.canParse(given) || /[?#]/.test(given) || !isAllowed(egress, new URL(given)))
    throw new AppError('ERR_SSO_ISSUER')
  // the provider's own spelling counts, a final slash too
  return given
}

function isAllowed(egress: Pick<Egress, 'check'>, url: URL): boolean {
  try {
    return egress.check(url) === 'listed' || url.protocol === 'https:'
  } catch {
    // refused; why is no business of whoever explores
    return false
  }
}

/** Speaks to companies' providers, every request of it through the egress policy. */
export function createOpenid(egress: Egress) {
  const http = egress.clientFor({ name: 'sso', tenantAddresses: 'any', keepsRedirects: true })

  const fetchGuarded: CustomFetch = async (url, { method, headers, body, signal }) => {
    const answer = await http.request(url, {
      method: method as NonNullable<HttpRequest['method']>,
      headers,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}),
      ...(signal ? { signal } : {}),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    return new Response(new Uint8Array(await answer.bytes()), { status: answer.status, headers: answer.headers })
  }

  /** @throws ERR_SSO_UNREACHABLE, ERR_SSO_ISSUER */
  const discover = async ({ issuer, clientId, clientSecret }: ClientAccount): Promise<Configuration> => {
    const openid = await library()
    const url = new URL(issuerOf(egress, issuer))
    // not https: one that the operator listed
    const insecure = url.protocol === 'http:' ? [openid.allowInsecureRequests] : []
    try {
      return await openid.discovery(url, clientId, clientSecret, openid.ClientSecretPost(clientSecret), {
        execute: [openid.enableNonRepudiationChecks, ...insecure],
        [openid.customFetch]: fetchGuarded,
        timeout: TIMEOUT_MS / 1000,
      })
    } catch (cause) {
      throw new AppError('ERR_SSO_UNREACHABLE', { cause })
    }
  }

  return {
    discover,

    /** Where the browser goes. @throws ERR_SSO_UNREACHABLE */
    async addressFor(account: ClientAccount, checks: Checks, redirectUrl: string, email: string): Promise<string> {
      const openid = await library()
      const config = await discover(account)
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        login_hint: email,
      })
      return url.href
    },

    /**
     * The e-mail that the provider vouches for, or null when it vouches for none. `answer` is the address to which the
     * provider sent the browser. @throws ERR_SSO_UNREACHABLE, ERR_SSO_FAILED
     */
    async verifiedEmail(account: ClientAccount, checks: Checks, answer: URL): Promise<string | null> {
      const openid = await library()
      const config = await discover(account)
      try {
        const tokens = await openid.authorizationCodeGrant(config, answer, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new AppError('ERR_SSO_FAILED')
        if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) return emailOf(claims)
        return emailOf(await openid.fetchUserInfo(config, tokens.access_token, claims.sub))
      } catch (cause) {
        throw cause instanceof AppError ? cause : new AppError('ERR_SSO_FAILED', { cause })
      }
    },
  }
}

/** Some providers write the truth as text. */
const emailOf = ({ email, email_verified: verified }: Record<string, unknown>): string | null =>
  typeof email === 'string' && (verified === true || verified === 'true') ? email : null
