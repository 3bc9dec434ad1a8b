import { type ChannelContext, isPluginError, PluginError } from '@recado/sdk'
import { createHub } from '../hub.ts'
import { checkToken, tell } from './connect.ts'

export const CHECK = 'check'
const EVERY_MS = 30 * 60_000

export const planCheck = (ctx: ChannelContext): Promise<void> => ctx.schedule.at(CHECK, ctx.clock.now() + EVERY_MS)

/**
 * The hub tells nobody that a token was taken back or a channel removed, so it is asked now and then. After either
 * there is no next time; connecting makes one.
 */
export async function check(ctx: ChannelContext, name: string, _payload: unknown, signal: AbortSignal): Promise<void> {
  if (name !== CHECK) return
  const hub = createHub(ctx)
  try {
    await checkToken(await hub.api(), signal)
    if (!(await hub.refresh(signal)).some(({ id }) => id === hub.channelId))
      throw new PluginError('MISCONFIGURED', { field: 'channel', detail: ctx.t('error.channelGone') })
  } catch (error) {
    if (!isPluginError(error)) throw error
    if (error.code === 'AUTH_EXPIRED' || error.code === 'MISCONFIGURED') return tell(ctx, error)
    ctx.log.warn('the hub could not be asked', { code: error.code })
  }
  await planCheck(ctx)
}
