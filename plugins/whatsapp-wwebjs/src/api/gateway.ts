import { type Loose, record } from '@recado/loose-json'
import { type ChannelContext, type HttpRequest, isPluginError, PluginError } from '@recado/sdk'
import { ANSWER_BYTES } from '../limits.ts'
import type { Timing } from '../timing.ts'
import { answerOf } from './errors.ts'

export interface CallOptions {
  signal: AbortSignal
  timeoutMs?: number
  /** A repeat would do it twice, so that an answer that never came leaves the outcome open. */
  creates?: boolean
  /** `success: false` is an answer like any other. */
  asIs?: boolean
}

/** The gateway as one session of it. Paths are those of its documentation, without the session's id. */
export interface Gateway {
  readonly sessionId: string
  /** @throws GatewayError, or PluginError TEMPORARY or AMBIGUOUS when no answer came */
  get(path: string, options: CallOptions): Promise<Loose>
  post(path: string, body: object, options: CallOptions): Promise<Loose>
  put(path: string, body: object, options: CallOptions): Promise<Loose>
}

export function createGateway(
  ctx: Pick<ChannelContext, 'http'>,
  access: { url: string; apiKey: string; sessionId: string },
  timing: Timing,
): Gateway {
  const base = access.url.trim().replace(/\/+$/, '')
  const headers = access.apiKey ? { 'x-api-key': access.apiKey } : {}

  const call = async (path: string, init: HttpRequest, options: CallOptions): Promise<Loose> => {
    const { signal, creates = false, asIs = false, timeoutMs = timing.callMs } = options
    const [, group = '', name = '', rest = ''] = /^(\w+)\/(\w+)(\/\w+)?$/.exec(path) ?? []
    const url = `${base}/${group}/${name}/${encodeURIComponent(access.sessionId)}${rest}`
    try {
      const limits = { timeoutMs, maxBytes: ANSWER_BYTES, signal }
      const response = await ctx.http.request(url, { ...init, headers, ...limits })
      return record(await answerOf(response, { creates, asIs }))
    } catch (error) {
      throw judged(error, creates)
    }
  }

  return {
    sessionId: access.sessionId,
    get: (path, options) => call(path, { method: 'GET' }, options),
    post: (path, body, options) => call(path, { method: 'POST', json: body }, options),
    put: (path, body, options) => call(path, { method: 'PUT', json: body }, options),
  }
}

/** The host cannot know which calls may be repeated, and how an answer breaks off half way. */
function judged(error: unknown, creates: boolean): unknown {
  if (!isPluginError(error)) {
    return new PluginError(creates ? 'AMBIGUOUS' : 'TEMPORARY', { detail: 'the answer broke off', cause: error })
  }
  if (error.code === 'AMBIGUOUS' && !creates) return new PluginError('TEMPORARY', detailOf(error))
  return error
}

const detailOf = (error: PluginError) => ({ cause: error, ...(error.detail ? { detail: error.detail } : {}) })
