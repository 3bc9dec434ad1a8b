import { type CatchUp, type ChannelContext, createEchoes, isPluginError, type PluginError } from '@recado/sdk'
import { isGatewayDown } from '../api/errors.ts'
import type { Gateway } from '../api/gateway.ts'
import type { Access } from '../session-access.ts'
import { createAlarm } from './alarm.ts'
import { accountOf, registerWebhook } from './arrival.ts'
import { isForgotten, remember, restartSession, startSession, stopSession, terminateSession } from './lifecycle.ts'
import { type Observed, observe } from './observe.ts'
import type { Status } from './status.ts'

/** Every how many looks what no longer comes is forgotten. */
const TIDY_EVERY = 100

/** What a hook, or another node, says about the session. The gateway itself is asked before it is believed. */
export type Hint = 'look' | 'logged-out' | 'missed' | 'suspect'

export interface Session {
  /** Resolves after the first look; goes on watching until `disconnect`. What only a person can mend is thrown. */
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  hint(hint: Hint): void
}

export function createSession(ctx: ChannelContext, access: Access, status: Status, catchUp: CatchUp): Session {
  const { timing } = access
  const alarm = createAlarm()
  let running: { stop: AbortController; done: Promise<void> } | null = null
  let failures = 0
  let restartedAt = Number.NEGATIVE_INFINITY
  let isLoggedOut = false
  let isSuspect = false
  /** The first look is over. */
  let isWatched = false

  const begin = async (gateway: Gateway, signal: AbortSignal) => {
    if (status.state !== 'waiting-qr') await status.connecting()
    await startSession(gateway, timing, signal)
  }

  const arrive = async (gateway: Gateway, signal: AbortSignal) => {
    if (await isForgotten(ctx, gateway.sessionId)) {
      await terminateSession(gateway, timing, signal)
      await remember(ctx)
      await begin(gateway, signal)
      alarm.ring()
      return
    }
    isLoggedOut = false
    if (status.state !== 'connected' || isSuspect) {
      isSuspect = false
      const notices = await registerWebhook(ctx, gateway, signal)
      await remember(ctx)
      await status.connected(await accountOf(ctx, gateway, signal), notices)
    }
    // Chats may take minutes to read: the first look, which somebody waits for, leaves that to the next.
    if (isWatched) await catchUp.run(signal)
    else alarm.ring()
  }

  const repair = async (gateway: Gateway, signal: AbortSignal) => {
    await status.lost('session')
    const now = ctx.clock.now()
    if (now - restartedAt < timing.restartMs) return
    restartedAt = now
    await restartSession(gateway, timing, signal)
    alarm.ring()
  }

  const act = async (seen: Observed, gateway: Gateway, signal: AbortSignal): Promise<void> => {
    if (seen.kind !== 'connected') catchUp.behind()
    switch (seen.kind) {
      case 'connected':
        return arrive(gateway, signal)
      case 'crashed':
        return repair(gateway, signal)
      case 'conflict':
        return status.lost('conflict')
      case 'missing':
        if (isLoggedOut) return
        await begin(gateway, signal)
        return settle(await observe(gateway, signal), gateway, signal)
      case 'open':
        if (isLoggedOut) return
        if (!seen.qr) return status.state === 'connected' ? status.lost('session') : undefined
        await remember(ctx)
        return status.waitingQr(seen.qr)
    }
  }

  /** What a start brought about; one that brought nothing waits for the next look. */
  const settle = async (seen: Observed, gateway: Gateway, signal: AbortSignal) => {
    if (seen.kind === 'connected' || seen.kind === 'open') await act(seen, gateway, signal)
  }

  /** One look. Throws what only a person can mend. */
  const look = async (signal: AbortSignal): Promise<void> => {
    try {
      const gateway = await access.open()
      await act(await observe(gateway, signal), gateway, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (needsPerson(error)) {
        await status.stopped(error)
        throw error
      }
      failures += 1
      ctx.log.warn('the session could not be watched', {
        failures,
        code: isPluginError(error) ? error.code : 'unknown',
      })
      // A connection that works is not given up because one call was slow.
      if (status.state === 'connected' && failures < 2 && !isGatewayDown(error)) return
      catchUp.behind()
      await status.lost('unreachable', failures)
    }
  }

  const watch = async (until: AbortSignal) => {
    isWatched = true
    for (let looks = 1; !until.aborted; looks += 1) {
      await alarm.pause(status.state === 'connected' ? timing.watchMs : timing.waitingMs, until)
      if (!until.aborted) await look(until)
      if (!until.aborted && looks % TIDY_EVERY === 0) await createEchoes(ctx).tidy()
    }
  }

  const inBackground = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      // Told by `status`, as only a person can mend it.
      ctx.log.error('the session is no longer watched', { code: isPluginError(error) ? error.code : 'unknown' })
    })

  const stopRunning = async () => {
    const current = running
    running = null
    current?.stop.abort()
    await current?.done
    return current !== null
  }

  return {
    async connect(signal) {
      await stopRunning()
      const stop = new AbortController()
      const until = AbortSignal.any([stop.signal, ctx.signal])
      isLoggedOut = false
      isWatched = false
      catchUp.behind()
      await status.connecting()
      const first = look(AbortSignal.any([until, signal]))
      running = {
        stop,
        done: first.then(
          () => undefined,
          () => undefined,
        ),
      }
      try {
        await first
      } catch (error) {
        running = null
        throw error
      }
      if (!until.aborted && !signal.aborted) running = { stop, done: inBackground(watch(until)) }
    },
    async disconnect() {
      const wasRunning = await stopRunning()
      if (wasRunning && !ctx.signal.aborted) await stopSession(ctx, await access.open(), ctx.signal)
      await status.disconnected()
    },
    hint(hint) {
      if (!running) return
      if (hint === 'missed') catchUp.behind()
      if (hint === 'suspect') {
        isSuspect = true
        void inBackground(status.lost('session'))
      }
      if (hint === 'logged-out') {
        isLoggedOut = true
        catchUp.behind()
        void inBackground(status.loggedOut())
      }
      alarm.ring()
    },
  }
}

const needsPerson = (error: unknown): error is PluginError =>
  isPluginError(error) && (error.code === 'AUTH_EXPIRED' || error.code === 'MISCONFIGURED')
