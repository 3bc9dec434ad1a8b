import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/logger.ts'
import { CallError } from './call-error.ts'
import type { LiveChannel } from './live-channel.ts'
import { backoffMs, lostMs, needsPerson, reportOf } from './reconnect.ts'

export interface SlotDeps {
  clock: Clock
  log: Log
  /** Logins wait for their turn, so that a start does not look like an attack to the providers. */
  turn(): Promise<void>
}

/** Keeps one owned channel connected: first attempt, retries, and what was lost for too long. */
export interface Slot {
  readonly channel: LiveChannel
  connect(): Promise<void>
  /** The plugin reported a new state. */
  onState(): void
  /** Ends all trying; the channel itself is left as it is. */
  stop(): void
}

export function createSlot(channel: LiveChannel, deps: SlotDeps): Slot {
  let attempt = 0
  let timesLost = 0
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let underWay: Promise<void> | null = null

  const later = (ms: number) => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, ms)
  }

  const watch = () => {
    later(lostMs(timesLost))
    timesLost += 1
  }

  const attemptOnce = async (): Promise<void> => {
    await deps.turn()
    if (stopped || channel.isClosed) return
    attempt += 1
    const reportsBefore = channel.reports.count
    try {
      await channel.call('connect', [], 'connect')
      if (!stopped && channel.state === 'lost') watch()
    } catch (error) {
      if (stopped || channel.isClosed) return
      const failure = error instanceof CallError ? error : new CallError('TEMPORARY', 'defect', { cause: error })
      // A plugin that told why it failed said it better than we can.
      const told = channel.reports.count > reportsBefore && channel.reports.latest?.state !== 'connecting'
      if (!told) await channel.reports.set(reportOf(failure, attempt))
      if (!needsPerson(failure)) later(backoffMs(attempt, failure))
      deps.log.warn(
        { ...channel.key, code: failure.code, why: failure.why, detail: failure.detail, attempt },
        'channel did not connect',
      )
    }
  }

  const connect = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    underWay ??= attemptOnce().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    channel,
    connect,
    onState() {
      if (stopped) return
      if (channel.state === 'connected') {
        attempt = 0
        timesLost = 0
      }
      if (channel.state === 'lost') {
        if (!timer && !underWay) watch()
      } else if (timer) {
        clearTimeout(timer)
        timer = null
      }
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
