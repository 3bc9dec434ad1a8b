import { type HttpRequest, type InstanceContext, PluginError } from '@recado/sdk'

export interface Provider {
  call<T>(method: NonNullable<HttpRequest['method']>, path: string, signal: AbortSignal, json?: unknown): Promise<T>
}

/** The provider's API: one place for the token and for what its refusals mean to us. */
export function createProvider(ctx: InstanceContext): Provider {
  return {
    async call<T>(method: NonNullable<HttpRequest['method']>, path: string, signal: AbortSignal, json?: unknown) {
      const token = await ctx.secrets.get('token')
      if (!token) throw new PluginError('MISCONFIGURED', { field: 'token' })
      const answer = await ctx.http.request(`api:${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        signal,
        ...(json === undefined ? {} : { json }),
      })
      if (answer.status < 300) return answer.json<T>()
      throw refusal(answer.status, answer.headers['retry-after'])
    },
  }
}

function refusal(status: number, retryAfter: string | undefined): PluginError {
  const detail = `HTTP ${status}`
  if (status === 401 || status === 403) return new PluginError('AUTH_EXPIRED', { detail })
  if (status === 429) return new PluginError('RATE_LIMITED', { detail, retryAfterMs: Number(retryAfter ?? 30) * 1000 })
  if (status >= 500) return new PluginError('TEMPORARY', { detail })
  return new PluginError('REJECTED', { detail })
}
