import { type ChannelContext, isPluginError } from '@recado/sdk'
import type { Bot } from '../bot.ts'
import type { Acceptor } from '../receive/accept.ts'
import type { TelegramSettings } from '../settings.ts'
import { pause, pauseAfter } from './pause.ts'
import { beginPolling, runPolling } from './polling.ts'
import { type Account, createStatus, needsPerson } from './status.ts'
import { beginWebhook, watchWebhook } from './webhook.ts'

export interface Session {
  /**
   * Resolves after the first attempt. One that failed for a while is repeated until `disconnect`; one that only a
   * person can mend is told and thrown.
   */
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  /** Something else than the connection was refused: a token that is dead for it is dead for all, and told at once. */
  refused(error: unknown): Promise<void>
}

export function createSession(
  ctx: ChannelContext,
  bot: Bot,
  acceptor: Acceptor,
  settings: Readonly<TelegramSettings>,
): Session {
  const status = createStatus(ctx)
  const { timing } = bot
  let running: { stop: AbortController; done: Promise<void> } | null = null

  /** Answers what keeps the connection until the signal fires. */
  const begin = async (signal: AbortSignal): Promise<(signal: AbortSignal) => Promise<void>> => {
    const { api } = await bot.open()
    const me = await api.call('getMe', {}, { signal, timeoutMs: timing.callMs })
    const account: Account = {
      id: String(me.id),
      name: me.first_name,
      ...(me.username ? { number: `@${me.username}` } : {}),
    }
    if (settings.mode === 'polling') {
      const polling = { ctx, api, account, acceptor, status, timing }
      await beginPolling(polling, signal)
      return (until) => runPolling(polling, until)
    }
    const webhook = { ctx, api, account, status, timing }
    await beginWebhook(webhook, signal)
    return (until) => watchWebhook(webhook, until)
  }

  /** Tells of a failed attempt; throws what only a person can mend. */
  const failed = async (error: unknown, attempt: number) => {
    if (needsPerson(error)) {
      await status.stopped(error)
      throw error
    }
    ctx.log.warn('connecting failed', { attempt, detail: error instanceof Error ? error.message : 'unknown' })
    await status.lost(error, attempt)
  }

  const keepTrying = async (first: unknown, until: AbortSignal) => {
    let error = first
    for (let attempt = 1; !until.aborted; attempt += 1) {
      await pause(pauseAfter(attempt, error, timing), until)
      if (until.aborted) return
      try {
        const keep = await begin(until)
        return await keep(until)
      } catch (next) {
        if (until.aborted) return
        error = next
        await failed(next, attempt + 1)
      }
    }
  }

  /** Answers what goes on in the background: keeping the connection, or trying on. */
  const firstAttempt = async (until: AbortSignal, signal: AbortSignal): Promise<() => Promise<void>> => {
    await status.connecting()
    try {
      const keep = await begin(AbortSignal.any([until, signal]))
      return () => keep(until)
    } catch (error) {
      if (signal.aborted || until.aborted) throw error
      await failed(error, 1)
      return () => keepTrying(error, until)
    }
  }

  const inBackground = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      // Told by `status` where a person has to act.
      ctx.log.error('the connection ended', { detail: error instanceof Error ? error.message : 'unknown' })
    })

  const stopRunning = async () => {
    const current = running
    running = null
    current?.stop.abort()
    await current?.done
  }

  return {
    async connect(signal) {
      await stopRunning()
      const stop = new AbortController()
      const until = AbortSignal.any([stop.signal, ctx.signal])
      const attempt = firstAttempt(until, signal)
      const settled = attempt.then(
        () => undefined,
        () => undefined,
      )
      // Known from the start, so that `disconnect` also ends an attempt that is still under way.
      running = { stop, done: settled }
      const goOn = await attempt
      if (!until.aborted) running = { stop, done: inBackground(goOn()) }
    },
    async disconnect() {
      await stopRunning()
      await status.disconnected()
    },
    async refused(error) {
      if (!running || !isPluginError(error) || error.code !== 'AUTH_EXPIRED') return
      await stopRunning()
      await status.stopped(error)
    },
  }
}
