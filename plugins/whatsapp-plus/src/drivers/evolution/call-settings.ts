import { record } from '@recado/loose-json'
import { field, flagOf, textOf } from '../../receive/fields.ts'
import type { DriverSetup } from '../driver.ts'

const OTHERS = ['groupsIgnore', 'alwaysOnline', 'readMessages', 'readStatus', 'syncFullHistory']

/** Evolution rejects calls by itself, as its settings say; they are set all at once, so the others stay as they are. */
export async function applyCallSettings(setup: DriverSetup, signal: AbortSignal): Promise<void> {
  const { gateway, timing, instanceName, settings } = setup
  const name = encodeURIComponent(instanceName)
  const found = record(await gateway.call(`/settings/find/${name}`, { signal, timeoutMs: timing.callMs }))
  const msgCall = settings.rejectCalls ? (settings.callMessage ?? '') : ''
  if (flagOf(found, 'rejectCall') === settings.rejectCalls && (textOf(found, 'msgCall') ?? '') === msgCall) return
  const others = Object.fromEntries(OTHERS.map((other) => [other, field(found, other) === true]))
  const json = { ...others, rejectCall: settings.rejectCalls, msgCall }
  await gateway.call(`/settings/set/${name}`, { json, signal, timeoutMs: timing.callMs })
}
