import { type ChannelContext, createEchoes, type InboundEvent } from '@recado/sdk'
import type { Driver } from '../drivers/driver.ts'

/** What is handed over at once. */
const PUSH_AT_ONCE = 100

/** The one way in. Resolves when all of it is durable. */
export async function accept(
  ctx: ChannelContext,
  { tellsOurIds }: Pick<Driver, 'tellsOurIds'>,
  told: InboundEvent[],
): Promise<void> {
  const events = tellsOurIds ? told : await createEchoes(ctx).settle(told)
  for (let at = 0; at < events.length; at += PUSH_AT_ONCE) await ctx.inbound.push(events.slice(at, at + PUSH_AT_ONCE))
}
