import { setTimeout as wait } from 'node:timers/promises'
import { isPluginError } from '@recado/sdk'
import type { Timing } from '../timing.ts'

/** Resolves after `ms`, or at once when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Doubling pauses with jitter, so that channels which failed together do not come back together. */
export function pauseAfter(failures: number, error: unknown, timing: Timing): number {
  if (isPluginError(error) && error.retryAfterMs !== undefined) return error.retryAfterMs
  const full = Math.min(timing.firstPauseMs * 2 ** (failures - 1), timing.longestPauseMs)
  return full / 2 + (Math.random() * full) / 2
}
