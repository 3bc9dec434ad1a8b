import { parse } from '@recado/loose-json'
import { type Http, type HttpRequest, type HttpResponse, isPluginError, PluginError } from '@recado/sdk'
import { type Consequence, type GatewayError, refusalError, retryAfter, saidIn } from './errors.ts'
import { redact } from './redact.ts'

export interface GatewayOptions {
  http: Http
  /** As the tenant typed it. */
  serverUrl: string
  headers: Record<string, string>
  /** What must not be told. */
  secrets: readonly string[]
  t(key: string): string
}

export interface GatewayCall
  extends Pick<HttpRequest, 'method' | 'query' | 'json' | 'body' | 'timeoutMs' | 'maxBytes'> {
  headers?: Record<string, string>
  signal: AbortSignal
  /** Makes something new at the customer's. */
  creates?: boolean
  /** The gateway recognises a repeat, so that the outcome is never open. */
  absorbed?: boolean
}

/** A vendor's HTTP interface at the address that the tenant typed in. */
export interface Gateway {
  readonly origin: string
  /**
   * The JSON of the answer; undefined when it had none.
   * @throws GatewayError for a refusal, PluginError for the network
   */
  call(path: string, call: GatewayCall): Promise<unknown>
  /** A file of this gateway, streamed. `url` may be relative. Null when it lies elsewhere. */
  file(url: string, signal: AbortSignal, timeoutMs: number): Promise<HttpResponse | null>
  redacted(text: string): string
}

export function createGateway({ http, serverUrl, headers, secrets, t }: GatewayOptions): Gateway {
  const base = serverUrl.trim().replace(/\/+$/, '')
  if (!/^https?:\/\//i.test(base) || !URL.canParse(base)) {
    throw new PluginError('MISCONFIGURED', { field: 'serverUrl', detail: t('error.serverUrl') })
  }
  const { origin } = new URL(base)
  const redacted = (text: string) => redact(text, secrets)

  return {
    origin,
    redacted,

    async call(path, { creates = false, absorbed = false, headers: more, ...init }) {
      const consequence = { creates, absorbed }
      const method = init.method ?? (init.json === undefined && init.body === undefined ? 'GET' : 'POST')
      try {
        const answer = await http.request(`${base}${path}`, { ...init, method, headers: { ...headers, ...more } })
        const body = await answer.text()
        if (answer.status >= 400 || answer.status < 200) throw refusal(answer, body)
        const value = parse(body)
        // A page where JSON should be: the address is another server's, or a proxy in front of the gateway failed.
        if (value === undefined && /^\s*</.test(body)) throw noGateway(consequence)
        return value
      } catch (error) {
        throw settled(error, consequence)
      }

      function refusal(answer: HttpResponse, body: string): GatewayError {
        const wait = retryAfter(answer.headers['retry-after'])
        const said = redacted(saidIn(body))
        return refusalError(
          { status: answer.status, said, ...(wait === undefined ? {} : { retryAfterMs: wait }) },
          consequence,
        )
      }
    },

    async file(url, signal, timeoutMs) {
      if (!URL.canParse(url, `${base}/`)) return null
      const target = new URL(url, `${base}/`)
      if (target.origin !== origin) return null
      const answer = await http.request(target.href, { headers, signal, timeoutMs, maxBytes: MOST_FILE })
      if (answer.status === 429 || answer.status >= 500) {
        throw new PluginError('TEMPORARY', { detail: `HTTP ${answer.status}` })
      }
      if (answer.status >= 400) throw new PluginError('MEDIA_REJECTED', { detail: t('error.fileGone') })
      return answer
    },
  }

  function noGateway({ creates, absorbed }: Consequence): PluginError {
    if (creates && !absorbed) return new PluginError('AMBIGUOUS', { detail: t('error.noJson') })
    return new PluginError('MISCONFIGURED', { field: 'serverUrl', detail: t('error.noGateway') })
  }

  /** The network's failures in the light of what the call does. */
  function settled(error: unknown, { creates, absorbed }: Consequence): unknown {
    if (!isPluginError(error)) return error
    const detail = redacted(error.detail ?? '')
    if (error.code === 'AMBIGUOUS' && (!creates || absorbed)) {
      return new PluginError('TEMPORARY', { detail, cause: error })
    }
    if (error.code === 'MISCONFIGURED' && !error.field) {
      return new PluginError('MISCONFIGURED', { field: 'serverUrl', detail, cause: error })
    }
    // The request was out; what broke was the reading of its answer.
    if (error.code === 'TEMPORARY' && creates && !absorbed && /JSON/.test(detail)) {
      return new PluginError('AMBIGUOUS', { detail, cause: error })
    }
    return error
  }
}

const MOST_FILE = 2 * 1024 * 1024 * 1024
