import { type ChannelContext, isPluginError } from '@recado/sdk'
import { GatewayError } from '../api/errors.ts'
import type { Gateway } from '../api/gateway.ts'
import { defaultSessionId } from '../ids.ts'
import type { Timing } from '../timing.ts'

/** What stands in the store while a session of ours exists at the gateway. */
const MARK = 'session'

/** Starts it unless it runs already. */
export async function startSession(gateway: Gateway, timing: Timing, signal: AbortSignal): Promise<void> {
  try {
    await gateway.get('session/start', { signal, timeoutMs: timing.startMs })
  } catch (error) {
    if (!(error instanceof GatewayError && error.status === 422 && error.says(/exist|initiated|started/i))) throw error
  }
}

/** Logs the device out and deletes what the gateway keeps of it. */
export async function terminateSession(gateway: Gateway, timing: Timing, signal: AbortSignal): Promise<void> {
  await gateway.get('session/terminate', { signal, timeoutMs: timing.startMs, asIs: true })
}

export async function restartSession(gateway: Gateway, timing: Timing, signal: AbortSignal): Promise<void> {
  await gateway.get('session/restart', { signal, timeoutMs: timing.startMs, asIs: true })
}

/** Best effort: the gateway may be away just when the channel is switched off. */
export async function stopSession(ctx: ChannelContext, gateway: Gateway, signal: AbortSignal): Promise<void> {
  try {
    await gateway.get('session/stop', { signal, asIs: true })
  } catch (error) {
    ctx.log.warn('the session could not be stopped', { code: isPluginError(error) ? error.code : 'unknown' })
  }
}

export const remember = (ctx: ChannelContext): Promise<unknown> => ctx.store.set(MARK, { at: ctx.clock.now() })

/**
 * A session under the channel's own id of which the store knows nothing was thrown away here, and lives on at the
 * gateway. A session whose id was typed in may be older than the channel and is taken over.
 */
export async function isForgotten(ctx: ChannelContext, sessionId: string): Promise<boolean> {
  return sessionId === defaultSessionId(ctx.instance) && (await ctx.store.get(MARK)) === null
}
