import { list } from '@recado/loose-json'
import type { ChannelContext, Store } from '@recado/sdk'
import { addressOf } from '@recado/whatsapp-ids'
import type { Call, Driver } from '../drivers/driver.ts'
import type { PlusSettings } from '../settings.ts'

/** The hook has five seconds. */
const LIMIT_MS = 2000
const REMEMBERED = 50

/** Rejects what rings and says why, once for each call; a call is told more than once. */
export async function answerCalls(
  ctx: ChannelContext,
  driver: Driver,
  { callMessage }: Pick<PlusSettings, 'callMessage'>,
  calls: readonly Call[],
): Promise<void> {
  for (const call of calls) {
    if (!driver.rejectCall || !(await isNew(ctx.store, call.id))) continue
    try {
      await driver.rejectCall(call, AbortSignal.timeout(LIMIT_MS))
      const to = addressOf(call.from)
      if (!callMessage || !to) continue
      const content = { type: 'text' as const, text: callMessage }
      const message = { id: `call:${call.id}`, to, content, forwarded: false, mentions: [] }
      await driver.send(message, AbortSignal.timeout(LIMIT_MS))
    } catch (error) {
      // The call itself is reported all the same.
      ctx.log.warn('a call could not be rejected', { detail: error instanceof Error ? error.message : 'unknown' })
    }
  }
}

async function isNew(store: Store, id: string): Promise<boolean> {
  const kept = await store.get<unknown>('calls')
  const known = list(kept?.value).filter((one) => typeof one === 'string')
  if (known.includes(id)) return false
  // Another node may be at it just now: whoever writes first answers.
  return (await store.set('calls', [...known, id].slice(-REMEMBERED), { ifVersion: kept?.version ?? 0 })) !== null
}
