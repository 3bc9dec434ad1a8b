import type { ChannelContext } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import type { Acceptor } from '../receive/accept.ts'
import { ALLOWED_UPDATES } from '../receive/map-update.ts'
import { numberOf, objectOf } from '../receive/read.ts'
import type { Timing } from '../timing.ts'
import { loadOffset, type Offset } from './offset.ts'
import { pause, pauseAfter } from './pause.ts'
import { type Account, needsPerson, type Status } from './status.ts'

export interface Polling {
  ctx: ChannelContext
  api: Api
  account: Account
  acceptor: Acceptor
  status: Status
  timing: Timing
}

/** A webhook and getUpdates exclude each other; what waits at Telegram stays. */
export async function beginPolling({ api, status, account, timing }: Polling, signal: AbortSignal): Promise<void> {
  await api.call('deleteWebhook', { drop_pending_updates: false }, { signal, timeoutMs: timing.callMs })
  await status.connected(account)
}

/**
 * Fetches updates one batch after the other until the signal fires or a person has to act. A batch is confirmed by
 * the request after it, which is made only when the batch is durable; until then Telegram gives it again.
 */
export async function runPolling(polling: Polling, signal: AbortSignal): Promise<void> {
  const { ctx, account, status, timing } = polling
  const offset = await loadOffset(ctx.store, account.id)
  let failures = 0
  while (!signal.aborted) {
    try {
      await fetchBatch(polling, offset, signal)
      failures = 0
      await status.connected(account)
    } catch (error) {
      if (signal.aborted) return
      if (needsPerson(error)) return status.stopped(error)
      failures += 1
      await afterFailure(polling, error, failures, signal)
      const conflict = error instanceof ApiError && error.status === 409
      await pause(conflict ? timing.conflictPauseMs : pauseAfter(failures, error, timing), signal)
    }
  }
}

async function fetchBatch({ ctx, api, acceptor, timing }: Polling, offset: Offset, signal: AbortSignal) {
  const next = offset.next(ctx.clock.now())
  const updates: unknown = await api.call(
    'getUpdates',
    {
      timeout: timing.longPollSeconds,
      allowed_updates: ALLOWED_UPDATES,
      ...(next === undefined ? {} : { offset: next }),
    },
    { signal, timeoutMs: timing.longPollSeconds * 1000 + timing.callMs },
  )
  const ids = Array.isArray(updates) ? updates.map((update) => numberOf(objectOf(update)?.update_id) ?? Number.NaN) : []
  const last = Math.max(...ids)
  // Without a number nothing could be confirmed, and the same answer would come again and again.
  if (!Array.isArray(updates) || Number.isNaN(last)) throw new ApiError('TEMPORARY', { detail: 'no list of updates' })
  if (updates.length === 0) return
  await acceptor.accept(updates)
  await offset.advance(last + 1, ctx.clock.now())
}

async function afterFailure(
  { ctx, api, status, timing }: Polling,
  error: unknown,
  failures: number,
  signal: AbortSignal,
) {
  const telegram = error instanceof ApiError
  ctx.log.warn(telegram ? 'fetching updates failed' : 'updates were not accepted', {
    failures,
    detail: telegram ? error.detail : String(error),
  })
  if (!telegram || error.status !== 409) return status.lost(error, failures)
  await status.taken()
  if (!error.says(/webhook/i)) return
  // Somebody registered an address since we connected; the next failure tells if this one failed too.
  await api
    .call('deleteWebhook', { drop_pending_updates: false }, { signal, timeoutMs: timing.callMs })
    .catch((again: unknown) => ctx.log.debug('the webhook stays', { detail: String(again) }))
}
