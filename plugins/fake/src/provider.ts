import { type InstanceContext, type OutboundMessage, PluginError } from '@recado/sdk'

/** The stand-in provider at the endpoint `provider`. */
export interface Provider {
  check(signal: AbortSignal): Promise<void>
  registerHook(url: string, signal: AbortSignal): Promise<void>
  /** Answers the provider's id. Our message's id travels as its `id`. */
  send(message: OutboundMessage, signal: AbortSignal): Promise<string>
}

export function createProvider(ctx: InstanceContext): Provider {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, signal: AbortSignal, json?: unknown) => {
    const answer = await ctx.http.request(`provider:${path}`, {
      method,
      signal,
      ...(json === undefined ? {} : { json }),
    })
    const { externalId } = await answer.json<{ externalId?: unknown }>().catch(() => ({ externalId: null }))
    if (answer.status < 300) return typeof externalId === 'string' ? externalId : ''
    throw refusal(answer.status, answer.headers['retry-after'])
  }
  return {
    async check(signal) {
      await call('GET', '/health', signal)
    },
    async registerHook(url, signal) {
      await call('PUT', '/hook', signal, { url })
    },
    async send(message, signal) {
      const externalId = await call('POST', '/messages', signal, message)
      if (externalId === '') throw new PluginError('AMBIGUOUS', { detail: 'the provider answered without an id' })
      return externalId
    },
  }
}

function refusal(status: number, retryAfter: string | undefined): PluginError {
  const detail = `HTTP ${status}`
  if (status === 401) return new PluginError('AUTH_EXPIRED', { detail })
  if (status === 404) return new PluginError('RECIPIENT_INVALID', { detail })
  if (status === 429) return new PluginError('RATE_LIMITED', { detail, retryAfterMs: Number(retryAfter ?? 1) * 1000 })
  if (status >= 500) return new PluginError('TEMPORARY', { detail })
  return new PluginError('REJECTED', { detail })
}
