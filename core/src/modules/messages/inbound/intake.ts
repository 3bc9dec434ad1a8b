import type { InboundEvent } from '@recado/sdk'
import { background } from '../../../platform/background.ts'
import type { UnitOfWork } from '../../../platform/db/uow.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { cleanDeep } from '../../../platform/http/text.ts'
import type { Log } from '../../../platform/logger.ts'
import type { ChannelRef } from '../../../plugin-host/index.ts'
import * as repo from './inbound-repo.ts'
import { withNames } from './naming.ts'
import { keyOf, normalise, type StoredEvent } from './normalise.ts'

/** Events of one transaction: what waits while one is under way goes together with the next. */
const BATCH = 100
/** Waiting events of one channel beyond which the plugin is told to come again (reliability G-15). */
const MAX_WAITING = 5000
const ECHO_MS = 15_000
const RETRY_MS = 1000

export interface IntakeDeps {
  uow: UnitOfWork
  log: Log
  /** After commit: what changed, for screens and for followers. */
  onApplied(channel: ChannelRef, events: StoredEvent[], applied: repo.Applied): void | Promise<void>
}

interface Waiting {
  event: StoredEvent
  epoch: number | null
  done(): void
  failed(error: unknown): void
}

interface Lane {
  waiting: Waiting[]
  busy: boolean
}

/**
 * Takes what plugins report. Each channel has a lane, so order holds; whatever gathers in it while a transaction is
 * under way shares the next one. A push resolves when its events are committed: applied, or kept for another try.
 */
export function createIntake({ uow, log, onApplied }: IntakeDeps) {
  const lanes = new Map<string, Lane>()

  const apply = async (channel: ChannelRef, epoch: number | null, given: StoredEvent[]): Promise<repo.Result[]> => {
    const events = await withNames(uow, channel, given)
    const { results, tickets } = await repo.applyEvents(uow, channel, epoch, events)
    const imported = results.flatMap((result, index) => {
      const event = events[index]
      if (!repo.isMessage(result) || event?.kind !== 'message' || !event.history) return []
      return [{ ticketId: result.ticketId, line: event.line, at: Math.min(event.at, result.at) }]
    })
    if (imported.length > 0) await repo.showImported(uow, channel.tenantId, imported)
    const echoes = events.filter((_, index) => results[index]?.outcome === 'waiting')
    if (echoes.length > 0) await keep(channel, echoes, ECHO_MS)
    const early = events.filter((_, index) => results[index]?.outcome === 'early')
    const parked = early.length > 0 ? (await repo.applyEvents(uow, channel, epoch, early, true)).results : []
    background(log, 'inbound news', () =>
      onApplied(channel, [...events, ...early], { results: [...results, ...parked], tickets }),
    )
    return results
  }

  const keep = (channel: ChannelRef, events: StoredEvent[], delayMs: number) =>
    repo.keepEvents(
      uow,
      channel,
      events.map((event) => ({ key: keyOf(event), event })),
      delayMs,
    )

  /** One bad event must not hold up the others (D-04): alone, or kept for the retries when even that fails. */
  const applySingly = async (channel: ChannelRef, batch: Waiting[], cause: unknown) => {
    for (const one of batch) {
      try {
        if (batch.length === 1) throw cause
        await apply(channel, one.epoch, [one.event])
        one.done()
      } catch (error) {
        if (isRefusal(error)) {
          one.failed(error)
          continue
        }
        log.warn({ err: error, ...channel, kind: one.event.kind }, 'inbound event kept for another try')
        await keep(channel, [one.event], RETRY_MS).then(one.done, one.failed)
      }
    }
  }

  const drain = async (key: string, channel: ChannelRef, lane: Lane) => {
    while (lane.waiting.length > 0) {
      const epoch = lane.waiting[0]?.epoch ?? null
      const end = lane.waiting.findIndex((one, index) => index === BATCH || one.epoch !== epoch)
      const batch = lane.waiting.splice(0, end === -1 ? lane.waiting.length : end)
      try {
        await apply(
          channel,
          epoch,
          batch.map((one) => one.event),
        )
        for (const one of batch) one.done()
      } catch (error) {
        if (isRefusal(error)) for (const one of batch) one.failed(error)
        else await applySingly(channel, batch, error)
      }
    }
    lane.busy = false
    lanes.delete(key)
  }

  return {
    /**
     * @throws AppError ERR_UNAVAILABLE when nothing could be stored: the provider has to come again
     * @throws AppError ERR_NO_WAPP_FOUND, ERR_CONFLICT when the channel is gone or belongs to another node
     */
    async push(channel: ChannelRef, epoch: number | null, events: InboundEvent[]): Promise<void> {
      const reported = events.flatMap((event) => {
        const one = normalise(cleanDeep(event) as InboundEvent, channel.addressScope)
        return one ? [one] : []
      })
      const mayImport = !reported.some(isHistory) || (await repo.takesHistory(uow, channel.tenantId))
      const stored = mayImport ? reported : reported.filter((event) => !isHistory(event))
      if (stored.length === 0) return
      const key = `${channel.tenantId}:${channel.channelId}`
      const lane = lanes.get(key) ?? { waiting: [], busy: false }
      lanes.set(key, lane)
      if (lane.waiting.length + stored.length > MAX_WAITING) throw new AppError('ERR_UNAVAILABLE')
      const committed = stored.map(
        (event) => new Promise<void>((done, failed) => void lane.waiting.push({ event, epoch, done, failed })),
      )
      if (!lane.busy) {
        lane.busy = true
        // on the next tick: everything that arrived with this one goes along
        setImmediate(() => background(log, 'inbound lane', drain(key, channel, lane)))
      }
      try {
        await Promise.all(committed)
      } catch (error) {
        throw asRefusal(error)
      }
    },

    /** Applies events that were kept; the caller settles them. */
    apply,
    /** Lanes with work under way. */
    busy: (): number => lanes.size,
  }
}

export type Intake = ReturnType<typeof createIntake>

const isHistory = (event: StoredEvent): boolean => event.kind === 'message' && event.history

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Neither trying again nor keeping would help, or could be done. */
const isRefusal = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === '55R01' || code === '55R02' || /^(08|57P|53|ECONN|EPIPE)/.test(code) || isCut(error)
}
const isCut = (error: unknown): boolean =>
  error instanceof Error && /Connection terminated|timeout/i.test(error.message)

function asRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === '55R01') return new AppError('ERR_CONFLICT', { cause: error })
  if (code === '55R02') return new AppError('ERR_NO_WAPP_FOUND', { cause: error })
  return new AppError('ERR_UNAVAILABLE', { cause: error })
}
