import { type ChannelContext, isPluginError } from '@recado/sdk'
import { createCloud } from '../api/cloud.ts'
import { createAccount } from './account.ts'
import { readNumber } from './number.ts'

const NAME = 'refresh-number'
const EVERY_MS = 24 * 60 * 60 * 1000

export const isRefresh = (name: string): boolean => name === NAME

/** Quality and limits also change without a word. */
export const scheduleRefresh = (ctx: ChannelContext): Promise<void> => ctx.schedule.at(NAME, ctx.clock.now() + EVERY_MS)

export async function refreshNumber(ctx: ChannelContext, signal: AbortSignal): Promise<void> {
  await scheduleRefresh(ctx)
  try {
    const number = await readNumber(ctx, createCloud(ctx), signal)
    await createAccount(ctx).change((state) => ({ ...state, number }))
  } catch (error) {
    // The next day will do; sends find out by themselves when the token is gone.
    ctx.log.debug('the number was not read', { code: isPluginError(error) ? error.code : 'unknown' })
  }
}
