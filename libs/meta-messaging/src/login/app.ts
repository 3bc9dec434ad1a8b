import { parse, record } from '@recado/loose-json'
import { faultOf, graphError } from '@recado/meta-graph'
import { type ChannelContext, PluginError } from '@recado/sdk'
import { judge } from '../errors.ts'

/** The app at Meta with which people log in. */
export interface App {
  id: string
  secret: string
}

/** The channel's own app where it names one, else the operator's; null when neither is whole. */
export async function appOf(
  ctx: Pick<ChannelContext, 'app' | 'secrets'>,
  settings: Readonly<Record<string, unknown>>,
): Promise<(App & { isShared: boolean }) | null> {
  const own = { id: settings.appId, secret: await ctx.secrets.get('appSecret') }
  if (typeof own.id === 'string' && own.id && own.secret) return { id: own.id, secret: own.secret, isShared: false }
  const shared = { id: ctx.app.settings.appId, secret: await ctx.app.secrets.get('appSecret') }
  if (typeof shared.id !== 'string' || !shared.id || !shared.secret) return null
  return { id: shared.id, secret: shared.secret, isShared: true }
}

/** Gets a token for a code or for a shorter one. @throws GraphError, PluginError */
export async function exchangeToken(
  ctx: Pick<ChannelContext, 'http'>,
  version: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const answer = await ctx.http.request(`graph:/${version}/oauth/access_token`, { query, signal, timeoutMs: 4000 })
  const body = record(parse(await answer.text()))
  const fault = faultOf(body.error)
  if (fault) throw graphError(fault, judge)
  if (answer.status >= 400 || typeof body.access_token !== 'string')
    throw new PluginError('TEMPORARY', { detail: `HTTP ${answer.status}` })
  return body.access_token
}
