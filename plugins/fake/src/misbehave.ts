import { setTimeout as wait } from 'node:timers/promises'
import { PluginError } from '@recado/sdk'
import type { Control } from './control.ts'

/** Plays out what was asked for before a send: slow, hanging, failing, broken. */
export async function misbehave(control: Control, signal: AbortSignal): Promise<void> {
  const { slowMs, disconnect, leakPromises } = control.state
  if (leakPromises) void Promise.reject(new Error('left behind by the fake channel'))
  if (disconnect) throw new PluginError('NOT_CONNECTED')
  if (control.take('hangNext')) await new Promise<never>(() => undefined)
  if (slowMs > 0) await wait(slowMs, undefined, { signal })
  if (control.take('throwNext')) throw new TypeError('the fake channel is broken, as it was told to be')
  const failure = control.takeFailure()
  if (!failure) return
  const { code, retryAfterMs } = failure
  throw new PluginError(code, { detail: 'as told', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
}
