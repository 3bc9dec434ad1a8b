import { parse, record } from '@recado/loose-json'
import { type Http, type HttpRequest, PluginError } from '@recado/sdk'
import { faultOf, graphError, type Judge } from './errors.ts'

/** Version of the Graph API when the channel's settings name none. */
export const GRAPH_VERSION = 'v24.0'

export interface GraphOptions {
  http: Http
  /** Name of the endpoint in the manifest: `graph`. */
  endpoint: string
  version: string
  token(): Promise<string | null>
  judge: Judge
}

export interface GraphCall
  extends Pick<HttpRequest, 'method' | 'query' | 'json' | 'body' | 'bodyBytes' | 'signal' | 'timeoutMs'> {
  headers?: Record<string, string>
  /**
   * The call makes something new that Meta would not recognise a second time: an answer that never came, or a 5xx
   * without a fault, leaves its outcome open.
   */
  creates?: boolean
}

/** Calls of the Graph API with a bearer token. Makes no request by itself. */
export interface Graph {
  /**
   * The JSON answer. `path` follows the version: `/1234/messages`.
   * @throws GraphError for a refusal of Meta, PluginError for the network
   */
  call<T = Record<string, unknown>>(path: string, call?: GraphCall): Promise<T>
  /** Streams a file from an address that needs the token too. @throws PluginError */
  download(
    url: string,
    signal: AbortSignal,
    limits?: Pick<HttpRequest, 'maxBytes' | 'timeoutMs'>,
  ): Promise<{ stream: ReadableStream<Uint8Array>; mimeType: string | undefined; size: number | undefined }>
}

export function createGraph({ http, endpoint, version, token, judge }: GraphOptions): Graph {
  const bearer = async (): Promise<string> => {
    const value = await token()
    if (!value) throw new PluginError('MISCONFIGURED', { field: 'accessToken', detail: 'no access token' })
    return `Bearer ${value}`
  }

  return {
    async call<T>(path: string, { creates = false, headers, ...init }: GraphCall = {}) {
      const answer = await http.request(`${endpoint}:/${version}${path}`, {
        ...init,
        method: init.method ?? (init.json === undefined && init.body === undefined ? 'GET' : 'POST'),
        headers: { authorization: await bearer(), ...headers },
      })
      const body = parse(await answer.text())
      const fault = faultOf(record(body).error)
      if (fault) throw graphError(fault, judge, answer.headers)
      if (answer.status >= 500)
        throw new PluginError(creates ? 'AMBIGUOUS' : 'TEMPORARY', { detail: `HTTP ${answer.status}` })
      if (answer.status === 429) throw new PluginError('RATE_LIMITED', { retryAfterMs: 30_000 })
      if (answer.status === 401) throw new PluginError('AUTH_EXPIRED', { detail: `HTTP ${answer.status}` })
      if (answer.status >= 400) throw new PluginError('REJECTED', { detail: `HTTP ${answer.status}` })
      return (typeof body === 'object' && body !== null ? body : {}) as T
    },

    async download(url, signal, limits = {}) {
      const answer = await http.request(url, { ...limits, headers: { authorization: await bearer() }, signal })
      if (answer.status === 401) throw new PluginError('AUTH_EXPIRED', { detail: 'file refused' })
      if (answer.status >= 500 || answer.status === 429)
        throw new PluginError('TEMPORARY', { detail: `HTTP ${answer.status}` })
      if (answer.status >= 400) throw new PluginError('MEDIA_REJECTED', { detail: `HTTP ${answer.status}` })
      const size = Number(answer.headers['content-length'])
      return {
        stream: answer.stream() as ReadableStream<Uint8Array>,
        mimeType: answer.headers['content-type'],
        size: Number.isInteger(size) && size > 0 ? size : undefined,
      }
    },
  }
}
