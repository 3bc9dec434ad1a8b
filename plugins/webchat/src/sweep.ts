import type { InstanceContext } from '@recado/sdk'
import { createSessionStore } from './session-store.ts'

const SWEEP = 'sweep'
const DAY = 86_400_000

export const scheduleSweep = (ctx: InstanceContext): Promise<void> => ctx.schedule.at(SWEEP, ctx.clock.now() + DAY)

/** Once a day: sessions that nobody came back to are forgotten. */
export async function onSchedule(ctx: InstanceContext, name: string, _: unknown, signal: AbortSignal): Promise<void> {
  if (name !== SWEEP) return
  const removed = await createSessionStore(ctx.store).sweep(ctx.clock.now(), signal)
  ctx.log.info('webchat: expired sessions removed', { removed })
  await scheduleSweep(ctx)
}
