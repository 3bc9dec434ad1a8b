import { type ChannelContext, type HttpResponse, PluginError } from '@recado/sdk'
import type { HttpChannelSettings } from './settings.ts'
import { signedHeaders } from './signature.ts'

export interface Target {
  url: string
  secret: string
}

/** Where this instance posts to. */
export async function targetOf(ctx: ChannelContext<HttpChannelSettings>): Promise<Target> {
  const secret = await ctx.secrets.get('secret')
  if (!secret) throw new PluginError('MISCONFIGURED', { field: 'secret' })
  return { url: ctx.settings.url, secret }
}

/** Posts one signed JSON document and answers the reply's JSON object. */
export async function post(
  ctx: ChannelContext<HttpChannelSettings>,
  { url, secret }: Target,
  document: { type: string; id?: string },
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(document)
  const answer = await ctx.http.request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(document.id ? { 'idempotency-key': document.id } : {}),
      ...signedHeaders(secret, ctx.clock.now(), body),
    },
    body,
    maxBytes: 64 * 1024,
    signal,
  })
  if (answer.status >= 300) throw refusal(answer)
  return parse(await answer.text())
}

function refusal({ status, headers }: HttpResponse): PluginError {
  const detail = `HTTP ${status}`
  if (status === 401 || status === 403) return new PluginError('AUTH_EXPIRED', { detail })
  if (status === 404 || status === 410) return new PluginError('MISCONFIGURED', { detail, field: 'url' })
  if (status === 422) return new PluginError('RECIPIENT_INVALID', { detail })
  if (status === 429) {
    const seconds = Number(headers['retry-after'])
    return new PluginError('RATE_LIMITED', { detail, retryAfterMs: (Number.isFinite(seconds) ? seconds : 30) * 1000 })
  }
  return new PluginError(status >= 500 ? 'TEMPORARY' : 'REJECTED', { detail })
}

/** An answer that is no JSON object says "taken" just as well. */
function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
