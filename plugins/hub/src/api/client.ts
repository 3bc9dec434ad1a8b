import { parse } from '@recado/loose-json'
import { type ChannelContext, type HttpRequest, type HttpResponse, isPluginError, PluginError } from '@recado/sdk'
import { CALL_MS } from '../limits.ts'
import { HubError, refusalOf, repeatable } from './errors.ts'

export interface CallOptions {
  signal: AbortSignal
  timeoutMs?: number
  /** A repeat would do it twice, so that an answer that never came leaves the outcome open. */
  creates?: boolean
}

/** The hub's HTTP API (v1) with the account's token. */
export interface HubApi {
  /** The JSON of the answer; undefined when it has none. @throws HubError, PluginError TEMPORARY or AMBIGUOUS */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown, options: CallOptions): Promise<unknown>
  /** The answer itself, for files. */
  raw(method: 'GET' | 'POST', path: string, init: HttpRequest): Promise<HttpResponse>
}

export function createApi(ctx: Pick<ChannelContext, 'http'>, token: string, baseUrl: string | undefined): HubApi {
  // Typed addresses come with and without the version.
  const base = baseUrl ? `${baseUrl.trim().replace(/\/+$/, '').replace(/\/v1$/, '')}` : 'api:'
  const headers = { 'x-api-token': token }
  const raw: HubApi['raw'] = (method, path, init) =>
    ctx.http.request(`${base}${path}`, { ...init, method, headers: { ...headers, ...init.headers } })

  return {
    raw,
    async call(method, path, body, { signal, timeoutMs = CALL_MS, creates = false }) {
      try {
        const json = body === undefined ? {} : { json: body }
        const init = { signal, timeoutMs, ...json, method, headers }
        const response = await ctx.http.request(`${base}${path}`, init)
        const answer = parse(await response.bytes())
        const refusal = refusalOf(response.status, answer, response.headers['retry-after'])
        if (refusal) throw refusal
        if (creates && answer === undefined) throw new PluginError('AMBIGUOUS', { detail: 'the answer is not JSON' })
        return answer
      } catch (error) {
        const known = isPluginError(error) ? error : brokenOff(error)
        throw creates ? known : repeatable(known)
      }
    },
  }
}

const brokenOff = (cause: unknown) => new PluginError('AMBIGUOUS', { detail: 'the answer broke off', cause })

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof HubError && statuses.includes(error.status)
