import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import { type HubApi, isStatus } from '../api/client.ts'
import type { Hub } from '../hub.ts'
import { subscribe } from './subscriptions.ts'

/** Token, channel, subscriptions; told as it goes. Throws what failed. */
export async function connect(ctx: ChannelContext, hub: Hub, signal: AbortSignal): Promise<void> {
  await ctx.connection.set({ state: 'connecting' })
  try {
    const api = await hub.api()
    await checkToken(api, signal)
    const channel = (await hub.refresh(signal)).find(({ id }) => id === hub.channelId)
    if (!channel) throw new PluginError('MISCONFIGURED', { field: 'channel', detail: ctx.t('error.channelGone') })
    await subscribe(ctx, api, hub.channelId, signal)
    const kind = await hub.kind(signal)
    const account = { id: hub.channelId, name: channel.name }
    const notices = kind === 'whatsapp' ? [] : [{ level: 'info' as const, text: ctx.t('notice.firstWord') }]
    await ctx.connection.set({ state: 'connected', account, notices })
  } catch (error) {
    if (isPluginError(error) && !signal.aborted) await tell(ctx, error)
    throw error
  }
}

/** A channel's token in place of the account's is refused here. Hubs without this address are asked by the next call. */
export async function checkToken(api: HubApi, signal: AbortSignal): Promise<void> {
  try {
    await api.call('GET', '/v1/resale/', undefined, { signal })
  } catch (error) {
    if (!isStatus(error, 400, 404, 405)) throw error
  }
}

/** How a failure stands on the channel's screen. */
export async function tell(ctx: ChannelContext, error: PluginError): Promise<void> {
  if (error.code === 'AUTH_EXPIRED') {
    return ctx.connection.set({ state: 'disconnected', reason: ctx.t('state.unauthorised'), userAction: 'reauthorise' })
  }
  if (error.code === 'MISCONFIGURED') {
    const reason = isStatus(error, 404) ? ctx.t('error.channelGone') : (error.detail ?? ctx.t('state.failed'))
    return ctx.connection.set({ state: 'disconnected', reason, userAction: 'check-settings' })
  }
  return ctx.connection.set({ state: 'lost', reason: ctx.t('state.unreachable'), userAction: 'wait' })
}
