import type { ChannelContext } from '@recado/sdk'
import { isRefresh, refreshNumber } from './connect/refresh.ts'
import { healLater, isHealing } from './send/heal.ts'

/** What the channel set itself a time for. */
export async function onSchedule(
  ctx: ChannelContext,
  name: string,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (isHealing(name)) await healLater(ctx, payload, signal)
  else if (isRefresh(name)) await refreshNumber(ctx, signal)
}
