import { routeMetaApp } from '@recado/meta-graph'
import type { AppCredentials, AppRoute, HookRequest } from '@recado/sdk'

/** State of a login with the operator's app: the key of the channel's address, then the channel's own word. */
const STATE = /^([A-Za-z0-9_-]{8,128})\.[A-Za-z0-9_-]{8,128}$/

/**
 * Requests to the address that all companies share. Facebook leads people back to `/oauth` below it, from where they are
 * sent on to the channel whose state they bring; it alone knows whether the state is genuine.
 */
export async function routeMessaging(request: HookRequest, app: AppCredentials): Promise<AppRoute> {
  if (request.path !== '/oauth') return routeMetaApp(request, app)
  const { state = '', ...query } = request.query
  const key = STATE.exec(state)?.[1]
  if (request.method !== 'GET' || !key) return { reply: { status: 404 } }
  const told = new URLSearchParams({ ...query, state })
  return { reply: { status: 302, headers: { location: `../../${key}/oauth?${told}`, 'cache-control': 'no-store' } } }
}
