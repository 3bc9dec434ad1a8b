import { type ChannelContext, type InboundEvent, isPluginError } from '@recado/sdk'
import { createTurns } from '../library/turns.ts'
import { pause } from '../library/wait.ts'

const MOST_AT_ONCE = 200

/** Hands over what came in, in its order, again and again until the host has accepted it. */
export interface Intake {
  /** Resolves when it is durable; rejects only when the instance is closed before that. */
  push(events: InboundEvent[]): Promise<void>
  idle(): Promise<void>
}

export function createIntake(ctx: ChannelContext, retryMs: number): Intake {
  const turns = createTurns()

  const accept = async (events: InboundEvent[]): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ctx.inbound.push(events)
      } catch (error) {
        if (ctx.signal.aborted) throw error
        if (isWrong(error)) return apart(events, error)
        ctx.log.warn('events were not accepted', { attempt, detail: String(error).slice(0, 200) })
        await pause(Math.min(retryMs * attempt, 10_000), ctx.signal)
        ctx.signal.throwIfAborted()
      }
    }
  }

  /** One event that breaks the contract must not take the others with it, nor be tried for ever. */
  const apart = async (events: InboundEvent[], error: unknown): Promise<void> => {
    if (events.length > 1) {
      for (const event of events) await accept([event])
      return
    }
    ctx.log.error('an event was refused', { kind: events[0]?.kind, detail: String(error).slice(0, 200) })
  }

  return {
    push: (events) =>
      events.length === 0
        ? Promise.resolve()
        : turns.run(async () => {
            for (let from = 0; from < events.length; from += MOST_AT_ONCE) {
              await accept(events.slice(from, from + MOST_AT_ONCE))
            }
          }),
    idle: turns.idle,
  }
}

const isWrong = (error: unknown): boolean =>
  !isPluginError(error) && (error instanceof TypeError || error instanceof RangeError)
