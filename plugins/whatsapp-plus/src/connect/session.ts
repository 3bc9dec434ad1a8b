import { type CatchUp, type ChannelContext, createEchoes, type Shown } from '@recado/sdk'
import type { Driver, Status } from '../drivers/driver.ts'
import type { Timing } from '../timing.ts'
import { createBell } from './pause.ts'
import { shownOf } from './show.ts'
import { createReporter, needsPerson } from './status.ts'
import { lookAfterWebhook } from './webhook.ts'

export interface Session {
  /** Resolves when the gateway is set up and told how it stands; a code that waits is told as a state. */
  connect(signal: AbortSignal): Promise<void>
  disconnect(): Promise<void>
  /** Something changed at the gateway: looks at once. */
  nudge(): void
}

export interface SessionOptions {
  driver(signal: AbortSignal): Promise<Driver>
  catchUp: Pick<CatchUp, 'run' | 'behind'>
  /** The gateway can say what it told while nobody listened. */
  tellsMissed(): boolean
  hookUrl(): Promise<string>
  /** Digits, when the device is linked by a code to type. */
  phone: string | null
  timing: Timing
}

/** A code that waits to be used. */
interface Pairing {
  until: number
  shown: Shown | null
  /** Looks in a row that found nothing under way. */
  misses: number
}

/** Failed looks after which the connection counts as lost: one may be a hiccup. */
const PATIENCE = 2
/** Every how many good looks the webhook is looked after too. */
const WEBHOOK_EVERY = 5
/** Every how many looks what no longer comes is forgotten. */
const TIDY_EVERY = 50
/** Once scanned, a session starts anew and is nowhere for a moment. */
const MISSES = 3

export function createSession(
  ctx: ChannelContext,
  { driver, catchUp, tellsMissed, hookUrl, phone, timing }: SessionOptions,
): Session {
  const reporter = createReporter(ctx)
  const bell = createBell()
  const by = phone === null ? 'qr' : 'code'
  let running: { stop: AbortController; done: Promise<void> } | null = null
  let pairing: Pairing | null = null
  let wasConnected = false
  let isTaken = false

  const pair = async (open: Driver, signal: AbortSignal): Promise<Status> => {
    const until = ctx.clock.now() + (by === 'qr' ? timing.qrMs : timing.codeMs)
    const found = await open.connect(phone, signal)
    pairing = { until, shown: await shownOf(ctx, by, found, until), misses: 0 }
    return found
  }

  const begin = async (signal: AbortSignal): Promise<Driver> => {
    const open = await driver(signal)
    const before = await open.status(signal)
    await open.setWebhook(await hookUrl(), signal)
    isTaken = false
    await tell(before.state === 'connected' ? before : await pair(open, signal))
    return open
  }

  const tell = async (found: Status): Promise<void> => {
    if (found.state === 'connected') {
      pairing = null
      wasConnected = true
      return reporter.connected(found.account, { isTaken, isForgetful: !tellsMissed() })
    }
    const current = pairing
    if (current && ctx.clock.now() < current.until) {
      // A code that was shown stays until there is another one: some gateways tell it once.
      current.shown = (await shownOf(ctx, by, found, current.until)) ?? current.shown
      current.misses = found.state === 'connecting' ? 0 : current.misses + 1
      if (current.misses < MISSES) return reporter.waiting(current.shown)
    }
    const isPast = pairing !== null
    pairing = null
    if (found.isLoggedOut) {
      wasConnected = false
      return reporter.loggedOut()
    }
    return wasConnected && !isPast ? reporter.lost(null, 0) : reporter.expired()
  }

  const lookAfter = async (open: Driver, signal: AbortSignal) => {
    try {
      isTaken = await lookAfterWebhook(open, await hookUrl(), signal)
    } catch (error) {
      // Not every version tells; the session counts.
      if (needsPerson(error) && error.code === 'AUTH_EXPIRED') throw error
      ctx.log.debug('the webhook could not be looked after', { detail: detailOf(error) })
    }
  }

  /** What stands in its way is told by the looks. */
  const fetchMissed = (until: AbortSignal) =>
    catchUp.run(until).catch((error: unknown) => {
      if (!until.aborted) ctx.log.debug('what was missed has to wait', { detail: detailOf(error) })
    })

  const watch = async (open: Driver, until: AbortSignal): Promise<void> => {
    let failures = 0
    if (wasConnected) await fetchMissed(until)
    for (let look = 1; !until.aborted; look += 1) {
      await bell.pause(pairing ? timing.pairingPollMs : timing.healthMs, until)
      if (until.aborted) return
      try {
        const found = await open.status(until)
        failures = 0
        if (found.state === 'connected' && look % WEBHOOK_EVERY === 0) await lookAfter(open, until)
        if (look % TIDY_EVERY === 0) await createEchoes(ctx).tidy()
        if (until.aborted) return
        await tell(found)
        if (found.state === 'connected') await fetchMissed(until)
      } catch (error) {
        if (until.aborted) return
        if (needsPerson(error)) return reporter.stopped(error)
        failures += 1
        ctx.log.warn('the gateway could not be asked', { failures, detail: detailOf(error) })
        if (failures >= PATIENCE) await reporter.lost(error, failures)
      }
    }
  }

  const stopRunning = async () => {
    const current = running
    running = null
    pairing = null
    wasConnected = false
    current?.stop.abort()
    await current?.done
  }

  return {
    async connect(signal) {
      await stopRunning()
      const stop = new AbortController()
      const until = AbortSignal.any([stop.signal, ctx.signal])
      await reporter.connecting()
      const attempt = begin(AbortSignal.any([until, signal]))
      const settled = attempt.then(
        () => undefined,
        () => undefined,
      )
      // Known from the start, so that `disconnect` also ends an attempt that is still under way.
      running = { stop, done: settled }
      try {
        const open = await attempt
        if (until.aborted) return
        catchUp.behind()
        running = { stop, done: inBackground(ctx, watch(open, until)) }
      } catch (error) {
        if (!until.aborted && !signal.aborted) {
          await (needsPerson(error) ? reporter.stopped(error) : reporter.lost(error, 1))
        }
        throw error
      }
    },
    async disconnect() {
      await stopRunning()
      await reporter.disconnected()
    },
    nudge: bell.ring,
  }
}

const inBackground = (ctx: ChannelContext, work: Promise<void>) =>
  work.catch((error: unknown) => ctx.log.error('looking after the connection ended', { detail: detailOf(error) }))

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
